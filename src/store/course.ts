import { concat, defer, map, merge, type Observable, of, scan, startWith, switchMap } from 'rxjs';
import { type Flight } from './flights';
import { type Granularity, stepOf } from './granularity';
import { type Hole, type PartAnswer, type PartTarget } from './part';
import { type Series } from './series';
import { type Span, without } from './windows';

/** How far a reading has come. The points are in `series`, which goes on changing. */
export interface Reading {
  series: Series;
  range: Span;
  /** What is asked for; in v2, which knows none, the class of the interface's rule. */
  granularity: Granularity;
  /** Milliseconds between the points, as far as it is known. */
  step: number;
  /** Spans that are still to come, newest first. */
  pending: Span[];
  holes: Hole[];
  /** Parts that were answered. */
  answered: number;
  /** The requests that were made for it so far, a line each. */
  calls: string[];
  done: boolean;
}

/**
 * Runs the parts and tells how far they have come.
 *
 * @param parts newest first
 * @param alone whether it is not known yet what the service takes, so that the newest part goes alone
 */
export function courseOf(
  { series, step }: PartTarget,
  range: Span,
  granularity: Granularity,
  parts: Array<Flight<PartAnswer>>,
  alone: boolean
): Observable<Reading> {
  const start: Reading = {
    series,
    range,
    granularity,
    step,
    pending: parts.map(({ from, to }) => ({ from, to })),
    holes: [],
    answered: 0,
    calls: [],
    done: parts.length === 0,
  };
  return (alone ? oneThenAll(parts) : all(parts)).pipe(
    scan((reading, { part, holes, calls }) => {
      const pending = reading.pending.filter(({ from, to }) => from !== part.from || to !== part.to);
      return {
        ...reading,
        step: Math.max(step, stepOf(series.told.granularity) ?? 0),
        pending,
        holes: [...reading.holes, ...holes],
        answered: reading.answered + (without(part, holes).length > 0 ? 1 : 0),
        calls: [...reading.calls, ...calls],
        done: pending.length === 0,
      };
    }, start),
    startWith(start)
  );
}

interface Landed extends PartAnswer {
  part: Span;
}

function landing(part: Flight<PartAnswer>): Observable<Landed> {
  return part.answer.pipe(map((answer) => ({ part, ...answer })));
}

function all(parts: Array<Flight<PartAnswer>>): Observable<Landed> {
  return merge(...parts.map(landing));
}

/**
 * The newest part alone, as long as it is not known what the service takes; the rest once one was answered. Two refusals
 * in a row speak for all.
 */
function oneThenAll([first, ...rest]: Array<Flight<PartAnswer>>, refusals = 0): Observable<Landed> {
  return landing(first).pipe(
    switchMap((landed) => {
      const [hole] = landed.holes;
      const next = defer(() => {
        if (!hole || !isRefusal(hole) || rest.length === 0) {
          return all(rest);
        }
        return refusals === 0
          ? oneThenAll(rest, 1)
          : merge(...rest.map(({ from, to }) => of({ part: { from, to }, holes: [{ ...hole, from, to }], calls: [] })));
      });
      return concat(of(landed), next);
    })
  );
}

export function newestFirst<T extends Span>(parts: T[]): T[] {
  return [...parts].sort((a, b) => b.to - a.to);
}

/** Whether the service did not accept what was asked for. */
export function isRefusal({ failure }: Hole): boolean {
  return failure.kind === 'invalid' && failure.status === 400;
}
