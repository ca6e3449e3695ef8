import { isFailure } from './failure';
import { isMoved, type Timed, timedOf } from './moved';
import { Recent } from './recent';
import { isStale } from './trust';

/** More answers than a page requests. */
const MOST_ANSWERS = 200;
/** Many pairs of node and metric may be refused, and failures are small. */
const FAILURE_WEIGHT = 0.2;

interface Kept extends Timed {
  /** Or why it could not be read: a `ServiceFailure`. */
  body: unknown;
  /** When it was requested and when it arrived, in epoch milliseconds. */
  requestedAt: number;
  at: number;
  /** The requesters that have received it. */
  requesters: Set<string>;
}

/**
 * Answers that the panels of one page share, by path. Each requester (a panel's query) gets an answer once: the second time,
 * it is a refresh, and gets a new one. Only a query that a refresh cut off gets the same answer again, or the same failure.
 */
export class SharedAnswers {
  private readonly kept = new Recent<Kept>(MOST_ANSWERS, ({ body }) => (isFailure(body) ? FAILURE_WEIGHT : 1));

  /**
   * The answer for this path, if this requester may use it.
   *
   * @param since when the requester's query began: later requests are not repeated
   */
  find(path: string, requester: string, since: number): Pick<Kept, 'body'> | undefined {
    const now = Date.now();
    const known = this.kept.get(path);
    if (known && known.requestedAt >= since) {
      return known;
    }
    if (known && !isFailure(known.body) && !isStale('answer', known.at, now) && !known.requesters.has(requester)) {
      known.requesters.add(requester);
      return known;
    }
    return this.kept.first((one) => this.continues(one, path, since));
  }

  keep(path: string, requester: string, body: unknown, requestedAt: number): void {
    const known = this.kept.get(path);
    if (known && known.body === body) {
      known.requesters.add(requester);
    } else {
      this.kept.set(path, { ...timedOf(path), body, requestedAt, at: Date.now(), requesters: new Set([requester]) });
    }
  }

  private continues(one: Kept, path: string, since: number): boolean {
    return one.requestedAt >= since && isMoved(one, timedOf(path), Date.now() - one.requestedAt, isFailure(one.body));
  }
}
