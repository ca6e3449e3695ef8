import { defer, finalize, type Observable, of, ReplaySubject, share, tap } from 'rxjs';
import { perInstance, Recent } from '../service/recent';
import { isStale, type Trusted } from '../service/trust';

/** What identifies a fact: its kind, and every parameter with which it is read. */
export type Key = readonly unknown[];

/** What is known of something that was read. */
interface Fact {
  /** Stays if reading it again fails. */
  data: unknown;
  /** When `data` was requested, in epoch milliseconds. */
  at: number;
  /** The part of it that was read. */
  scope: unknown;
  /** The reading in progress, which others join. */
  reading: Observable<unknown> | null;
}

/** How a fact is read. */
interface Source<T, S> {
  /** Emits once. */
  fetch: () => Observable<T>;
  /** How long it serves; see `service/trust.ts`. 'session': as long as the page is open. */
  staleFor: Trusted | 'session';
  /** Whether data that is not whole serves others. */
  isKept?: (data: T) => boolean;
  /** The part that is read, and whether a known part is enough. */
  scope?: S;
  covers?: (known: S) => boolean;
}

/** More than a page reads. */
const MOST_FACTS = 500;

/**
 * What was read from the service and serves all queries: equal readings are one, which is canceled when no query waits for it.
 */
export class Facts {
  private readonly facts = new Recent<Fact>(MOST_FACTS);

  /** The data, from what is known or by reading it. Fails as `fetch` does. */
  read<T, S = undefined>(key: Key, source: Source<T, S>, now: () => number): Observable<T> {
    return defer(() => {
      const id = JSON.stringify(key);
      const known = this.facts.get(id);
      const isCovered = known !== undefined && (source.covers?.(known.scope as S) ?? true);
      if (isCovered && known.reading) {
        return known.reading as Observable<T>;
      }
      const isFresh = source.staleFor === 'session' || (known && !isStale(source.staleFor, known.at, now()));
      return isCovered && known.data !== undefined && isFresh ? of(known.data as T) : this.start(id, source, now());
    });
  }

  /** The last data of a fact, however old. Undefined if there is none. */
  last<T>(key: Key): T | undefined {
    return this.facts.get(JSON.stringify(key))?.data as T | undefined;
  }

  private start<T, S>(id: string, { fetch, isKept = () => true, scope }: Source<T, S>, at: number): Observable<T> {
    const known = scope === undefined ? this.facts.get(id) : undefined;
    const fact: Fact = { data: known?.data, at: known?.at ?? NaN, scope, reading: null };
    const reading = fetch().pipe(
      tap((data) => Object.assign(fact, isKept(data) ? { data, at } : { data: undefined, at: NaN })),
      finalize(() => (fact.reading = null)),
      share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: true })
    );
    fact.reading = reading;
    this.facts.set(id, fact);
    return reading;
  }
}

/** One for each data source. _Save & test_ clears it. */
export const factsOf = perInstance(() => new Facts());
