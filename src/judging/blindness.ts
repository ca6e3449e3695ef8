import { type Columns, concat } from '../corridors/columns';
import { DAY, HOUR } from '../settings';

/** Why a metric can't raise an alert. */
export interface Blindness {
  reason: 'silent' | 'learning' | 'flat';
  /** Epoch milliseconds. Null if it began before the data. */
  since: number | null;
}

/** A metric that has been silent for longer is ignored, in milliseconds. */
export const DROPPED_AFTER = 14 * DAY;

/** How late a point may be, in milliseconds. */
const LATE = HOUR;

/**
 * Whether a metric can't raise an alert at a time: its next point is an hour late, or no point of its newest day has a
 * corridor, or all their main corridors are flat. The expected time of the next point depends on the longest distance
 * between neighbors in the 14 days before, so that a usual gap does not count as silence.
 *
 * @param pieces in time order; points after `end` and from more than 14 days before don't count
 * @param step milliseconds between points, if the service returned it
 * @returns null if it can raise an alert, 'unknown' without points
 */
export function blindnessOf(pieces: readonly Columns[], step: number, end: number): Blindness | null | 'unknown' {
  const { time, smoothened, edges } = concat(pieces);
  const start = end - DROPPED_AFTER;
  const rows = Array.from(time.keys()).filter(
    (row) => time[row] >= start && time[row] <= end && !Number.isNaN(smoothened[row])
  );
  const newest = rows.length > 0 ? time[rows[rows.length - 1]] : null;
  if (newest === null) {
    return 'unknown';
  }
  const longest = rows.reduce((most, row, i) => Math.max(most, i === 0 ? 0 : time[row] - time[rows[i - 1]]), step);
  if (end - newest > longest + LATE) {
    return { reason: 'silent', since: newest };
  }
  const [up, down] = edges;
  const hasCorridor = (row: number) => edges.some((edge) => edge && !Number.isNaN(edge[row]));
  const isFlat = (row: number) => up?.[row] !== undefined && up[row] === down?.[row];
  const ofDay = rows.filter((row) => time[row] > newest - DAY);
  const known = ofDay.filter(hasCorridor);
  if (known.length > 0 && !known.every(isFlat)) {
    return null;
  }
  const wasGood = (row: number) => hasCorridor(row) && !(known.length > 0 && isFlat(row));
  const good = rows.findLast(wasGood) ?? (time[rows[0]] > start + DAY ? rows[0] : undefined);
  return { reason: known.length === 0 ? 'learning' : 'flat', since: good === undefined ? null : time[good] };
}
