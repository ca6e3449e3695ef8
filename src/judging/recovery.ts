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
  const newest = distance.map((_, i) => i).slice(-POINTS);
  if (newest.length < POINTS) {
    return false;
  }
  const far = distance.map(Math.abs);
  const peak = indexOfMax(far);
  const widest = Math.max(0, ...widths.map(Math.abs).filter((width) => !Number.isNaN(width)));
  // A single high point is no level to recover from.
  const level = indexOfMax(far.map((_, i) => heldAt(far, i)));
  const held = indexOfMin(far, level - POINTS + 1, level);
  const isBackFrom = (from: number, i: number) => {
    const side = Math.sign(distance[from]);
    return (
      side * (values[from] - values[i]) >= QUARTER * far[from] &&
      side * distance[i] >= 0 &&
      far[i] <= (1 - QUARTER) * far[from]
    );
  };
  return (
    newest.every(
      (i) => isBackFrom(peak, i) && isBackFrom(held, i) && !(Math.abs(widths[i]) > (1 - QUARTER) * widest)
    ) && heldAt(far, far.length - 1) - nearestSince(far, held) < QUARTER * far[held]
  );
}

/** How far out the value was for three points up to this one. */
function heldAt(far: readonly number[], i: number): number {
  return i < POINTS - 1 ? 0 : Math.min(...far.slice(i - POINTS + 1, i + 1));
}

/** How near it was for three points after `start`. */
function nearestSince(far: readonly number[], start: number): number {
  const nearest = far.map((_, i) => (i < start + POINTS ? Infinity : Math.max(...far.slice(i - POINTS + 1, i + 1))));
  return Math.min(...nearest);
}

function indexOfMax(values: readonly number[]): number {
  return values.reduce((most, value, i) => (value > values[most] ? i : most), 0);
}

function indexOfMin(values: readonly number[], from: number, to: number): number {
  let least = Math.max(0, from);
  for (let i = least + 1; i <= to; i++) {
    least = values[i] < values[least] ? i : least;
  }
  return least;
}
