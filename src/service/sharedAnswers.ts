import { isMoved, type Timed, timedOf } from './moved';
import { Recent } from './recent';
import { isStale } from './trust';

/** More answers than a page requests. */
const MOST_ANSWERS = 200;

interface Kept extends Timed {
  body: unknown;
  /** When it was requested and when it arrived, in epoch milliseconds. */
  askedAt: number;
  at: number;
  /** The askers that have received it. */
  askers: Set<string>;
}

/**
 * Answers that the panels of one page share, by path. Each asker (a panel's query) gets an answer once: the second time,
 * it is a refresh, and gets a new one. Only a query that a refresh cut off gets the same answer again.
 */
export class SharedAnswers {
  private readonly kept = new Recent<Kept>(MOST_ANSWERS);

  /**
   * The answer for this path, if this asker may use it.
   *
   * @param since when the asker's query began: later requests are not repeated
   */
  find(path: string, asker: string, since: number): Pick<Kept, 'body'> | undefined {
    const now = Date.now();
    const known = this.kept.get(path);
    if (known && known.askedAt >= since && since < now) {
      return known;
    }
    if (known && !isStale('answer', known.at, now) && !known.askers.has(asker)) {
      known.askers.add(asker);
      return known;
    }
    return since < now ? this.kept.first((one) => this.continues(one, path, since)) : undefined;
  }

  /** The next request for this path gets a new answer. */
  discard(path: string): void {
    this.kept.delete(path);
  }

  keep(path: string, asker: string, body: unknown, askedAt: number): void {
    const known = this.kept.get(path);
    if (known && known.body === body) {
      known.askers.add(asker);
    } else {
      this.kept.set(path, { ...timedOf(path), body, askedAt, at: Date.now(), askers: new Set([asker]) });
    }
  }

  private continues(one: Kept, path: string, since: number): boolean {
    return one.askedAt >= since && isMoved(one, timedOf(path), Date.now() - one.askedAt);
  }
}
