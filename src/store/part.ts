import { catchError, concatMap, defer, forkJoin, map, type Observable, of, throwError } from 'rxjs';
import { lowerBound, upperBound } from '../corridors/columns';
import { decodeMetricData } from '../corridors/decode';
import { isFailure, type ServiceFailure } from '../service/failure';
import { type Turn } from '../service/client';
import { type MetricDataRequest, metricDataPath, type Operations } from '../service/operations';
import { ruleGranularity, STEP, stepOf } from '../query/granularity';
import { type Learned } from './learned';
import { countsUntil, type Limits } from './plan';
import { type RangeEnds } from './rangeEnds';
import { type Series } from './series';
import { halves, type Span } from '../time/spans';

/** A span that could not be read, and why. */
export interface Missing extends Span {
  failure: ServiceFailure;
}

/** A span that was read. */
export interface SpanRead extends Span {
  /** Those of its ends whose points the answer held. */
  brought: number[];
}

/** What the reading of a part came to. */
export interface PartAnswer {
  /** What was read of it: the part itself, or halves of it. */
  read: SpanRead[];
  /** What stays unread: none where all went well. */
  missing: Missing[];
  /** The requests that it took, a line each. */
  calls: string[];
}

/** What a request of one part is made of, apart from its span. */
export interface PartTarget {
  request: Omit<MetricDataRequest, 'from' | 'to'>;
  series: Series;
  /** Milliseconds: the step of the granularity that is asked for. */
  step: number;
  learned: Learned;
}

export interface PartTools {
  operations: Operations;
  /** Epoch milliseconds. */
  now: () => number;
  limits: Limits;
  ends: RangeEnds;
  /** Called when a series has grown. */
  grown: (series: Series) => void;
}

/**
 * Reads one part into its series. A part that takes the service too long is tried once more in halves.
 *
 * @param turn the gate's, which changes with those who wait for the part
 */
export function readPart(target: PartTarget, span: Span, turn: Turn, tools: PartTools): Observable<PartAnswer> {
  return attempt(target, span, turn, tools).pipe(
    concatMap((whole) => {
      const tooLong = whole.missing.some(({ failure }) => failure.kind === 'timeout');
      const parts = tooLong ? halves(span, target.step) : [];
      return parts.length < 2
        ? of(whole)
        : forkJoin(parts.map((half) => attempt(target, half, turn, tools))).pipe(
            map((answers) => ({
              read: answers.flatMap(({ read }) => read),
              missing: answers.flatMap(({ missing }) => missing),
              calls: [whole, ...answers].flatMap(({ calls }) => calls),
            }))
          );
    })
  );
}

function attempt(target: PartTarget, span: Span, turn: Turn, tools: PartTools): Observable<PartAnswer> {
  const request = { ...target.request, ...span };
  return defer(() => {
    const asked = { at: tools.now(), inside: target.series.hasPointsAfter(span.to) };
    return tools.operations.getMetricData(request, turn).pipe(map((body) => take(body, asked, target, span, tools)));
  }).pipe(
    map((brought) => ({ read: [{ ...span, brought }], missing: [], calls: [callOf(request)] })),
    catchError((failure: unknown) =>
      isFailure(failure)
        ? of({ read: [], missing: [{ ...span, failure }], calls: failure.kind === 'input' ? [] : [callOf(request)] })
        : throwError(() => failure)
    )
  );
}

/** When a part was asked for (epoch milliseconds), and whether newer points were known then than it could bring. */
interface Asked {
  at: number;
  inside: boolean;
}

/** Puts a body's datapoints into the series. @returns those ends of the span whose points it held */
function take(
  body: unknown,
  { at, inside }: Asked,
  target: PartTarget,
  span: Span,
  { limits, ends, grown }: PartTools
): number[] {
  const { series, learned } = target;
  const { columns, ...told } = decodeMetricData(body);
  const step = Math.max(target.step, stepOf(told.granularity) ?? 0);
  const hadStart = series.pieces({ from: span.from, to: span.from }).length > 0;
  const brought = [span.from, span.to].filter(
    (time) => lowerBound(columns.time, time) < upperBound(columns.time, time)
  );
  const bringsStart = brought.includes(span.from);
  const lacksStart = hadStart && !bringsStart && columns.length > 0;
  const isNews = lacksStart && ends.holdsStart;
  ends.holdsStart = bringsStart || (ends.holdsStart && !lacksStart);
  series.insert(columns, span);
  series.told = told;
  const newest = inside ? span.to : columns.time[columns.length - 1];
  const { settled, seen } = countsUntil(span, newest, step, at, limits.refreshOverlap, ends.holdsStart);
  const serves = isOfClass(target, span) ? settled : span.from;
  series.cover({ from: span.from, to: serves, kind: 'read', at }, at, limits.reuseFor);
  // Once it shows that the start was left out, its point is to be read again, from the step before.
  series.cover({ from: isNews ? span.from - 1 : serves, to: seen, kind: 'seen' }, at, limits.reuseFor);
  series.noteHoles(span, step, at);
  learned.source = stepOf(told.sourceGranularity) ?? learned.source;
  grown(series);
  return brought;
}

/** Whether v2, which chooses by the range, chose as for the whole part: a half may be shown that serves nobody. */
function isOfClass({ request, step }: PartTarget, { from, to }: Span): boolean {
  return request.version === 'v1' || STEP[ruleGranularity(to - from)] === step;
}

function callOf(request: MetricDataRequest): string {
  return `GET /${metricDataPath(request)}`;
}
