import { type Columns, slice, upperBound } from '../corridors/columns';
import { onsetOf } from '../corridors/onset';
import { MINUTE } from '../settings';

/** What left its corridors that close to an alert's beginning may have to do with it, in milliseconds. */
const CLOSE = 30 * MINUTE;

/**
 * When a metric left its corridors, where that was close to a moment; else null.
 *
 * @param columns in time order @param step milliseconds between points @param moment epoch milliseconds
 */
export function leftCloseTo(columns: Columns, step: number, moment: number): number | null {
  // What came later is another story: the stay that began then counts, however often it was outside since.
  const until = slice(columns, 0, upperBound(columns.time, moment + CLOSE));
  const stay = onsetOf(until, step)?.stay;
  return stay && !stay.isOpen && Math.abs(stay.from - moment) <= CLOSE ? stay.from : null;
}
