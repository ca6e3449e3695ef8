import { type Columns } from '../corridors/columns';
import { HOUR } from '../settings';

/** How a metric came back: its value returned to what was usual, or the corridor moved to the value. */
export type EndedBy = 'recovered' | 'relearned';

/** A metric over two hours. */
interface Usual {
  value: number;
  /** Its main corridor. */
  from: number;
  to: number;
}

/** How long the time is over which a metric is compared, in milliseconds, and how much of it must be known. */
export const COMPARED = 2 * HOUR;
const KNOWN = COMPARED / 2;
/** Weeks that must show the same. */
const ENOUGH = 2;

/** Medians over the points with a main corridor of positive width; null if they cover less than an hour. */
export function usualOf({ length, time, smoothened, edges: [up, down] }: Columns): Usual | null {
  const rows = Array.from({ length }, (_, row) => row).filter(
    (row) => !Number.isNaN(smoothened[row]) && Math.abs((up?.[row] ?? NaN) - (down?.[row] ?? NaN)) > 0
  );
  if (!up || !down || rows.length < 2 || time[rows[rows.length - 1]] - time[rows[0]] < KNOWN) {
    return null;
  }
  const usual = (of: (row: number) => number) => Number(median(rows.map(of)));
  return {
    value: usual((row) => smoothened[row]),
    from: usual((row) => Math.min(up[row], down[row])),
    to: usual((row) => Math.max(up[row], down[row])),
  };
}

/**
 * How a metric came back.
 *
 * @param present the last two hours
 * @param before the same hours of weeks before it left its corridors
 * @returns null if it is not back, if fewer than two of these weeks are known, or if their corridors disagree
 */
export function endedBy({ value, from, to }: Usual, before: readonly Usual[]): EndedBy | null {
  const isBack = value >= from && value <= to;
  if (!isBack || before.length < ENOUGH || !before.every((one) => before.every(isLike(one)))) {
    return null;
  }
  const outside = before.filter((week) => distance(value, week) > (week.to - week.from) / 2).length;
  if (outside >= ENOUGH) {
    return 'relearned';
  }
  const inside = before.filter((week) => distance(value, week) === 0).length;
  return inside >= ENOUGH ? 'recovered' : null;
}

/** Whether two corridors differ by no more than the width of the narrower one. */
function isLike(one: Usual): (other: Usual) => boolean {
  return (other) =>
    Math.max(Math.abs(one.from - other.from), Math.abs(one.to - other.to)) <=
    Math.min(one.to - one.from, other.to - other.from);
}

function distance(value: number, { from, to }: Usual): number {
  return Math.max(0, from - value, value - to);
}

/** Null for no values. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length === 0 ? null : (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}
