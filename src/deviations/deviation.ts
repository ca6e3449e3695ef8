import { type Columns, concat } from '../corridors/columns';
import { judge } from '../corridors/judge';
import { type Order } from './models';

/** How far a metric was outside its corridors in a range. */
export interface Deviation {
  /** 0 to 1, of the points with a corridor; null where no point has one. */
  outsideShare: number | null;
  /** The deviation furthest from 0, in widths of the main corridor; null where it is unknown. */
  worst: number | null;
  /** Epoch milliseconds of the last point outside every corridor. */
  lastOutside: number | null;
  /** How many points the range has. */
  points: number;
}

export function deviationOf(parts: readonly Columns[]): Deviation {
  const columns = concat(parts);
  const { distance, deviation } = judge(columns);
  let judged = 0;
  let outside = 0;
  let lastOutside: number | null = null;
  let worst: number | null = null;
  for (let i = 0; i < columns.length; i++) {
    if (!Number.isNaN(distance[i])) {
      judged++;
      if (distance[i] !== 0) {
        outside++;
        lastOutside = columns.time[i];
      }
    }
    const widths = deviation[i];
    if (!Number.isNaN(widths) && (worst === null || Math.abs(widths) > Math.abs(worst))) {
      worst = widths;
    }
  }
  return { outsideShare: judged === 0 ? null : outside / judged, worst, lastOutside, points: columns.length };
}

type Ranked = Pick<Deviation, 'outsideShare' | 'worst' | 'lastOutside'>;

/** An order for `sort`: the largest share first, or the furthest, or the latest; then by the other two. */
export function firstBy(order: Order): (a: Ranked, b: Ranked) => number {
  const longest = (a: Ranked, b: Ranked) => (b.outsideShare ?? -1) - (a.outsideShare ?? -1);
  const furthest = (a: Ranked, b: Ranked) => Math.abs(b.worst ?? 0) - Math.abs(a.worst ?? 0);
  const newest = (a: Ranked, b: Ranked) => (b.lastOutside ?? 0) - (a.lastOutside ?? 0);
  const first = { longest, furthest, newest }[order];
  return (a, b) => first(a, b) || longest(a, b) || furthest(a, b) || newest(a, b);
}
