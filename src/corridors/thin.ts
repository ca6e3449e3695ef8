import { type Columns } from './columns';

/** More points per pixel than this, and rows are dropped. */
export const POINTS_PER_PIXEL = 10;

/**
 * Which rows to keep where there are far more points than pixels: each pixel's first and last row, the rows of the lowest
 * and the highest value of every column, its farthest outlier on either side, and the first and last row in which a
 * column has no value, so that a gap stays a gap. Every row is a real one.
 *
 * @param columns the rows of the range, in time order
 * @param distance of each row, see `judge`; the sign is the side
 * @param extra further columns whose extremes are to be kept (the deviation)
 * @param range epoch milliseconds
 * @param pixels how many pixels the range is drawn on
 * @returns indices in time order, or null where nothing is to be dropped
 */
export function thin(
  columns: Columns,
  distance: Float64Array,
  extra: Float64Array[],
  range: { from: number; to: number },
  pixels: number
): Uint32Array | null {
  const { length, time } = columns;
  if (!(pixels >= 1) || length <= pixels * POINTS_PER_PIXEL) {
    return null;
  }
  const values = [columns.smoothened, ...columns.edges.filter((edge) => edge !== null), ...extra];
  const perPixel = (range.to - range.from) / pixels;
  const keep = new Uint8Array(length);
  let start = 0;
  while (start < length) {
    const pixel = Math.floor((time[start] - range.from) / perPixel);
    const border = range.from + (pixel + 1) * perPixel;
    let end = start + 1;
    while (end < length && time[end] < border) {
      end++;
    }
    keep[start] = keep[end - 1] = 1;
    if (end - start > 2) {
      for (const column of values) {
        keepExtremes(column, start, end, keep);
      }
      keepFarthest(distance, start, end, keep);
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
  let low = -1;
  let high = -1;
  let firstGap = -1;
  let lastGap = -1;
  for (let i = start; i < end; i++) {
    const value = column[i];
    if (value !== value) {
      firstGap = firstGap < 0 ? i : firstGap;
      lastGap = i;
    } else if (low < 0) {
      low = high = i;
    } else if (value < column[low]) {
      low = i;
    } else if (value > column[high]) {
      high = i;
    }
  }
  if (low >= 0) {
    keep[low] = keep[high] = 1;
    if (firstGap >= 0) {
      keep[firstGap] = keep[lastGap] = 1;
    }
  }
}

function keepFarthest(distance: Float64Array, start: number, end: number, keep: Uint8Array) {
  let above = -1;
  let below = -1;
  for (let i = start; i < end; i++) {
    const value = distance[i];
    if (value > 0 && (above < 0 || value > distance[above])) {
      above = i;
    } else if (value < 0 && (below < 0 || value < distance[below])) {
      below = i;
    }
  }
  if (above >= 0) {
    keep[above] = 1;
  }
  if (below >= 0) {
    keep[below] = 1;
  }
}
