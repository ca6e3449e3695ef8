import { isOutside, type Judged } from '../ground/judge';
import { MINUTE } from '../ground/spans';

/** A time outside continues if the value is outside again sooner, in milliseconds. */
const LONGEST_RETURN = 15 * MINUTE;

/** The point furthest outside. */
export interface Worst {
  /** Widths of the main corridor: positive above it, negative below, 0 inside. */
  widths: number;
  /** Epoch milliseconds. */
  at: number;
}

/** A time outside all corridors, including short returns. Times are epoch milliseconds. */
export interface Excursion {
  /** The first known point outside, and the last one. */
  from: number;
  to: number;
  /** `from`, if a point just before it was inside. Null if it may have begun earlier. */
  leftAt: number | null;
  /** The first point inside after `to`. Null if it continues, or if its end is unknown. */
  backAt: number | null;
  /** Whether the value was inside for a short time. */
  hasReturns: boolean;
  /** Null without a main corridor of positive width. */
  worst: Worst | null;
}

/** The times outside of a range. */
interface Excursions {
  /** In time order. */
  excursions: Excursion[];
  /** The first known point after the latest time without data. Null if no data is missing. */
  knownSince: number | null;
}

/** How long data can be missing without ending a time outside. @param step milliseconds between points */
export function longestGap(step: number): number {
  return Math.max(LONGEST_RETURN, 2 * step);
}

/**
 * When a metric was outside its corridors. Points without a value or corridor do not count. A time outside never includes
 * a time without data.
 *
 * @param judged in time order
 * @param step milliseconds between points
 * @param start of the range, epoch milliseconds: data may also be missing after it; without it, the range begins with the
 *   first point
 */
export function findExcursions(judged: Judged, step: number, start?: number): Excursions {
  const { length, time, distance, deviation } = judged;
  const gap = longestGap(step);
  const excursions: Excursion[] = [];
  let excursion: Excursion | null = null;
  let knownSince: number | null = null;
  let previous = start ?? NaN;
  let isFirst = true;
  for (let i = 0; i < length; i++) {
    if (Number.isNaN(distance[i])) {
      continue;
    }
    const at = time[i];
    if (at - previous > gap) {
      knownSince = at;
      excursion = null;
      isFirst = true;
    }
    if (isOutside(distance[i])) {
      const isBack: boolean = excursion?.backAt != null;
      if (!excursion || (isBack && at - excursion.to >= gap)) {
        excursion = { from: at, to: at, leftAt: isFirst ? null : at, backAt: null, hasReturns: false, worst: null };
        excursions.push(excursion);
      } else if (isBack) {
        excursion.hasReturns = true;
      }
      excursion.to = at;
      excursion.backAt = null;
      excursion.worst = furthest(excursion.worst, deviation[i], at);
    } else if (excursion) {
      excursion.backAt = excursion.backAt ?? at;
    }
    previous = at;
    isFirst = false;
  }
  return { excursions, knownSince };
}

/**
 * The time outside that includes a moment, as far as data is known. Null if none does.
 *
 * @param time epoch milliseconds; it can be slightly later than the newest point
 * @param step milliseconds between points
 */
export function excursionAt(excursions: readonly Excursion[], time: number, step: number): Excursion | null {
  const isIn = ({ from, to, backAt }: Excursion) => time >= from && time < (backAt ?? to + longestGap(step));
  return excursions.find(isIn) ?? null;
}

/** The farther of the two. If they are equal, the earlier one. @param widths NaN if unknown */
export function furthest(worst: Worst | null, widths: number, at: number): Worst | null {
  if (Number.isNaN(widths) || (worst && Math.abs(widths) <= Math.abs(worst.widths))) {
    return worst;
  }
  return { widths, at };
}
