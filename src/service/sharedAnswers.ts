import { defer, finalize, type Observable, ReplaySubject, share, tap } from 'rxjs';
import { type Operations } from '../service/operations';

/** How long an answer serves those who have not had it yet, in milliseconds: the panels of one page ask within moments. */
const SERVES_FOR = 5_000;

interface Kept<T> {
  answer: Observable<T>;
  /** When it was complete, in epoch milliseconds; null while it is awaited. */
  at: number | null;
  /** Who has had it. */
  askers: Set<string>;
  /** The requests that it took, a line each: everybody who takes it shows them. */
  calls: string[];
}

/**
 * Answers that the panels of one page share. Each asker gets an answer once: who asks a second time refreshes and wants
 * a new one. A failure serves only those who already wait for it.
 */
export class SharedAnswers<T> {
  private readonly kept = new Map<string, Kept<T>>();

  /**
   * @param now epoch milliseconds
   * @param ask requests it through the door that it is given
   */
  read(
    key: string,
    asker: string,
    { operations, now }: { operations: Operations; now: () => number },
    ask: (operations: Operations) => Observable<T>
  ): Observable<T> {
    return defer(() => {
      this.dropOld(now());
      const known = this.kept.get(key);
      // What is still awaited serves everybody: nothing newer can be had.
      const serves = known !== undefined && (known.at === null || !known.askers.has(asker));
      const kept = serves ? known : this.ask(key, operations, now, ask);
      kept.askers.add(asker);
      const note = () => kept.calls.forEach((call) => operations.note(call));
      return kept.answer.pipe(tap({ next: note, error: note }));
    });
  }

  private ask(
    key: string,
    operations: Operations,
    now: () => number,
    ask: (operations: Operations) => Observable<T>
  ): Kept<T> {
    const calls: string[] = [];
    const asked = ask(operations.noting((call) => calls.push(call)));
    const kept: Kept<T> = { answer: asked, at: null, askers: new Set(), calls };
    kept.answer = asked.pipe(
      tap({ complete: () => (kept.at = now()) }),
      finalize(() => kept.at === null && this.kept.get(key) === kept && this.kept.delete(key)),
      share({ connector: () => new ReplaySubject(1), resetOnComplete: false })
    );
    this.kept.set(key, kept);
    return kept;
  }

  private dropOld(now: number): void {
    for (const [key, { at }] of this.kept) {
      if (at !== null && (now - at >= SERVES_FOR || now < at)) {
        this.kept.delete(key);
      }
    }
  }
}
