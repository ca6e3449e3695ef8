import { readPoints } from './read';
import { floorTo } from '../time';
import { type Columns, bandsOf, emptyColumns, noBands, pushRow } from '../series/columns';
import type { Aggregation, Metric } from '../series/metric';
import { durationOf } from '../quirks/check';
import type { Quirk } from '../quirks/quirk';
import type { Quirks } from '../quirks/quirks';

export interface PointsWanted {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly aggregation: Aggregation;
  readonly now: number;
}

/** This many consecutive points are late by the same time. */
const stretch = 8;

/** The points of a metric after the current quirks: which exist, and at which times. */
export function quirkyPoints(metric: Metric, wanted: PointsWanted, quirks: Quirks): Columns {
  const { from, to, step, aggregation, now } = wanted;
  const quirk = quirks.of(metric);
  // Points that are joined into wider steps lose the jitter of their source.
  const own = step === metric.series.step ? (metric.series.jitter ?? 0) : 0;
  const { jitter = own, missing = 0, late = 0, window = 'closed' } = quirk;
  if (jitter === 0 && missing === 0 && late === 0 && window === 'closed') {
    return readPoints(metric, from, to, step, aggregation, now);
  }
  const name = `${metric.node.id}:${metric.id}`;
  const chance = (of: keyof Quirk, place: number) => quirks.draw(of, `${name} ${place}`);
  // Never enough to change the order of two points.
  const off = Math.min(0.45 * step, jitter < 1 ? jitter * step : jitter);
  const timeOf = (time: number) => time + Math.round(off * (2 * chance('jitter', time) - 1));
  const [least, most] = [late].flat().map(durationOf);
  const lateness = (time: number) =>
    most === undefined ? least : least + (most - least) * chance('late', floorTo(time, stretch * step));
  const points = readPoints(metric, from - step, to + step, step, aggregation, now);
  return rows(points, timeOf, (start, time) => {
    const after = window === 'openStart' || window === 'open' ? time > from : time >= from;
    const before = window === 'openEnd' || window === 'open' ? time < to : time <= to;
    const known = late === 0 || start + step + lateness(start) <= now;
    return after && before && known && chance('missing', start) >= missing;
  });
}

/** The rows that are kept, at their own times. `keep` gets the start of the step and the time. */
function rows(points: Columns, timeOf: (start: number) => number, keep: (start: number, time: number) => boolean) {
  const kept = emptyColumns();
  const bands = noBands();
  points.times.forEach((start, row) => {
    const time = timeOf(start);
    if (keep(start, time)) {
      pushRow(kept, time, points.values[row], bandsOf(points, row, bands));
    }
  });
  return kept;
}
