import { allMetricData } from '../facts/metricData';
import { inTurns, type Reader, within } from '../facts/reader';
import { type Store } from '../facts/store';
import { type Columns, upperBound } from '../ground/columns';
import { distanceAt } from '../ground/judge';
import { DAY, HOUR, MINUTE } from '../ground/spans';
import { pointsOf } from '../ground/spacing';
import { type Named } from '../service/alerts';

/** How a metric came back: its value returned to what was usual, or its corridors moved to the value. */
export type EndedBy = 'recovered' | 'relearned';

const WEEK = 7 * DAY;
/** The corridors that are compared reach back as long before the end, in milliseconds: one request. */
const BEFORE_END = 2 * WEEK;
/** How far a point may be from the end, and from the same time of day of a week before, in milliseconds. */
const NEAR = HOUR;

/** The two weeks are read at 15m, like a panel with room for that many points. */
const POINTS = BEFORE_END / (15 * MINUTE);
/** The longest wait for them, in milliseconds. */
const PATIENCE = 15_000;

/**
 * How an alert's first metric came back. This is one request, which is sent last. If it fails or takes too long, nothing is
 * claimed.
 *
 * @param end of the alert, or a moment when the metric is back; epoch milliseconds
 */
export function readEnding(reader: Reader, metric: Named | null, end: number | null, store: Store): EndedBy | null {
  const { nodeId, metricId } = metric ?? {};
  if (!nodeId || !metricId || end === null) {
    return null;
  }
  const request = {
    nodeId,
    metricId,
    aggregation: '',
    granularity: 'auto' as const,
    maxDataPoints: POINTS,
    from: end - BEFORE_END,
    to: end,
    rank: 2 as const,
  };
  const entry = inTurns(within(PATIENCE, allMetricData(request, store)));
  return reader.conclude(`ending ${entry.key}`, () => {
    const { data } = reader.read(entry);
    return data ? endedBy(pointsOf(data).columns, end) : null;
  });
}

/**
 * How a metric came back: its value at the end, in the corridors of the same time of day one and two weeks before. Inside
 * both, it recovered. If it is outside both on the same side, and inside its present ones, these were relearned.
 *
 * @param columns the two weeks up to the end, in time order @param end epoch milliseconds
 * @returns null otherwise, and if a point is missing
 */
export function endedBy(columns: Columns, end: number): EndedBy | null {
  const { time, smoothened, length } = columns;
  const known = [...time.keys()].filter((row) => !Number.isNaN(distanceAt(columns, row)));
  const newest = known.findLast((row) => row < upperBound(time, end));
  if (newest === undefined || end - time[newest] > NEAR) {
    return null;
  }
  const value = { ...columns, smoothened: new Float64Array(length).fill(smoothened[newest]) };
  const sides = [1, 2].map((weeks) => {
    const at = time[newest] - weeks * WEEK;
    const nearest = known.reduce((best, row) => (Math.abs(time[row] - at) < Math.abs(time[best] - at) ? row : best));
    return Math.abs(time[nearest] - at) > NEAR ? NaN : Math.sign(distanceAt(value, nearest));
  });
  if (sides[0] !== sides[1]) {
    return null;
  }
  return sides[0] === 0 ? 'recovered' : distanceAt(columns, newest) === 0 ? 'relearned' : null;
}

/** Null without values. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length === 0 ? null : (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}
