import { type Columns } from '../corridors/columns';
import { judge, type Judged } from '../corridors/judge';
import { DAY } from '../settings';
import { findExcursions, type Excursion } from './excursions';

/** How far back an earlier time outside is searched, in milliseconds. */
export const BEFORE = 30 * DAY;

/** The share of that time, and of the time outside, that must be known for a statement. */
const NEARLY_ALL = 0.95;
/** Distances that differ by at most this share are about the same. */
const ALIKE = 0.1;

/** How the farthest point of the previous days compares with the farthest of a time outside. */
export interface Precedent {
  farthest: 'farther' | 'about' | 'nearer';
  /** When it was last that far, in epoch milliseconds. Null if it was nearer. */
  at: number | null;
  /** Milliseconds between the points that were compared. */
  step: number;
}

/**
 * Compares the farthest point of a time outside with the previous 30 days, on the same side. Both use the points given
 * here, because points of another granularity are means over another time.
 *
 * @param columns the 30 days and the time outside, in time order @param step milliseconds between these points
 * @returns null if that is unknown
 */
export function findPrecedent(excursion: Excursion, columns: Columns, step: number): Precedent | null {
  const judged = judge(columns);
  const { deviation } = judged;
  const begin = excursion.leftAt ?? beginOf(excursion, judged, step);
  const rows = Array.from(columns.time.keys()).filter((row) => !Number.isNaN(deviation[row]));
  const present = rows.filter((row) => begin !== null && columns.time[row] >= begin).map((row) => deviation[row]);
  const most = present.reduce((far, widths) => (Math.abs(widths) > Math.abs(far) ? widths : far), 0);
  if (begin === null || most === 0 || present.length * step < NEARLY_ALL * (excursion.to - begin - 2 * step)) {
    return null;
  }
  // The point around the start is a mean over both times.
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

/** The start of a time outside that began before its own points, according to these points. Null if that is unknown, too. */
function beginOf({ from }: Excursion, judged: Judged, step: number): number | null {
  const excursion = findExcursions(judged, step).excursions.at(-1);
  return excursion && excursion.to >= from ? excursion.leftAt : null;
}
