import { decodeMetricData } from '../corridors/decode';
import { type Granularity, ruleGranularity, STEP, stepOf } from '../query/granularity';
import { type MetricDataRequest, type Operations } from '../service/operations';
import { record } from '../service/read';
import { DAY } from '../settings';
import { down, type Span } from '../time/spans';
import { type Learned } from './learned';
import { type Limits } from './plan';
import { type Metadata, type Series } from './series';

/** Data only arrives late within this time, in milliseconds. */
export const LATE = DAY;

/** The place of an answer whose granularity the service may have chosen. @param isChosen it did: none was sent */
export type Settle = (metadata: Metadata, isChosen: boolean) => PartTarget;

/** The parts of a request, except its span. */
export interface PartTarget {
  request: Omit<MetricDataRequest, 'from' | 'to'> & { granularity?: Granularity };
  series: Series;
  /** Milliseconds: the step of the requested granularity. */
  step: number;
  learned: Learned;
  /** If present, the service may choose the granularity, because the metric's is not known yet. */
  settle?: Settle;
}

export interface PartTools {
  operations: Operations;
  /** Epoch milliseconds. */
  now: () => number;
  limits: Limits;
  /** Called when a series has grown. */
  grown: (series: Series) => void;
}

/**
 * When a part was requested (epoch milliseconds), whether newer points were known then than it could return, and whether
 * it left the granularity to the service.
 */
interface RequestTime {
  at: number;
  inside: boolean;
  isChosen: boolean;
}

/** Inserts a body's data points into the series, and stores what the read covered. */
export function insertBody(
  body: unknown,
  { at, inside, isChosen }: RequestTime,
  requested: PartTarget,
  span: Span,
  { limits, grown }: Pick<PartTools, 'limits' | 'grown'>
) {
  const { columns, ...metadata } = decodeMetricData(body);
  const target = requested.settle?.(metadata, isChosen) ?? requested;
  const { series, learned } = target;
  const answer = record(body);
  if (series.taken.has(answer)) {
    return;
  }
  series.taken.add(answer);
  const step = Math.max(target.step, stepOf(metadata.granularity) ?? 0);
  series.insert(columns, span);
  series.metadata = metadata;
  const newest = inside ? span.to : columns.time[columns.length - 1];
  const { settled, seen } = countsUntil(span, newest, step, at, limits.refreshOverlap);
  const isWhole = isOfClass(target, span);
  const serves = isWhole ? settled : span.from;
  if (isWhole && span.to >= (series.justRead?.to ?? 0)) {
    series.justRead = { ...span, at };
  }
  const reuseFor = limits.reuseData ? limits.reuseFor : 0;
  series.cover({ from: span.from, to: serves, kind: 'read', at }, at, reuseFor);
  series.cover({ from: serves, to: seen, kind: 'seen' }, at, reuseFor);
  learned.noteSource(stepOf(metadata.sourceGranularity), span.to < at - LATE);
  grown(series);
}

/**
 * Whether v2, which chooses the granularity by the range, chose the same for a half as for the whole part. If not, it is
 * shown, but not reused.
 */
export function isOfClass({ request, step }: PartTarget, { from, to }: Span): boolean {
  return request.version === 'v1' || STEP[ruleGranularity(to - from)] === step;
}

/** How far a read of a span counts: up to `settled` it is reused, from there to `seen` its points may still change. */
interface Counts {
  settled: number;
  seen: number;
}

/**
 * In the last 24 h, a span only counts as read up to the newest point, so that late data is found. The newest
 * `refreshOverlap`, at least the two newest steps, must be read again. If the data ends before the span, the two newest
 * steps are those of the data.
 *
 * @param newest the time of the newest point of the answer, or undefined if it was empty
 * @param now when the request was sent, epoch milliseconds
 */
function countsUntil(
  span: Span,
  newest: number | undefined,
  step: number,
  now: number,
  refreshOverlap: number
): Counts {
  const within = (time: number) => Math.min(span.to, Math.max(span.from, time));
  const dataEnd = newest === undefined ? -Infinity : newest + step;
  const moving = Math.min(now - refreshOverlap, down(now, step) - step);
  const settled = Math.min(moving, dataEnd < span.to ? dataEnd - 2 * step : span.to);
  return { settled: within(Math.max(now - LATE, settled)), seen: within(Math.max(now - LATE, dataEnd)) };
}
