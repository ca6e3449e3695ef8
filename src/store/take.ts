import { lowerBound, upperBound } from '../corridors/columns';
import { decodeMetricData } from '../corridors/decode';
import { ruleGranularity, STEP, stepOf } from '../query/granularity';
import { type Span } from '../time/spans';
import { type PartTarget, type PartTools } from './partTarget';
import { countsUntil } from './counts';

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
  const { series, learned } = target;
  const { columns, ...metadata } = decodeMetricData(body);
  const step = Math.max(target.step, stepOf(metadata.granularity) ?? 0);
  const hadStart = series.pieces({ from: span.from, to: span.from }).length > 0;
  const brought = [span.from, span.to].filter(
    (time) => lowerBound(columns.time, time) < upperBound(columns.time, time)
  );
  const bringsStart = brought.includes(span.from);
  const lacksStart = hadStart && !bringsStart && columns.length > 0;
  const isNews = lacksStart && ends.holdsStart;
  ends.holdsStart = bringsStart || (ends.holdsStart && !lacksStart);
  series.insert(columns, span);
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
