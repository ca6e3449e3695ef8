import { type Columns } from '../corridors/columns';
import { judge } from '../corridors/judge';
import { DAY } from '../settings';
import { findStays, type Stay } from './stays';

/** How long before a stay an earlier time is looked for, in milliseconds. */
export const BEFORE = 30 * DAY;

/** So much of that time, and of the stay, has to be known for a statement about it. */
const NEARLY_ALL = 0.95;
/** A distance that differs by no more than this share is about the same. */
const ALIKE = 0.1;

/** How the farthest point of the days before compares with the farthest of a stay. */
export interface Precedent {
  farthest: 'farther' | 'about' | 'nearer';
  /** When it was last that far, in epoch milliseconds; null if it was nearer. */
  at: number | null;
  /** Milliseconds between the points that were compared. */
  step: number;
}

/**
 * Compares the farthest point of a stay with the 30 days before it began, on the same side. Both are from the points given here,
 * because points of another granularity are means over another time.
 *
 * @param columns the 30 days and the stay, in time order @param step milliseconds between these points
 * @returns null if that is not known
 */
export function findPrecedent(stay: Stay, columns: Columns, step: number): Precedent | null {
  const { deviation } = judge(columns);
  const begin = stay.leftAt ?? beginOf(stay, columns, step);
  const rows = Array.from(columns.time.keys()).filter((row) => !Number.isNaN(deviation[row]));
  const present = rows.filter((row) => begin !== null && columns.time[row] >= begin).map((row) => deviation[row]);
  const most = present.reduce((far, widths) => (Math.abs(widths) > Math.abs(far) ? widths : far), 0);
  if (begin === null || most === 0 || present.length * step < NEARLY_ALL * (stay.to - begin - 2 * step)) {
    return null;
  }
  // The point around the beginning is a mean over both times.
  const before = rows.filter((row) => columns.time[row] >= begin - BEFORE && columns.time[row] < begin - step);
  const shareOf = (row: number) => deviation[row] / most;
  const isKnownSince = (since: number) =>
    before.filter((row) => columns.time[row] >= since).length * step >= NEARLY_ALL * (begin - step - since);
  const farther = before.filter((row) => shareOf(row) > 1 + ALIKE).at(-1);
  if (farther !== undefined) {
    const at = columns.time[farther];
    return isKnownSince(at) ? { farthest: 'farther', at, step } : null;
  }
  if (!isKnownSince(begin - BEFORE)) {
    return null;
  }
  const about = before.filter((row) => shareOf(row) >= 1 - ALIKE).at(-1);
  return about === undefined
    ? { farthest: 'nearer', at: null, step }
    : { farthest: 'about', at: columns.time[about], step };
}

/** When a stay that began before its own points did began by these; null if that is not known either. */
function beginOf({ from }: Stay, columns: Columns, step: number): number | null {
  const stay = findStays(columns, step).stays.at(-1);
  return stay && stay.to >= from ? stay.leftAt : null;
}
