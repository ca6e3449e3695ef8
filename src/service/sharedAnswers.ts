import { Recent } from './recent';

/** How long an answer serves those who have not had it yet, in milliseconds: the panels of one page ask within moments. */
const SERVES_FOR = 5_000;

/** So many answers are kept, which is more than a page asks for. */
const MOST_ANSWERS = 200;

interface Kept {
  body: unknown;
  /** When it arrived, in epoch milliseconds. */
  at: number;
  /** Who has had it. */
  askers: Set<string>;
}

/**
 * Answers that the panels of one page share, by path. Each asker gets an answer once: who asks a second time refreshes and
 * wants a new one.
 */
export class SharedAnswers {
  private readonly kept = new Recent<Kept>(MOST_ANSWERS);

  /** The answer to that path, if it serves this asker. */
  find(path: string, asker: string): Pick<Kept, 'body'> | undefined {
    const known = this.kept.get(path);
    const age = known ? Date.now() - known.at : -1;
    if (!known || age < 0 || age >= SERVES_FOR || known.askers.has(asker)) {
      return undefined;
    }
    known.askers.add(asker);
    return known;
  }

  /** Who asks next for that path gets a new answer. */
  discard(path: string): void {
    this.kept.delete(path);
  }

  keep(path: string, asker: string, body: unknown): void {
    const known = this.kept.get(path);
    if (known && known.body === body) {
      known.askers.add(asker);
    } else {
      this.kept.set(path, { body, at: Date.now(), askers: new Set([asker]) });
    }
  }
}
