import { defer, type Observable, of, tap } from 'rxjs';
import { perInstance } from './recent';

/** How long an answer serves those who have not had it yet, in milliseconds: the panels of one page ask within moments. */
const SERVES_FOR = 5_000;

interface Kept {
  body: unknown;
  /** When it arrived, in epoch milliseconds. */
  at: number;
  /** Who has had it. */
  askers: Set<string>;
}

/**
 * Answers that the panels of one page share, by path. Each asker gets an answer once: who asks a second time refreshes and
 * wants a new one. Failures are not kept. What is under way the client shares.
 */
class SharedAnswers {
  private readonly kept = new Map<string, Kept>();

  /** @param get requests the path */
  read(path: string, asker: string, get: () => Observable<unknown>): Observable<unknown> {
    return defer(() => {
      const now = Date.now();
      for (const [one, { at }] of this.kept) {
        if (now - at >= SERVES_FOR || now < at) {
          this.kept.delete(one);
        }
      }
      const known = this.kept.get(path);
      if (known && !known.askers.has(asker)) {
        known.askers.add(asker);
        return of(known.body);
      }
      return get().pipe(tap((body) => this.keep(path, asker, body)));
    });
  }

  private keep(path: string, asker: string, body: unknown): void {
    const known = this.kept.get(path);
    if (known && known.body === body) {
      known.askers.add(asker);
    } else {
      this.kept.set(path, { body, at: Date.now(), askers: new Set([asker]) });
    }
  }
}

/** Of each data source its own. */
export const sharedAnswersOf = perInstance(() => new SharedAnswers());
