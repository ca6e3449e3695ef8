import { type Columns, view } from './columns';
import { type DeviationLimits } from './fields';

/**
 * Points, and whether each value is in the corridors of its point. A corridor needs both limits. Limits may be swapped,
 * and bands don't have to enclose each other.
 */
export interface Judged extends Columns {
  /**
   * Distance from the value to the nearest edge if it is outside all corridors: positive above the main corridor (or above
   * the nearest one without main), negative below. 0 inside any corridor. NaN without a value or corridor.
   */
  distance: Float64Array;
  /** Distance in widths of the main corridor. NaN without a main corridor of positive width. */
  deviation: Float64Array;
}

export function judge(columns: Columns): Judged {
  const [up, down] = columns.edges;
  const distance = new Float64Array(columns.length);
  const deviation = new Float64Array(columns.length);
  for (const row of unusualRows(columns)) {
    distance[row] = distanceAt(columns, row);
    const width = up && down ? Math.abs(up[row] - down[row]) : NaN;
    // Neither 0 nor infinity is a width.
    const widths = width > 0 && width < Infinity ? distance[row] / width : NaN;
    deviation[row] = Number.isFinite(widths) ? widths : NaN;
  }
  return { ...columns, distance, deviation };
}

/** Rows `start` to `end` (exclusive) of judged points, without a copy. */
export function judgedView(judged: Judged, start: number, end: number): Judged {
  return {
    ...view(judged, start, end),
    distance: judged.distance.subarray(start, end),
    deviation: judged.deviation.subarray(start, end),
  };
}

/** Judged points as if those below a limit, or on the other side, were inside. `unmarked`: how many these are. */
export function withoutMinor(judged: Judged, limits: DeviationLimits): { judged: Judged; unmarked: number } {
  const { minDeviation, side } = limits;
  if (minDeviation <= 0 && side === 'both') {
    return { judged, unmarked: 0 };
  }
  const [distance, deviation] = [judged.distance.slice(), judged.deviation.slice()];
  let unmarked = 0;
  judged.distance.forEach((far, row) => {
    const isOtherSide = (side === 'above' && far < 0) || (side === 'below' && far > 0);
    if (isOutside(far) && (isOtherSide || sizeAt(judged, row, limits) < minDeviation)) {
      distance[row] = 0;
      deviation[row] = 0;
      unmarked++;
    }
  });
  return { judged: { ...judged, distance, deviation }, unmarked };
}

/** The size of a deviation. NaN without a main corridor of positive width, so that it is not small. */
function sizeAt(judged: Judged, row: number, { minDeviationIn }: DeviationLimits): number {
  const far = Math.abs(judged.distance[row]);
  switch (minDeviationIn) {
    case 'widths':
      return Math.abs(judged.deviation[row]);
    case 'unit':
      return far;
    case 'percent': {
      const value = judged.smoothened[row];
      const isEdge = judged.edges.some((edge) => edge && Math.abs(edge[row] - (value - far)) < Math.abs(far) * 1e-6);
      return (100 * far) / Math.abs(isEdge ? value - far : value + far);
    }
  }
}

/** All rows except those inside main, whose distance and deviation are 0. Most rows are inside. */
function unusualRows({ length, smoothened, edges: [up, down] }: Columns): number[] {
  if (!up || !down) {
    return [...smoothened.keys()];
  }
  const rows: number[] = [];
  for (let row = 0; row < length; row++) {
    const isInside = smoothened[row] <= up[row] && smoothened[row] >= down[row] && up[row] > down[row];
    if (!isInside) {
      rows.push(row);
    }
  }
  return rows;
}

/** The distance of one row; see `Judged`. */
export function distanceAt({ smoothened, edges }: Columns, row: number): number {
  const far = (up: number) => outside(smoothened[row], edges[up]?.[row] ?? NaN, edges[up + 1]?.[row] ?? NaN);
  const main = far(0);
  const nearest = main === 0 ? 0 : nearer(nearer(main, far(2)), far(4));
  // The main corridor determines the side, whichever edge is the nearest.
  return (main > 0 && nearest < 0) || (main < 0 && nearest > 0) ? -nearest : nearest;
}

/** What is expected of a point: from the lowest to the highest edge of all its corridors. The row has a corridor. */
export function expectedAt({ edges }: Columns, row: number): { expectedFrom: number; expectedTo: number } {
  const known = [0, 2, 4].flatMap((band) => {
    const pair = [edges[band]?.[row] ?? NaN, edges[band + 1]?.[row] ?? NaN];
    return pair.some(Number.isNaN) ? [] : pair;
  });
  return { expectedFrom: Math.min(...known), expectedTo: Math.max(...known) };
}

/** Whether a distance means a value outside all corridors. */
export function isOutside(distance: number): boolean {
  return distance > 0 || distance < 0;
}

/** How far a value is above (positive) or below (negative) a corridor. 0 inside, NaN if a value is missing. */
function outside(value: number, one: number, other: number): number {
  if (Number.isNaN(value + one + other)) {
    return NaN;
  }
  const high = one >= other ? one : other;
  const low = one >= other ? other : one;
  return value > high ? value - high : value < low ? value - low : 0;
}

/** The distance that is closer to 0. A missing one does not count. */
function nearer(one: number, other: number): number {
  return Number.isNaN(other) || Math.abs(one) <= Math.abs(other) ? one : other;
}
