import { type Columns } from '../corridors/columns';
import { judge } from '../corridors/judge';

/** How far a metric was outside its corridors in a range. */
export interface Deviation {
  /** 0 to 1, of the points with a corridor; null where no point has one. */
  outsideShare: number | null;
  /** The deviation farthest from 0, in widths of the main corridor; null where none can be told. */
  worst: number | null;
  /** Epoch milliseconds of the last point outside every corridor. */
  lastOutside: number | null;
  /** Whether the newest point with a corridor lies outside every corridor. */
  isOutside: boolean;
  /** How many points the range has. */
  points: number;
}

export function deviationOf(columns: Columns): Deviation {
  const { distance, deviation } = judge(columns, true);
  let judged = 0;
  let outside = 0;
  let lastOutside: number | null = null;
  let isOutside = false;
  let worst: number | null = null;
  for (let i = 0; i < columns.length; i++) {
    if (!Number.isNaN(distance[i])) {
      judged++;
      isOutside = distance[i] !== 0;
      if (isOutside) {
        outside++;
        lastOutside = columns.time[i];
      }
    }
    const widths = deviation ? deviation[i] : NaN;
    if (!Number.isNaN(widths) && (worst === null || Math.abs(widths) > Math.abs(worst))) {
      worst = widths;
    }
  }
  const outsideShare = judged === 0 ? null : outside / judged;
  return { outsideShare, worst, lastOutside, isOutside, points: columns.length };
}

/** Order for `sort`: the largest share first; then the farthest, then the latest. */
export function mostOutsideFirst(a: Deviation, b: Deviation): number {
  return (
    (b.outsideShare ?? -1) - (a.outsideShare ?? -1) ||
    Math.abs(b.worst ?? 0) - Math.abs(a.worst ?? 0) ||
    (b.lastOutside ?? 0) - (a.lastOutside ?? 0)
  );
}
