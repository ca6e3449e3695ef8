import { defer, finalize, type Observable, of, ReplaySubject, share, tap, throwError } from 'rxjs';
import { type Operations } from '../service/operations';
import { perInstance, Recent, isStale, type Trusted } from '../service/memory';

/** What identifies a fact: its kind, and every parameter with which it is read. */
export type Key = readonly unknown[];

/** Who reads: access to the service, and the time. */
export interface ReadContext {
  operations: Operations;
  /** Epoch milliseconds. */
  now: () => number;
  /** The page's time zone. Grafana's own if missing. */
  timeZone?: string;
}

/** What is kept of something that was read. */
interface Kept {
  /** Its size, if it is no list. */
  size?: number;
  /** Stays if reading it again fails. */
  data?: unknown;
  /** Why the last reading failed. */
  error?: unknown;
  /** When `data` was requested, or the reading failed, in epoch milliseconds. */
  at: number;
  /** The part of it that was read. */
  scope?: unknown;
  /** The reading in progress, which others join. */
  reading?: Observable<unknown>;
}

/** How long data serves: see `service/memory.ts`. 'session': as long as the page is open. 'once': for its own reader. */
type Lifetime = Trusted | 'session' | 'once';

/** How a fact is read. */
export interface Source<T, S = undefined> {
  /** Emits once. @param known the last data, however old */
  fetch: (known: T | undefined) => Observable<T>;
  staleFor: Lifetime | ((data: T, at: number) => Lifetime);
  /** How long a failure counts. Default: it is read again at once. */
  failsFor?: Trusted;
  /** Whether a reading in progress is joined. If not, each has its own rank, and the client shares requests. Default: true. */
  isJoined?: boolean;
  /** The part that is read, and whether a known part is enough. */
  scope?: S;
  covers?: (known: S) => boolean;
}

/** The maximum of rows in all facts together. Those that were read longest ago are removed first. */
const MOST_ROWS = 100_000;

/**
 * What was read from the service and serves all queries: equal readings are one, which is canceled when no query waits for it.
 */
export class Facts {
  private readonly facts = new Recent<Kept>(MOST_ROWS, ({ data, size = rowsIn(data) }) => 1 + size);

  /** The data, from what is known or by reading it. Fails as `fetch` does. */
  read<T, S = undefined>(key: Key, source: Source<T, S>, now: () => number): Observable<T> {
    return defer(() => {
      const id = JSON.stringify(key);
      const known = this.facts.get(id);
      const isCovered = known !== undefined && (source.covers?.(known.scope as S) ?? true);
      if (isCovered && known.reading) {
        return known.reading as Observable<T>;
      }
      if (!isCovered || !isFresh(known, source, now())) {
        return this.start(id, source, now());
      }
      return known.error === undefined ? of(known.data as T) : throwError(() => known.error);
    });
  }

  /** Whether reading it would send a request. */
  isDue<T, S = undefined>(key: Key, source: Source<T, S>, now: number): boolean {
    const known = this.facts.get(JSON.stringify(key));
    return known === undefined || !isFresh(known, source, now);
  }

  /** The last data of a fact, however old, and why the last reading failed, if it did. */
  known<T>(key: Key): { data?: T; error?: unknown } {
    return (this.facts.get(JSON.stringify(key)) ?? {}) as { data?: T; error?: unknown };
  }

  /** Keeps what was not read, such as what a panel showed. @param size in rows of lists */
  keep(key: Key, data: unknown, size: number) {
    this.facts.set(JSON.stringify(key), { data, at: NaN, size });
  }

  private start<T, S>(id: string, source: Source<T, S>, at: number): Observable<T> {
    const { fetch, isJoined = true, scope } = source;
    const known = scope === undefined ? this.facts.get(id) : undefined;
    const fact: Kept = { data: known?.data, error: known?.error, at: known?.at ?? NaN, scope };
    const keep = (news: Pick<Kept, 'data' | 'error' | 'at'>) => {
      Object.assign(fact, news);
      if (!isJoined) {
        this.facts.set(id, fact);
      }
    };
    const reading = fetch(known?.data as T | undefined).pipe(
      tap({
        next: (data) => keep({ data, error: undefined, at }),
        error: (error: unknown) => keep({ error, at }),
      }),
      finalize(() => delete fact.reading)
    );
    if (!isJoined) {
      return reading;
    }
    fact.reading = reading.pipe(share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: true }));
    this.facts.set(id, fact);
    return fact.reading as Observable<T>;
  }
}

/** Whether what is known of it serves: data, or a failure. */
function isFresh<T, S>({ data, error, at }: Kept, { staleFor, failsFor }: Source<T, S>, now: number): boolean {
  if (error !== undefined) {
    return failsFor !== undefined && !isStale(failsFor, at, now);
  }
  if (data === undefined) {
    return false;
  }
  const lifetime = typeof staleFor === 'function' ? staleFor(data as T, at) : staleFor;
  return lifetime === 'session' || (lifetime !== 'once' && !isStale(lifetime, at, now));
}

function rowsIn(data: unknown): number {
  const rows = typeof data === 'object' && data !== null && 'rows' in data ? data.rows : data;
  return Array.isArray(rows) ? rows.length : 0;
}

/** One for each data source. _Save & test_ clears it. */
export const factsOf = perInstance(() => new Facts());
