import { lowerBound, upperBound } from '../corridors/columns';
import { decodeMetricData } from '../corridors/decode';
import { ruleGranularity, STEP, stepOf } from '../query/granularity';
import { type MetricDataRequest, type Operations } from '../service/operations';
import { down } from '../time/grid';
import { type Span } from '../time/spans';
import { LATE } from './holes';
import { type Learned } from './learned';
import { type Limits } from './plan';
import { type RangeEnds } from './rangeEnds';
import { type Series } from './series';

/** What a request of one part is made of, apart from its span. */
export interface PartTarget {
  request: Omit<MetricDataRequest, 'from' | 'to'>;
  series: Series;
  /** Milliseconds: the step of the granularity that is asked for. */
  step: number;
  learned: Learned;
  /** The reading is of a single point, from beside it to beside it. */
  ofPoint?: boolean;
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

/** When a part was asked for (epoch milliseconds), and whether newer points were known then than it could bring. */
export interface Asked {
  at: number;
  inside: boolean;
}

/** Puts a body's datapoints into the series. @returns those ends of the span whose points it held */
export function take(
  body: unknown,
  { at, inside }: Asked,
  target: PartTarget,
  span: Span,
  { limits, ends, grown }: PartTools
): number[] {
  const { series, learned, ofPoint } = target;
  const { columns, ...metadata } = decodeMetricData(body);
  const step = Math.max(target.step, stepOf(metadata.granularity) ?? 0);
  const hadStart = series.hasPointAt(span.from);
  const brought = [span.from, span.to].filter(
    (time) => lowerBound(columns.time, time) < upperBound(columns.time, time)
  );
  const bringsStart = brought.includes(span.from);
  const lacksStart = hadStart && !bringsStart && columns.length > 0;
  const isNews = lacksStart && ends.holdsStart;
  ends.holdsStart = bringsStart || (ends.holdsStart && !lacksStart);
  series.insert(columns, span, !ofPoint);
  series.metadata = metadata;
  const newest = inside ? span.to : columns.time[columns.length - 1];
  const { settled, seen } = countsUntil(span, newest, step, at, limits.refreshOverlap, ends.holdsStart);
  const serves = isOfClass(target, span) ? settled : span.from;
  series.cover({ from: span.from, to: serves, kind: 'read', at }, at, limits.reuseFor);
  // Once it shows that the start was left out, its point is to be read again, from the step before.
  series.cover({ from: isNews ? span.from - 1 : serves, to: seen, kind: 'seen' }, at, limits.reuseFor);
  series.noteHoles(span, step, at);
  learned.source = stepOf(metadata.sourceGranularity) ?? learned.source;
  grown(series);
  return brought;
}

/** Whether v2, which chooses by the range, chose as for the whole part: a half may be shown that serves nobody. */
function isOfClass({ request, step }: PartTarget, { from, to }: Span): boolean {
  return request.version === 'v1' || STEP[ruleGranularity(to - from)] === step;
}

/** How far a reading of a span counts: up to `settled` it serves again, from there to `seen` its points may still move. */
interface Counts {
  settled: number;
  seen: number;
}

/**
 * In the last 24 h a span counts as read only up to the newest point that came, so that late data is found; and the
 * newest `refreshOverlap`, never less than the two newest steps, has to be read again. Where the data ends before the
 * span does, the two newest steps are those of the data. A reading that leaves its start out has to begin a step earlier.
 *
 * @param newest the time of the newest point of the answer, or undefined where it was empty
 * @param now when the reading was asked for, epoch milliseconds
 */
function countsUntil(
  span: Span,
  newest: number | undefined,
  step: number,
  now: number,
  refreshOverlap: number,
  holdsStart = true
): Counts {
  const within = (time: number) => Math.min(span.to, Math.max(span.from, time));
  const came = newest === undefined ? -Infinity : newest + step;
  const moving = Math.min(now - refreshOverlap, down(now, step) - step);
  const still = Math.min(moving, came < span.to ? came - 2 * step : span.to) - (holdsStart ? 0 : step);
  return { settled: within(Math.max(now - LATE, still)), seen: within(Math.max(now - LATE, came)) };
}
