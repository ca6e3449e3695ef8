import { BehaviorSubject, defer, finalize, type Observable, ReplaySubject, share } from 'rxjs';
import { type Span } from '../time/spans';
import { type Series } from './series';

/** A span of a series that is being read, or about to be. */
export interface SharedPart<T> extends Span {
  /** @param turn of the query that waits for it, at the gate: the reading has the best of all that wait */
  answer: (turn: number) => Observable<T>;
}

/**
 * The parts that are being read, by series: a query that needs one waits for it instead of reading it again. A reading
 * stops when nobody waits for it any more; the answer of one that ended stays with those that know the part.
 */
export class SharedParts<T> {
  private readonly underWay = new Map<Series, Array<SharedPart<T>>>();
  private readonly started = new WeakSet<SharedPart<T>>();

  of(series: Series): Array<SharedPart<T>> {
    return this.underWay.get(series) ?? [];
  }

  /** A reading of exactly `span`: the one under way, or a new one, which the first subscriber starts. */
  share(series: Series, span: Span, start: (turn: Observable<number>) => Observable<T>): SharedPart<T> {
    const known = this.of(series).find(({ from, to }) => from === span.from && to === span.to);
    if (known) {
      return known;
    }
    const turns: number[] = [];
    const best = new BehaviorSubject(0);
    const shared = defer(() => {
      this.started.add(part);
      this.remember(series, part);
      return start(best);
    }).pipe(
      finalize(() => this.forget(series, part)),
      share({ connector: () => new ReplaySubject<T>(1), resetOnComplete: false })
    );
    const part: SharedPart<T> = {
      ...span,
      answer: (turn) =>
        defer(() => {
          turns.push(turn);
          best.next(Math.min(...turns));
          return shared.pipe(
            finalize(() => {
              turns.splice(turns.indexOf(turn), 1);
              best.next(Math.min(...turns));
            })
          );
        }),
    };
    this.remember(series, part);
    return part;
  }

  /** Forgets those of `parts` that nobody has started: the query that announced them is gone. */
  release(series: Series, parts: ReadonlyArray<SharedPart<T>>) {
    for (const part of parts) {
      if (!this.started.has(part)) {
        this.forget(series, part);
      }
    }
  }

  private remember(series: Series, part: SharedPart<T>) {
    if (!this.of(series).includes(part)) {
      this.underWay.set(series, [...this.of(series), part]);
    }
  }

  private forget(series: Series, part: SharedPart<T>) {
    const rest = this.of(series).filter((other) => other !== part);
    if (rest.length > 0) {
      this.underWay.set(series, rest);
    } else {
      this.underWay.delete(series);
    }
  }
}
