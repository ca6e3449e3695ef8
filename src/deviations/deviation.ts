import { type Columns, concat } from '../corridors/columns';
import { judge } from '../corridors/judge';
import { type Order } from './models';

/** Up to this share of the points changes no share outside that a person would see. */
const FEW = 0.05;

/** How far a metric was outside its corridors in a range. */
export interface Deviation {
  /** 0 to 1, of the points with a corridor; null where no point has one. */
  outsideShare: number | null;
  /** The deviation furthest from 0, in widths of the main corridor; null where it is unknown. */
  worst: number | null;
  /** Epoch milliseconds of the last point outside every corridor. */
  lastOutside: number | null;
  /** Whether the newest point with a corridor is outside every corridor. */
  isOutside: boolean;
  /** How many points the range has. */
  points: number;
  /** Whether many points have other corridors and no main one, inside which they may well be. */
  isMainMissing: boolean;
}

export function deviationOf(parts: readonly Columns[]): Deviation {
  const columns = concat(parts);
  const { distance, deviation } = judge(columns, true);
  const [up, down] = columns.edges;
  let judged = 0;
  let outside = 0;
  let mainless = 0;
  let lastOutside: number | null = null;
  let isOutside = false;
  let worst: number | null = null;
  for (let i = 0; i < columns.length; i++) {
    if (!Number.isNaN(distance[i])) {
      judged++;
      mainless += Number.isNaN((up?.[i] ?? NaN) + (down?.[i] ?? NaN)) ? 1 : 0;
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
  return {
    outsideShare: judged === 0 ? null : outside / judged,
    worst,
    lastOutside,
    isOutside,
    points: columns.length,
    isMainMissing: mainless > judged * FEW,
  };
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
