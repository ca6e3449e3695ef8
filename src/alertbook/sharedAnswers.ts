import { defer, finalize, type Observable, ReplaySubject, share, tap } from 'rxjs';

/** How long an answer serves those who have not had it yet, in milliseconds: the panels of one page ask within moments. */
const SERVES_FOR = 5_000;

interface Kept<T> {
  answer: Observable<T>;
  /** When it was complete, in epoch milliseconds; null while it is awaited. */
  at: number | null;
  /** Who has had it. */
  askers: Set<string>;
}

/**
 * Answers that the panels of one page share. Each asker gets an answer once: who asks a second time refreshes and wants
 * a new one. A failure serves only those who already wait for it.
 */
export class SharedAnswers<T> {
  private readonly kept = new Map<string, Kept<T>>();

  /** @param now epoch milliseconds */
  read(key: string, asker: string, now: () => number, ask: () => Observable<T>): Observable<T> {
    return defer(() => {
      this.dropOld(now());
      const known = this.kept.get(key);
      if (known && !known.askers.has(asker)) {
        known.askers.add(asker);
        return known.answer;
      }
      const kept: Kept<T> = { answer: ask(), at: null, askers: new Set([asker]) };
      kept.answer = kept.answer.pipe(
        tap({ complete: () => (kept.at = now()) }),
        finalize(() => kept.at === null && this.kept.get(key) === kept && this.kept.delete(key)),
        share({ connector: () => new ReplaySubject(1), resetOnComplete: false })
      );
      this.kept.set(key, kept);
      return kept.answer;
    });
  }

  clear(): void {
    this.kept.clear();
  }

  private dropOld(now: number): void {
    for (const [key, { at }] of this.kept) {
      if (at !== null && (now - at >= SERVES_FOR || now < at)) {
        this.kept.delete(key);
      }
    }
  }
}
