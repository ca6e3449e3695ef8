import { floorTo } from '../time';
import type { Columns } from '../series/columns';
import type { Aggregation, Metric } from '../series/metric';
import { aggregate } from '../series/aggregate';

/**
 * The points of a metric with steps that start from `from` to `to`, both included, as they are at `now`. A step of the
 * source counts when it is over, a wider step as far as it has points. A running step of a sum is omitted, since it would
 * look like a drop.
 */
export function readPoints(
  metric: Metric,
  from: number,
  to: number,
  step: number,
  aggregation: Aggregation,
  now: number
): Columns {
  const { series } = metric;
  const known = floorTo(now, series.step) - series.step;
  if (step === series.step) {
    return series.read(from, Math.min(to, known));
  }
  const first = Math.ceil(from / step) * step;
  const end = floorTo(to, step) + step - 1;
  const last = aggregation === 'sum' ? Math.min(end, floorTo(now, step) - 1) : end;
  return aggregate(series.read(first, Math.min(last, known)), step, aggregation);
}
