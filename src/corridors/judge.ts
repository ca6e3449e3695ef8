import { type Columns } from './columns';

/**
 * Whether each value is in the corridors of its point. A corridor counts only with both limits. Limits may be swapped, and no band
 * has to enclose another one.
 */
interface Distances {
  /**
   * Distance from the value to the nearest edge if it is outside every corridor, positive above the main corridor
   * (above the nearest one if there is no main), negative below; 0 inside any corridor; NaN without value or corridor.
   */
  distance: Float64Array;
  /** Distance in widths of the main corridor; NaN without a main corridor of positive width. */
  deviation: Float64Array;
}

export function judge({ length, smoothened, edges }: Columns): Distances {
  const [mainUp, mainDown, supUp, supDown, infUp, infDown] = edges;
  const distance = new Float64Array(length);
  const deviation = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    const value = smoothened[i];
    const up = mainUp && mainDown ? mainUp[i] : NaN;
    const down = mainUp && mainDown ? mainDown[i] : NaN;
    // Most rows are inside main.
    if (value <= up && value >= down) {
      deviation[i] = up > down ? 0 : NaN;
      continue;
    }
    const main = outside(value, up, down);
    let nearest = main;
    if (supUp && supDown && nearest !== 0) {
      nearest = nearer(nearest, outside(value, supUp[i], supDown[i]));
    }
    if (infUp && infDown && nearest !== 0) {
      nearest = nearer(nearest, outside(value, infUp[i], infDown[i]));
    }
    // The side is the main corridor's, whichever edge is the nearest.
    distance[i] = (main > 0 && nearest < 0) || (main < 0 && nearest > 0) ? -nearest : nearest;
    const width = Math.abs(up - down);
    // Neither 0 nor infinity is a width.
    const widths = width > 0 && width < Infinity ? distance[i] / width : NaN;
    deviation[i] = Number.isFinite(widths) ? widths : NaN;
  }
  return { distance, deviation };
}

/** Whether a distance means a value outside every corridor. */
export function isOutside(distance: number): boolean {
  return distance > 0 || distance < 0;
}

/** How far a value is above (positive) or below (negative) a corridor; 0 inside, NaN if a value is missing. */
function outside(value: number, one: number, other: number): number {
  if (Number.isNaN(value + one + other)) {
    return NaN;
  }
  const high = one >= other ? one : other;
  const low = one >= other ? other : one;
  return value > high ? value - high : value < low ? value - low : 0;
}

/** The distance that is nearer to 0; a missing one does not count. */
function nearer(one: number, other: number): number {
  return Number.isNaN(other) || Math.abs(one) <= Math.abs(other) ? one : other;
}
