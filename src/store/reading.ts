import { concatMap, finalize, map, type Observable, of } from 'rxjs';
import { type ServiceFailure } from '../service/failure';
import { DAY, HOUR, type Version } from '../settings';
import { Flights } from './flights';
import { type Granularity, STEP, stepOf } from '../query/granularity';
import { type Learned } from './learned';
import { type PartAnswer, type PartTarget, type PartTools, readPart } from './part';
import { type Part, type Progress, readParts } from './parts';
import { newestOf, partsV2, planOf } from './plan';
import { RangeEnds } from './rangeEnds';
import { Recent } from './recent';
import { Series } from './series';
import { type Snapshot, snapshotOf } from './snapshot';
import { type Span } from '../time/spans';

/** v2: a span has to be longer than this to be of a class of the interface's rule, in milliseconds. */
const SHORTEST: Record<Granularity, number> = { '1m': 0, '15m': 12 * HOUR, '1h': 7 * DAY };

/** Which points are wanted of a series. */
export interface Wanted extends Span {
  nodeId: string;
  metricId: string;
  /** Empty: the service decides. */
  aggregation: string;
  /** How many requests it may take, newest first; the rest of the range is left out. */
  requests: number;
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
    private readonly tools: Omit<PartTools, 'ends' | 'grown'>,
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

  /** v2, which knows no granularity: parts of equal length, each read whole. */
  readV2(request: Wanted, learned: Learned): Observable<Snapshot> {
    const { limits, now } = this.tools;
    const range = newestOf(request, request.requests, null, limits);
    const { parts, rule } = partsV2(range, limits);
    const target = this.targetOf(request, 'v2', rule, learned);
    const plan = planOf(range, this.knownOf(target, range), now(), limits, { version: 'v2', parts });
    const flights = plan.parts.map((span, turn) => this.flight(target, span, turn));
    const reading = { range, leftOut: leftOutOf(request, range), wanted: rule, taken: rule };
    return readParts(flights, false).pipe(
      concatMap((progress) => this.withLost(target, progress, request, range, SHORTEST[rule] / 2 + STEP[rule])),
      map((progress) => snapshotOf(target.series, reading, progress)),
      finalize(() => this.flights.release(target.series, flights))
    );
  }

  /**
   * v1, at `taken`. Where that is refused and not the `last` that can be tried, what is there goes out with the refusal and
   * nothing more is read: completing is left to whoever tries the next.
   */
  readAt(
    request: Wanted,
    wanted: Granularity,
    taken: Granularity,
    learned: Learned,
    last: boolean
  ): Observable<Attempt> {
    const { limits, now } = this.tools;
    const range = newestOf(request, request.requests, taken, limits);
    const target = this.targetOf(request, 'v1', taken, learned);
    const { series, step } = target;
    const plan = planOf(range, this.knownOf(target, range), now(), limits, { version: 'v1', granularity: taken, step });
    const own = plan.parts.map((span, turn) => this.flight(target, span, turn));
    const parts = [...plan.joins, ...own].sort((a, b) => b.to - a.to);
    const alone = parts.length > 1 && taken !== '1h' && !learned.hasAccepted(taken);
    const reading = { range, leftOut: leftOutOf(request, range), wanted, taken };
    return readParts(parts, alone).pipe(
      concatMap((progress) => this.withLost(target, progress, request, range, step)),
      map((progress) => {
        if (progress.read.length > 0) {
          learned.accept(taken);
        }
        const refused = last ? progress.read.length === 0 && progress.pending.length === 0 : true;
        const refusal = refused ? progress.refusal : null;
        const all = refusal && !last ? refusedAll(progress, parts, refusal) : progress;
        return { snapshot: snapshotOf(series, reading, all), refusal };
      }),
      finalize(() => this.flights.release(series, own))
    );
  }

  /**
   * Points that were lost at the borders of parts, each read by itself once all is there; what is missing of them stays lost.
   *
   * @param reach how far the request for a point reaches to either side, in milliseconds
   */
  private withLost(
    { series, step, ...target }: PartTarget,
    before: Progress,
    { requests }: Wanted,
    range: Span,
    reach: number
  ): Observable<Progress> {
    const lost = before.pending.length > 0 ? [] : this.ends.lost(series, before.read, range, step);
    const spans = lost
      .slice(0, Math.max(0, requests - before.calls.length))
      .map((border) => ({ from: border - reach, to: border + reach }));
    const flights = spans.map((span) => this.flight({ series, step, ...target }, span, 0));
    return flights.length === 0
      ? of(before)
      : readParts(flights, false).pipe(
          map((progress) => {
            if (progress.read.length > 0 && progress.pending.length === 0) {
              this.ends.note(lost.some((time) => series.pieces({ from: time, to: time }).length > 0));
            }
            return { ...before, pending: progress.pending, calls: [...before.calls, ...progress.calls] };
          }),
          finalize(() => this.flights.release(series, flights))
        );
  }

  private targetOf(request: Wanted, version: Version, taken: Granularity, learned: Learned): PartTarget {
    const { nodeId, metricId, aggregation } = request;
    const series = this.series.open(JSON.stringify([version, nodeId, metricId, aggregation, taken]));
    const asked = { version, nodeId, metricId, aggregation };
    return version === 'v1'
      ? { request: { ...asked, granularity: taken }, series, learned, step: stepAt(taken, series) }
      : { request: asked, series, learned, step: STEP[taken] };
  }

  private knownOf({ series, step }: PartTarget, range: Span) {
    const holes = series.dueHoles(range, step, this.tools.now());
    return { covered: series.covered, holes, underWay: this.flights.of(series) };
  }

  private flight(target: PartTarget, span: Span, turn: number): Part {
    const grown = (series: Series) => this.series.trim(series);
    return this.flights.share(
      target.series,
      span,
      readPart(target, span, turn, { ...this.tools, ends: this.ends, grown })
    );
  }
}

/** What is asked for at a granularity may come coarser. */
function stepAt(granularity: Granularity, { told }: Series): number {
  return Math.max(STEP[granularity], stepOf(told.granularity) ?? 0);
}

function leftOutOf({ from }: Span, range: Span): Span | null {
  return range.from > from ? { from, to: range.from } : null;
}

/** The newest part was refused, so that nobody asks for the others: all of them are missing. */
function refusedAll(progress: Progress, parts: readonly Span[], failure: ServiceFailure): Progress {
  const missing = parts.map(({ from, to }) => ({ from, to, failure }));
  return { ...progress, pending: [], missing };
}
