import { BehaviorSubject, defer, finalize, type Observable, ReplaySubject, share } from 'rxjs';
import { type Series } from './series';
import { type Span } from '../time/spans';

/** A span of a series that is being read, or about to be. */
export interface Flight<T> extends Span {
  /** @param turn of the query that waits for it, at the gate: the reading has the best of all who wait */
  answer: (turn: number) => Observable<T>;
}

/**
 * The readings under way, by series: whoever needs a span that is being read waits for that reading instead of starting
 * another. A reading is stopped when nobody waits for it any more.
 */
export class Flights<T> {
  private readonly underWay = new Map<Series, Array<Flight<T>>>();
  private readonly started = new WeakSet<Flight<T>>();

  /** Those of the series. */
  of(series: Series): Array<Flight<T>> {
    return this.underWay.get(series) ?? [];
  }

  /** A reading of exactly `span`: the one under way, or a new one that `start`s with the first who subscribes. */
  share(series: Series, span: Span, start: (turn: Observable<number>) => Observable<T>): Flight<T> {
    const known = this.of(series).find(({ from, to }) => from === span.from && to === span.to);
    if (known) {
      return known;
    }
    const turns: number[] = [];
    const best = new BehaviorSubject(0);
    const shared = start(best).pipe(
      finalize(() => this.forget(series, flight)),
      share({ connector: () => new ReplaySubject<T>(1) })
    );
    const flight: Flight<T> = {
      ...span,
      answer: (turn) =>
        defer(() => {
          this.started.add(flight);
          this.remember(series, flight);
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
    this.remember(series, flight);
    return flight;
  }

  /** Forgets those of `flights` that nobody has started: who announced them has gone. */
  release(series: Series, flights: ReadonlyArray<Flight<T>>) {
    for (const flight of flights) {
      if (!this.started.has(flight)) {
        this.forget(series, flight);
      }
    }
  }

  private remember(series: Series, flight: Flight<T>) {
    if (!this.of(series).includes(flight)) {
      this.underWay.set(series, [...this.of(series), flight]);
    }
  }

  private forget(series: Series, flight: Flight<T>) {
    const rest = this.of(series).filter((other) => other !== flight);
    if (rest.length > 0) {
      this.underWay.set(series, rest);
    } else {
      this.underWay.delete(series);
    }
  }
}
