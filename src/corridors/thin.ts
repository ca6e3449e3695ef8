import { type Columns } from './columns';
import { isOutside } from './judge';

/** More points per pixel than this, and rows are dropped. */
const POINTS_PER_PIXEL = 10;

/** What points are drawn on. */
export interface Width {
  pixels: number;
  /** The range over those pixels, epoch milliseconds. */
  from: number;
  to: number;
}

/** Whether there are so many points that rows are dropped. */
export function isCrowded(points: number, { pixels }: Width): boolean {
  return pixels >= 1 && points > pixels * POINTS_PER_PIXEL;
}

/**
 * Which rows to keep where there are far more points than pixels: each pixel's first and last row, the rows of the lowest
 * and the highest value of every column (the outliers' too), its furthest outlier on either side, and the first and last row in which a
 * column has no value, so that a gap stays a gap. Every row is a real one.
 *
 * @param columns rows of the range, in time order; a range may be thinned piece by piece, a pixel that is in two pieces
 *   then keeps what it would keep of each
 * @param distance of each row, see `judge`; the sign is the side
 * @param extra further columns whose extremes are to be kept (the deviation)
 * @returns indices in time order
 */
export function thin(
  columns: Columns,
  distance: Float64Array,
  extra: Float64Array[],
  { pixels, from, to }: Width
): Uint32Array {
  const { length, time } = columns;
  const values = [columns.smoothened, ...columns.edges.filter((edge) => edge !== null), ...extra];
  const perPixel = (to - from) / pixels;
  const keep = new Uint8Array(length);
  let start = 0;
  while (start < length) {
    const pixel = Math.floor((time[start] - from) / perPixel);
    const border = from + (pixel + 1) * perPixel;
    let end = start + 1;
    while (end < length && time[end] < border) {
      end++;
    }
    keep[start] = keep[end - 1] = 1;
    if (end - start > 2) {
      // A row on the very border stays; whoever draws may count it to either pixel, so it must not outdo its neighbours.
      const first = time[start] - (border - perPixel) < 1 ? start + 1 : start;
      for (const column of values) {
        keepExtremes(column, first, end, keep);
      }
      keepOutliers(columns.smoothened, distance, first, end, keep);
    }
    start = end;
  }
  let kept = 0;
  for (let i = 0; i < length; i++) {
    kept += keep[i];
  }
  const rows = new Uint32Array(kept);
  for (let i = 0, row = 0; i < length; i++) {
    if (keep[i] === 1) {
      rows[row++] = i;
    }
  }
  return rows;
}

function keepExtremes(column: Float64Array, start: number, end: number, keep: Uint8Array) {
  let lowest = Infinity;
  let highest = -Infinity;
  let low = -1;
  let high = -1;
  let firstGap = -1;
  let lastGap = -1;
  for (let i = start; i < end; i++) {
    const value = column[i];
    if (value < lowest) {
      lowest = value;
      low = i;
    }
    if (value > highest) {
      highest = value;
      high = i;
    }
    if (value !== value) {
      firstGap = firstGap < 0 ? i : firstGap;
      lastGap = i;
    }
  }
  if (low >= 0) {
    keep[low] = 1;
  }
  if (high >= 0) {
    keep[high] = 1;
  }
  if (firstGap >= 0 && (low >= 0 || high >= 0)) {
    keep[firstGap] = keep[lastGap] = 1;
  }
}

/** The furthest outlier on either side, and the lowest and the highest value among the outliers. */
function keepOutliers(values: Float64Array, distance: Float64Array, start: number, end: number, keep: Uint8Array) {
  let above = -1;
  let below = -1;
  let low = -1;
  let high = -1;
  for (let i = start; i < end; i++) {
    const far = distance[i];
    if (isOutside(far)) {
      above = far > 0 && (above < 0 || far > distance[above]) ? i : above;
      below = far < 0 && (below < 0 || far < distance[below]) ? i : below;
      low = low < 0 || values[i] < values[low] ? i : low;
      high = high < 0 || values[i] > values[high] ? i : high;
    }
  }
  for (const row of [above, below, low, high]) {
    if (row >= 0) {
      keep[row] = 1;
    }
  }
}
