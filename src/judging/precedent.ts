import { type Columns } from '../corridors/columns';
import { judge } from '../corridors/judge';
import { DAY } from '../settings';
import { type Stay } from './stays';

/** How long before a stay an earlier one is looked for, in milliseconds. */
export const BEFORE = 30 * DAY;

/** So much of that time has to be known for a statement about it. */
const NEARLY_ALL = 0.95;

/** Whether a metric was as far outside before: when it last was (epoch milliseconds), or null if it was not. */
export interface Precedent {
  last: number | null;
}

/**
 * Compares a stay with the 30 days before it began, on the side where it was furthest out. Both are measured by the points given here, because
 * points of another granularity are means over another time.
 *
 * @param columns the 30 days and the stay, in time order @param step milliseconds between these points
 * @param from the beginning of the range that the stay was found in, epoch milliseconds: of that range its own points are the better judge
 * @returns null if that is not known
 */
export function findPrecedent(
  { from: begin, leftAt, worst }: Stay,
  columns: Columns,
  step: number,
  from: number
): Precedent | null {
  const { deviation } = judge(columns);
  const side = Math.sign(worst?.widths ?? 0);
  if (side === 0) {
    return null;
  }
  const far = deviation.map((widths) => side * widths);
  const rows = Array.from(columns.time.keys()).filter((row) => !Number.isNaN(far[row]));
  const most = Math.max(0, ...rows.filter((row) => columns.time[row] >= begin).map((row) => far[row]));
  // The point around the beginning is a mean over both times.
  const before = rows.filter((row) => columns.time[row] >= begin - BEFORE && columns.time[row] < begin - step);
  const last = before.filter((row) => far[row] >= most).at(-1);
  const since = last === undefined ? begin - BEFORE : columns.time[last];
  const known = before.filter((row) => columns.time[row] >= since).length * step;
  if (most === 0 || known < NEARLY_ALL * (begin - step - since)) {
    return null;
  }
  if (last === undefined) {
    return { last: null };
  }
  // An earlier point can belong to a stay that began before the range.
  return leftAt === null || since >= from ? null : { last: since };
}
