import { type Columns } from './columns';

/**
 * Where each value lies among the corridors of its point (contract: `outlier`, `deviation`). A corridor counts with both
 * its limits only; which of them is the upper one, and which band encloses which, is not taken for granted.
 */
export interface Judgement {
  /**
   * Distance from the value to the nearest edge where it lies outside every corridor, positive above the main corridor
   * (above the nearest one where there is no main), negative below; 0 inside any corridor; NaN without value or corridor.
   */
  distance: Float64Array;
  /** Distance in widths of the main corridor; NaN without a main corridor of positive width. */
  deviation: Float64Array | null;
  /** How many values lie outside every corridor. */
  outliers: number;
}

/** @param withDeviation whether `deviation` is wanted */
export function judge(columns: Columns, withDeviation: boolean): Judgement {
  const { length, smoothened, edges } = columns;
  const [mainUp, mainDown, supUp, supDown, infUp, infDown] = edges;
  const distance = new Float64Array(length);
  const deviation = withDeviation ? new Float64Array(length) : null;
  let outliers = 0;
  let nearest = 0;
  let inside = false;
  let corridors = 0;

  const look = (value: number, one: number, other: number) => {
    const high = one >= other ? one : other;
    const low = one >= other ? other : one;
    // NaN in either limit fails both comparisons of `>=`, so the sum tells.
    if (Number.isNaN(one + other)) {
      return;
    }
    corridors++;
    if (value > high) {
      if (corridors === 1 || value - high < Math.abs(nearest)) {
        nearest = value - high;
      }
    } else if (value < low) {
      if (corridors === 1 || low - value < Math.abs(nearest)) {
        nearest = value - low;
      }
    } else {
      inside = true;
    }
  };

  for (let i = 0; i < length; i++) {
    const value = smoothened[i];
    nearest = 0;
    inside = false;
    corridors = 0;
    let width = NaN;
    let side = 0;
    if (!Number.isNaN(value)) {
      if (mainUp && mainDown) {
        const up = mainUp[i];
        const down = mainDown[i];
        look(value, up, down);
        width = Math.abs(up - down);
        side = value > up && value > down ? 1 : value < up && value < down ? -1 : 0;
      }
      if (supUp && supDown && !inside) {
        look(value, supUp[i], supDown[i]);
      }
      if (infUp && infDown && !inside) {
        look(value, infUp[i], infDown[i]);
      }
    }
    if (corridors === 0) {
      distance[i] = NaN;
    } else if (inside) {
      distance[i] = 0;
    } else {
      outliers++;
      distance[i] = side === 0 ? nearest : side * Math.abs(nearest);
    }
    if (deviation) {
      deviation[i] = width > 0 ? distance[i] / width : NaN;
    }
  }
  return { distance, deviation, outliers };
}
