import { Recent } from './recent';
import { isStale } from './trust';

/** More answers than a page requests. */
const MOST_ANSWERS = 200;

interface Kept {
  body: unknown;
  /** When it arrived, in epoch milliseconds. */
  at: number;
  /** The requesters that have received it. */
  requesters: Set<string>;
}

/**
 * Answers that the panels of one page share, by path. Each requester (a panel's query) gets an answer once: the second time,
 * it is a refresh, and gets a new one.
 */
export class SharedAnswers {
  private readonly kept = new Recent<Kept>(MOST_ANSWERS);

  /** The answer for this path, if this requester may use it. */
  find(path: string, requester: string): Kept | undefined {
    const known = this.kept.get(path);
    const isShared = known && !isStale('answer', known.at, Date.now()) && !known.requesters.has(requester);
    known?.requesters.add(requester);
    return isShared ? known : undefined;
  }

  delete(path: string): void {
    this.kept.delete(path);
  }

  keep(path: string, requester: string, body: unknown): void {
    const known = this.kept.get(path);
    if (known && known.body === body) {
      known.requesters.add(requester);
    } else {
      this.kept.set(path, { body, at: Date.now(), requesters: new Set([requester]) });
    }
  }
}
