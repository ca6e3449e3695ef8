import { isOutside, type Judged } from './judge';

/** With more points per pixel than this, rows are dropped. */
const POINTS_PER_PIXEL = 10;

/** The width of the plot. */
export interface Width {
  pixels: number;
  /** The range of these pixels, in epoch milliseconds. */
  from: number;
  to: number;
}

/** Whether there are so many points that rows are dropped. */
export function isCrowded(points: number, { pixels }: Width): boolean {
  return pixels >= 1 && points > pixels * POINTS_PER_PIXEL;
}

/**
 * Which rows to keep if there are far more points than pixels. Of each pixel, these are:
 *
 * - the first and last row
 * - the rows with the lowest and highest value of every column, including outliers
 * - the largest outlier on each side
 * - the first and last row without a value in a column, so that gaps stay gaps
 *
 * Every row is a real one.
 *
 * @param points of the range, in time order
 * @param withDeviation whether the extremes of the deviation are kept as well
 * @returns indices in time order
 */
export function thin(points: Judged, withDeviation: boolean, { pixels, from, to }: Width): number[] {
  const { length, time, smoothened, edges, distance, deviation } = points;
  const drawn = [smoothened, ...edges, withDeviation ? deviation : null].filter((column) => column !== null);
  const outside = outsideRows(points);
  const outliers = [
    Float64Array.from(outside, (row) => smoothened[row]),
    Float64Array.from(outside, (row) => distance[row]),
  ];
  const keepOutside = new Uint8Array(outside.length);
  let nextOutside = 0;
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
    // A row exactly on the border stays. It can be drawn in either pixel, so it doesn't count as an extreme.
    const first = time[start] - (border - perPixel) < 1 ? start + 1 : start;
    drawn.forEach((column) => keepFrom(column, first, end, keep));
    const firstOutside = outside[nextOutside] < first ? nextOutside + 1 : nextOutside;
    nextOutside = firstOutside;
    while (outside[nextOutside] < end) {
      nextOutside++;
    }
    outliers.forEach((column) => keepFrom(column, firstOutside, nextOutside, keepOutside));
    start = end;
  }
  outside.forEach((row, i) => (keep[row] ||= keepOutside[i]));
  const rows: number[] = [];
  for (let row = 0; row < length; row++) {
    if (keep[row]) {
      rows.push(row);
    }
  }
  return rows;
}

/**
 * Keeps the rows with the lowest and the highest value, and the first and the last row without a value. One loop without
 * copies, because it runs for every column of every pixel.
 */
function keepFrom(column: Float64Array, start: number, end: number, keep: Uint8Array) {
  let low = -1;
  let high = -1;
  let firstGap = -1;
  let lastGap = -1;
  let lowest = Infinity;
  let highest = -Infinity;
  for (let row = start; row < end; row++) {
    const value = column[row];
    if (value < lowest) {
      lowest = value;
      low = row;
    }
    if (value > highest) {
      highest = value;
      high = row;
    }
    if (Number.isNaN(value)) {
      firstGap = firstGap < 0 ? row : firstGap;
      lastGap = row;
    }
  }
  if (low >= 0) {
    keep[low] = keep[high] = 1;
  }
  if (firstGap >= 0) {
    keep[firstGap] = keep[lastGap] = 1;
  }
}

function outsideRows({ distance }: Judged): number[] {
  const rows: number[] = [];
  distance.forEach((far, row) => isOutside(far) && rows.push(row));
  return rows;
}
