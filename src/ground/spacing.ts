import { type Span } from './spans';
import { type Columns, concat, NO_POINTS, upperBound, view } from './columns';

/** The distance of points, and where points are missing between them. */
interface Spacing {
  /** The largest distance between neighbors that is not a gap, in milliseconds. 0 if unknown. */
  interval: number;
  /** Neighbors with missing points between them: the times before and after. In time order. */
  gaps: Span[];
}

/** Points are up to a tenth of a step off: neighbors are 0.8 to 1.2 steps apart, and 1.8 is a gap. */
const TOLERANCE = 1.5;

/** The number of distances on each side that determine the usual one. */
const AROUND = 10;

/**
 * The distance of points, from the points themselves: a metric may be stored coarser than requested, some services don't
 * report that, and an old part may be coarser than a new one. A distance is a gap if it is much longer than the median
 * around it.
 *
 * @param step milliseconds between points, if the service returned it; it is used if there are fewer than two points
 */
export function spacingOf({ time }: Columns, step = 0): Spacing {
  if (time.length < 2) {
    return { interval: step, gaps: [] };
  }
  let shortest = Infinity;
  let longest = 0;
  for (let i = 1; i < time.length; i++) {
    const distance = time[i] - time[i - 1];
    shortest = distance < shortest ? distance : shortest;
    longest = distance > longest ? distance : longest;
  }
  // Nearly always, all distances are equal, and nothing must be sorted.
  if (longest <= shortest * TOLERANCE) {
    return { interval: longest, gaps: [] };
  }
  const gaps: Spacing['gaps'] = [];
  let interval = 0;
  for (let i = 1; i < time.length; i++) {
    const distance = time[i] - time[i - 1];
    if (distance > shortest * TOLERANCE && distance > medianAround(time, i) * TOLERANCE) {
      gaps.push({ from: time[i - 1], to: time[i] });
    } else {
      interval = Math.max(interval, distance);
    }
  }
  return { interval, gaps };
}

/** The data of a series as one piece, and the distance of its points in milliseconds. */
export function pointsOf({ columns, step }: { columns: readonly Columns[]; step: number }): {
  columns: Columns;
  step: number;
} {
  const points = concat(columns);
  return { columns: points, step: spacingOf(points, step).interval };
}

/** The median distance between neighbors around a place. For an even number, the shorter one of the two in the middle. */
function medianAround(time: Float64Array, place: number): number {
  const times = time.subarray(Math.max(0, place - AROUND - 1), place + AROUND + 1);
  const around = times.subarray(1).map((at, i) => at - times[i]);
  return around.sort()[(around.length - 1) >> 1];
}

/**
 * The points, with a row without values in gaps that a frame's single interval can't show. If a part of the points is
 * sparser than another, gaps in the finer part may be shorter than distances in the coarser one. The line would then cross
 * them. Usually there are no such gaps, and the points stay unchanged.
 */
export function withGapRows(points: Columns, { interval, gaps }: Spacing): Columns {
  const hidden = gaps.filter(({ from, to }) => to - from <= interval);
  const borders = [0, ...hidden.map(({ from }) => upperBound(points.time, from)), points.length];
  const parts = borders.slice(1).map((end, i) => view(points, borders[i], end));
  return concat(parts.flatMap((part, i) => (i === 0 ? [part] : [rowWithin(hidden[i - 1]), part])));
}

function rowWithin({ from, to }: Span): Columns {
  const time = Float64Array.of(Math.round((from + to) / 2));
  return { ...NO_POINTS, length: 1, time, smoothened: Float64Array.of(NaN) };
}
