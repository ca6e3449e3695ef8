import { maxBy } from 'lodash';
import { durationOf, endOf, meets } from '../facts/span';
import { type Alert } from '../service/alerts';
import { DAY } from '../ground/settings';
import { type Span } from '../ground/spans';
import { median } from './endedBy';

/** How far back earlier alerts count, in milliseconds. */
export const LOOK_BACK = 90 * DAY;
/** A service without an alert that is this much older, in milliseconds, may have had others. */
export const MUCH_OLDER = 14 * DAY;
/** The minimum of earlier alerts for a comparison of durations. */
const SEVERAL = 3;

/** An alert's earlier alerts. Times are epoch milliseconds, durations milliseconds. */
export interface Seen {
  earlier: number;
  /** The start of the latest. Null if there is none, or if none has a known start. */
  lastTime: number | null;
  /** The median duration of those that have ended. Null if none has. */
  usually: number | null;
  /** Whether it is active, and longer than every earlier one: three or more. */
  isLongest: boolean;
  /** From the end of the latest to its start, if that is less than a day. Otherwise null. */
  after: number | null;
}

/** When an alert began. */
interface Began {
  id: string;
  /** Epoch milliseconds. Null if unknown. */
  began: number | null;
}

/**
 * The alerts of a range that began before another one. One without a start began before if it was last seen before. Without
 * the other's start, all but itself are earlier.
 */
export function earlierOf(rows: readonly Alert[], { id, began }: Began, range: Span): Alert[] {
  return rows.filter((row) => {
    const start = row.firstSeenAt ?? row.lastSeenAt;
    const isBefore = began === null || (start !== null && start < began);
    return row.id !== '' && row.id !== id && isBefore && meets(row, range);
  });
}

/** @param earlier the alerts of its first metric that began before it @param now the moment of the answer */
export function seenBefore(alert: Alert & { firstSeenAt: number }, earlier: readonly Alert[], now: number): Seen {
  const durations = earlier
    .filter((one) => one.active === false && endOf(one) <= now)
    .flatMap((one) => durationOf(one, now) ?? []);
  const latest = maxBy(earlier, ({ firstSeenAt }) => firstSeenAt ?? -Infinity);
  const after = latest && latest.firstSeenAt !== null ? alert.firstSeenAt - endOf(latest) : NaN;
  const isLongest =
    alert.active === true &&
    durations.length >= SEVERAL &&
    durations.length === earlier.length &&
    now - alert.firstSeenAt > Math.max(...durations);
  return {
    earlier: earlier.length,
    lastTime: latest?.firstSeenAt ?? null,
    usually: median(durations),
    isLongest,
    after: after >= 0 && after < DAY ? after : null,
  };
}
