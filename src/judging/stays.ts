import { type Columns } from '../corridors/columns';
import { isOutside, judge } from '../corridors/judge';
import { MINUTE } from '../settings';

/** A stay continues if the value is outside again so soon after it was outside, in milliseconds. */
const CALM = 15 * MINUTE;
/** A single point outside is a spike: so many points inside end it earlier. */
const SEVERAL = 5;

/** The point furthest outside. */
export interface Worst {
  /** Widths of the main corridor: positive above it, negative below, 0 inside. */
  widths: number;
  /** Epoch milliseconds. */
  at: number;
}

/** A time outside all corridors, short returns included. Times are epoch milliseconds. */
export interface Stay {
  /** The first known point outside, and the last one. */
  from: number;
  to: number;
  /** `from`, if a point just before it was inside; null if the stay can have begun earlier. */
  leftAt: number | null;
  /** The first point inside after `to`; null if the stay continues, or if it is not known when it ended. */
  backAt: number | null;
  /** Whether the value was inside for a short while. */
  hasReturns: boolean;
  /** Null without a main corridor of positive width. */
  worst: Worst | null;
}

/** The times outside of a range. */
export interface Stays {
  /** In time order. */
  stays: Stay[];
  /** The first known point after the latest time without data; null if no data is missing. */
  knownSince: number | null;
}

/** How long data can be missing without a consequence for a stay. @param step milliseconds between points */
export function calmOf(step: number): number {
  return Math.max(CALM, 2 * step);
}

/**
 * When a metric was outside its corridors. Points without a value or corridor do not count. A stay does not cross a time without data.
 *
 * @param columns in time order
 * @param step milliseconds between points
 * @param start of the range, epoch milliseconds: data missing after it is missing too; without it, the range begins with the first point
 */
export function findStays(columns: Columns, step: number, start?: number): Stays {
  const { time } = columns;
  const { distance, deviation } = judge(columns);
  const calm = calmOf(step);
  const stays: Stay[] = [];
  let stay: Stay | null = null;
  let knownSince: number | null = null;
  let previous = start ?? NaN;
  let isFirst = true;
  // Points outside in the stay, and points inside after it.
  let stayed = 0;
  let returned = 0;
  for (let i = 0; i < columns.length; i++) {
    if (Number.isNaN(distance[i])) {
      continue;
    }
    const at = time[i];
    if (at - previous > calm) {
      knownSince = at;
      stay = null;
      isFirst = true;
    }
    if (isOutside(distance[i])) {
      const isOver: boolean = !stay || (returned > 0 && (at - stay.to > CALM || (stayed === 1 && returned >= SEVERAL)));
      if (!stay || isOver) {
        stay = { from: at, to: at, leftAt: isFirst ? null : at, backAt: null, hasReturns: false, worst: null };
        stays.push(stay);
        stayed = 0;
      } else if (returned > 0) {
        stay.hasReturns = true;
      }
      stayed++;
      returned = 0;
      stay.to = at;
      stay.backAt = null;
      stay.worst = worse(stay.worst, deviation[i], at);
    } else if (stay) {
      stay.backAt = stay.backAt ?? at;
      returned++;
    }
    previous = at;
    isFirst = false;
  }
  return { stays, knownSince };
}

/**
 * The stay that includes a time, as far as data is known; null if none does.
 *
 * @param time epoch milliseconds; it can be a little later than the newest point
 * @param step milliseconds between points
 */
export function stayAt(stays: readonly Stay[], time: number, step: number): Stay | null {
  const isIn = ({ from, to, backAt }: Stay) => time >= from && time < (backAt ?? to + calmOf(step));
  return stays.find(isIn) ?? null;
}

/** The farther of the two; the earlier one of equals. @param widths NaN if not known */
export function worse(worst: Worst | null, widths: number, at: number): Worst | null {
  if (Number.isNaN(widths) || (worst && Math.abs(widths) <= Math.abs(worst.widths))) {
    return worst;
  }
  return { widths, at };
}
