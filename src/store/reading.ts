import { concatMap, finalize, map, type Observable, of } from 'rxjs';
import { type Granularity, STEP, stepOf } from '../query/granularity';
import { type ServiceFailure } from '../service/failure';
import { type Span } from '../time/spans';
import { Flights } from './flights';
import { type Learned } from './learned';
import { type PartTarget, type PartTools } from './take';
import { attempt, type Part, type PartAnswer, type Progress, readPart, readParts } from './parts';
import { type Layout, planOf } from './plan';
import { RangeEnds } from './rangeEnds';
import { Recent } from './recent';
import { Series } from './series';
import { type Snapshot, snapshotOf } from './snapshot';

/** Which points are wanted of a series. */
export interface Wanted extends Span {
  nodeId: string;
  metricId: string;
  /** Empty: the service decides. */
  aggregation: string;
  /** How many requests it may take, newest first; the rest of the range is left out. */
  requests: number;
  /** How many turns it waits behind others at the gate; 0 where it is not said. */
  late?: number;
}

/** What is there, and why the service did not accept the granularity, where it did not. */
export interface Attempt {
  snapshot: Snapshot;
  refusal: ServiceFailure | null;
}

/** Readings of series at one granularity: what is there stays, what is missing is asked for, newest first. */
export class Readings {
  private readonly series: Recent<Series>;
  private readonly flights = new Flights<PartAnswer>();
  private ends = new RangeEnds();

  /** @param bound how much the series may weigh together, in points */
  constructor(
    private readonly tools: Omit<PartTools, 'ends' | 'grown' | 'ofPoint'>,
    bound: number
  ) {
    this.series = new Recent<Series>(
      bound,
      () => new Series(),
      ({ weight }) => weight
    );
  }

  forget() {
    this.series.clear();
    this.ends = new RangeEnds();
  }

  /**
   * Where the granularity is refused and not the `last` that can be tried, what is there goes out with the refusal and
   * nothing more is read: that is left to whoever tries the next.
   */
  read(request: Wanted, wanted: Granularity, layout: Layout, learned: Learned, last: boolean): Observable<Attempt> {
    const { range, taken } = layout;
    const { limits, now } = this.tools;
    const target = this.targetOf(request, layout, learned);
    const { series, step } = target;
    const holes = series.dueHoles(range, step, now());
    const known = { covered: series.covered, holes, underWay: this.flights.of(series) };
    const plan = planOf(known, now(), limits, layout, step);
    const newParts = plan.parts.map((span) => this.flight(target, span));
    const parts = [...plan.joins, ...newParts].sort((a, b) => b.to - a.to);
    const alone = !layout.parts && parts.length > 1 && taken !== '1h' && !learned.hasAccepted(taken);
    const leftOut = range.from > request.from ? { from: request.from, to: range.from } : null;
    return readParts(parts, alone, request.late).pipe(
      concatMap((progress) => this.withLost(target, layout, progress, request.requests)),
      map((progress) => {
        if (progress.read.length > 0) {
          learned.accept(taken);
        }
        const nothing = progress.read.length === 0 && progress.pending.length === 0;
        const refusal = !layout.parts && (!last || nothing) ? progress.refusal : null;
        const all = refusal && !last ? refusedAll(progress, parts, refusal) : progress;
        return { snapshot: snapshotOf(series, { range, leftOut, wanted, taken }, all), refusal };
      }),
      finalize(() => this.flights.release(series, newParts))
    );
  }

  /** Points that were lost at the borders of parts, each read by itself once all is there; where that fails, they are missing. */
  private withLost(target: PartTarget, layout: Layout, before: Progress, requests: number): Observable<Progress> {
    const { series, step } = target;
    const { range, reach = step } = layout;
    if (before.pending.length > 0) {
      return of(before);
    }
    const lost = this.ends.lost(series, before.read, range, step, this.tools.now());
    series.closeBorders(range, lost);
    const flights = lost
      .slice(0, Math.max(0, requests - before.calls.length))
      .map((time) => this.flight(target, { from: time - reach, to: time + reach }, true));
    return flights.length === 0
      ? of(before)
      : readParts(flights, false).pipe(
          map((progress) => {
            if (progress.read.length > 0 && progress.pending.length === 0) {
              this.ends.note(lost.some((time) => series.hasPointAt(time)));
            }
            const missing = lost.flatMap((time) => {
              const failed = progress.missing.find(({ from, to }) => from <= time && to >= time);
              return failed ? [{ from: time, to: time, failure: failed.failure }] : [];
            });
            return {
              ...before,
              pending: progress.pending,
              missing: [...before.missing, ...missing],
              calls: [...before.calls, ...progress.calls],
            };
          }),
          finalize(() => this.flights.release(series, flights))
        );
  }

  private targetOf(request: Wanted, { taken, parts }: Layout, learned: Learned): PartTarget {
    const { nodeId, metricId, aggregation } = request;
    const version = parts ? 'v2' : 'v1';
    const series = this.series.open(JSON.stringify([version, nodeId, metricId, aggregation, taken]));
    const asked = { version, nodeId, metricId, aggregation } as const;
    // What is asked for at a granularity may come coarser.
    const step = Math.max(STEP[taken], (!parts && stepOf(series.metadata.granularity)) || 0);
    return { request: parts ? asked : { ...asked, granularity: taken }, series, learned, step };
  }

  /** @param ofPoint for a single point: not in halves, whose border it would be */
  private flight(target: PartTarget, span: Span, ofPoint = false): Part {
    const grown = (series: Series) => this.series.trim(series);
    const tools = { ...this.tools, ends: this.ends, grown, ofPoint };
    return this.flights.share(target.series, span, (turn) => (ofPoint ? attempt : readPart)(target, span, turn, tools));
  }
}

/** The newest part was refused, so that nobody asks for the others: all of them are missing. */
function refusedAll(progress: Progress, parts: readonly Span[], failure: ServiceFailure): Progress {
  const missing = parts.map((part) => ({ from: part.from, to: part.to, failure }));
  return { ...progress, pending: [], missing };
}
