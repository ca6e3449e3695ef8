import { chunk, clamp } from 'lodash';
import { type Columns, lowerBound, upperBound, view } from '../corridors/columns';
import { DAY, HOUR } from '../settings';

/** How a metric came back: its value returned to the usual level, or the corridor moved to the value. */
export type EndedBy = 'recovered' | 'relearned';

/** A metric over a short time. */
interface Usual {
  value: number;
  /** Its main corridor. */
  from: number;
  to: number;
}

/** A metric is compared over two hours, in milliseconds. At least half of them must be known in an earlier week. */
const COMPARED = 2 * HOUR;
const KNOWN = COMPARED / 2;
const WEEK = 7 * DAY;
/** How long before it left its corridors is compared, in milliseconds. */
export const BEFORE = 2 * WEEK;
/** The number of weeks that must agree: all of them. */
const ENOUGH = 2;

/** Points, and milliseconds between them. */
interface Points {
  columns: Columns;
  step: number;
}

/** A metric that is back. Times are epoch milliseconds. */
export interface Return {
  leftAt: number;
  backAt: number;
  /** Until now, or until the alert's end. */
  points: Points;
}

/** The two weeks before a metric left its corridors, and the service's aggregation of its points, if known. */
interface Before extends Points {
  aggregation: string | null;
}

/** How a metric came back, from its newest points since it is back. */
export function endingOf({ leftAt, backAt, points: { columns, step } }: Return, before: Before): EndedBy | null {
  const end = columns.time.at(-1) ?? backAt;
  const begin = Math.max(backAt, end - COMPARED);
  const since = between(columns, begin, end);
  const present = usualOf(since, 0);
  const value = valueAt({ columns: since, step }, before);
  if (!present || value === null || distance(present.value, present) > 0) {
    return null;
  }
  const middle = (begin + end) / 2;
  const first = Math.ceil((middle - leftAt) / WEEK);
  const weeks = [first, first + 1].flatMap((week) => {
    const from = clamp(middle - week * WEEK - COMPARED / 2, leftAt - BEFORE, leftAt - COMPARED);
    return usualOf(between(before.columns, from, from + COMPARED), KNOWN) ?? [];
  });
  return endedBy(value, weeks);
}

/** The median value at another granularity: a sum over 15 minutes is larger than one over a minute. */
function valueAt({ columns: { smoothened }, step }: Points, other: Before): number | null {
  const values = Array.from(smoothened.filter((value) => !Number.isNaN(value)));
  const size = Math.round(other.step / step);
  const value = median(values);
  if (value === null || size === 1 || other.aggregation === 'avg') {
    return value;
  }
  switch (other.aggregation) {
    case 'sum':
      return value * size;
    case 'max':
      return median(chunk(values, size).map((some) => Math.max(...some)));
    default:
      return null;
  }
}

/** The points in a time, including both ends. */
function between(columns: Columns, from: number, to: number): Columns {
  return view(columns, lowerBound(columns.time, from), upperBound(columns.time, to));
}

/**
 * Medians over the points with a main corridor of positive width. Null if they cover less than `known` milliseconds, or if
 * there are fewer than two.
 */
export function usualOf({ length, time, smoothened, edges: [up, down] }: Columns, known: number): Usual | null {
  const rows = Array.from({ length }, (_, row) => row).filter(
    (row) => !Number.isNaN(smoothened[row]) && Math.abs((up?.[row] ?? NaN) - (down?.[row] ?? NaN)) > 0
  );
  if (!up || !down || rows.length < 2 || time[rows[rows.length - 1]] - time[rows[0]] < known) {
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
 * How a value that is inside its corridor came back.
 *
 * @param before the same hours of weeks before it left its corridors
 * @returns null if fewer than two of these weeks are known, or if their corridors disagree
 */
export function endedBy(value: number, before: readonly Usual[]): EndedBy | null {
  if (before.length < ENOUGH || !before.every((one) => before.every(isLike(one)))) {
    return null;
  }
  const outside = before.filter((week) => distance(value, week) > (week.to - week.from) / 2).length;
  if (outside >= ENOUGH) {
    return 'relearned';
  }
  const inside = before.filter((week) => distance(value, week) === 0).length;
  return inside >= ENOUGH ? 'recovered' : null;
}

/** Whether two corridors differ by at most the width of the narrower one. */
function isLike(one: Usual): (other: Usual) => boolean {
  return (other) =>
    Math.max(Math.abs(one.from - other.from), Math.abs(one.to - other.to)) <=
    Math.min(one.to - one.from, other.to - other.from);
}

function distance(value: number, { from, to }: Usual): number {
  return Math.max(0, from - value, value - to);
}

/** Null without values. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length === 0 ? null : (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}
