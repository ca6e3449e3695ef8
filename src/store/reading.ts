import { concatMap, finalize, map, type Observable, of } from 'rxjs';
import { type Granularity, STEP, stepOf } from '../query/granularity';
import { Recent } from '../service/recent';
import { type Span } from '../time/spans';
import { Flights } from './flights';
import { type Learned } from './learned';
import { type PartTarget, type PartTools } from './take';
import { type Part, type PartAnswer, type Progress, readPart, readParts } from './parts';
import { type Layout, planOf } from './plan';
import { RangeEnds } from './rangeEnds';
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

/** Readings of series at one granularity: what is there stays, what is missing is asked for, newest first. */
export class Readings {
  private readonly series: Recent<Series>;
  private readonly flights = new Flights<PartAnswer>();
  private tools: PartTools;

  /** @param bound how much the series may weigh together, in points */
  constructor(tools: Pick<PartTools, 'operations' | 'now' | 'limits'>, bound: number) {
    this.series = new Recent<Series>(bound, ({ weight }) => weight);
    this.tools = { ...tools, ends: new RangeEnds(), grown: (series) => this.series.trim(series) };
  }

  forget() {
    this.series.clear();
    this.tools = { ...this.tools, ends: new RangeEnds() };
  }

  /**
   * Where the granularity is refused and not the `last` that can be tried, what is there goes out with the refusal and
   * nothing more is read: that is left to whoever tries the next.
   */
  read(request: Wanted, wanted: Granularity, layout: Layout, learned: Learned, last: boolean): Observable<Snapshot> {
    const { range, taken } = layout;
    const { limits, now } = this.tools;
    const target = this.targetOf(request, taken, learned);
    const { series, step } = target;
    const holes = series.dueHoles(range, step, now());
    const known = { covered: series.covered, holes, underWay: this.flights.of(series) };
    const plan = planOf(known, now(), limits, layout, step);
    const newParts = plan.parts.map((span) => this.flight(target, span));
    const parts = [...plan.joins, ...newParts].sort((a, b) => b.to - a.to);
    const mayBeRefused = limits.metricVersion === 'v1' && taken !== '1h' && !learned.hasAccepted(taken);
    const leftOut = range.from > request.from ? { from: request.from, to: range.from } : null;
    return readParts(parts, mayBeRefused && parts.length > 1, request.late).pipe(
      concatMap((progress) => this.withLost(target, layout, progress, request.requests)),
      map((progress) => {
        const { read, pending, refusal } = progress;
        const reading = { range, leftOut, wanted, taken };
        if (read.length > 0) {
          learned.accept(taken);
        }
        if (refusal && !last) {
          // Nobody asks for the other parts.
          const missing = parts.map(({ from, to }) => ({ from, to, failure: refusal }));
          return snapshotOf(series, { ...reading, refusal }, { ...progress, pending: [], missing });
        }
        const isRefused = read.length === 0 && pending.length === 0;
        return snapshotOf(series, { ...reading, refusal: isRefused ? refusal : null }, progress);
      }),
      finalize(() => this.flights.release(series, newParts))
    );
  }

  /** Points that were lost at the borders of parts, each read by itself once all is there; where that fails, they are missing. */
  private withLost(target: PartTarget, layout: Layout, before: Progress, requests: number): Observable<Progress> {
    const { series, step } = target;
    const { range, reach = step } = layout;
    const { ends, now } = this.tools;
    if (before.pending.length > 0) {
      return of(before);
    }
    const lost = ends.lost(series, before.read, range, step, now());
    series.closeBorders(range, lost);
    const flights = lost
      .slice(0, Math.max(0, requests - before.calls.length))
      .map((time) => this.flight({ ...target, ofPoint: true }, { from: time - reach, to: time + reach }));
    return flights.length === 0
      ? of(before)
      : readParts(flights, false).pipe(
          map(({ pending, missing, read, calls }) => {
            if (read.length > 0 && pending.length === 0) {
              ends.note(lost.some((time) => series.hasPointAt(time)));
            }
            const unread = lost.flatMap((time) => {
              const failed = missing.find(({ from, to }) => from <= time && to >= time);
              return failed ? [{ from: time, to: time, failure: failed.failure }] : [];
            });
            return {
              ...before,
              pending,
              missing: [...before.missing, ...unread],
              calls: [...before.calls, ...calls],
            };
          }),
          finalize(() => this.flights.release(series, flights))
        );
  }

  private targetOf({ nodeId, metricId, aggregation }: Wanted, taken: Granularity, learned: Learned): PartTarget {
    const key = JSON.stringify([nodeId, metricId, aggregation, taken]);
    const series = this.series.get(key) ?? this.series.set(key, new Series());
    const request = { version: this.tools.limits.metricVersion, nodeId, metricId, aggregation };
    // What is asked for at a granularity may come coarser.
    return request.version === 'v2'
      ? { request, series, learned, step: STEP[taken] }
      : {
          request: { ...request, granularity: taken },
          series,
          learned,
          step: Math.max(STEP[taken], stepOf(series.metadata.granularity) ?? 0),
        };
  }

  private flight(target: PartTarget, span: Span): Part {
    const { tools } = this;
    return this.flights.share(target.series, span, (turn) => readPart(target, span, turn, tools));
  }
}
