import { maxBy, minBy, range } from 'lodash';

/** A recovering value has moved back by this share of its furthest distance. */
const QUARTER = 0.25;
/** So many points in a row make a movement: a single one does not. */
const POINTS = 3;

/** A stay outside, point by point in time order, short returns included. */
export interface Path {
  values: readonly number[];
  /** Signed distance of each value to the nearest edge; 0 inside a corridor. */
  distance: readonly number[];
  /** The same in widths of the main corridor; NaN if not known. */
  widths: readonly number[];
}

/**
 * Whether a value that is outside is coming back: the newest three points are back by a quarter of the furthest distance, and the value has
 * not moved out again since. The value itself has to move: a corridor that follows it is no recovery.
 */
export function isRecovering({ values, distance, widths }: Path): boolean {
  const far = distance.map(Math.abs);
  const threes = range(0, far.length - POINTS + 1).map((row) => range(row, row + POINTS));
  const farthest = (rows: number[]) => Math.max(...rows.map((row) => far[row]));
  const nearest = (rows: number[]) => Math.min(...rows.map((row) => far[row]));
  const newest = threes.at(-1);
  const peak = maxBy(range(far.length), (row) => far[row]);
  // A single high point is no level to recover from: three are.
  const level = minBy(maxBy(threes, nearest), (row) => far[row]);
  if (!newest || peak === undefined || level === undefined) {
    return false;
  }
  const widest = Math.max(0, ...widths.map(Math.abs).filter((width) => !Number.isNaN(width)));
  const isBackFrom = (from: number, row: number) => {
    const side = Math.sign(distance[from]);
    return (
      side * (values[from] - values[row]) >= QUARTER * far[from] &&
      side * distance[row] >= 0 &&
      far[row] <= (1 - QUARTER) * far[from]
    );
  };
  const isBack = newest.every(
    (row) => isBackFrom(peak, row) && isBackFrom(level, row) && !(Math.abs(widths[row]) > (1 - QUARTER) * widest)
  );
  const since = threes.filter(([first]) => first > level).map(farthest);
  return isBack && nearest(newest) - Math.min(...since) < QUARTER * far[level];
}
