import { sortBy } from 'lodash';
import { DAY, HOUR } from '../settings';

/** Whether an alert is news, in the order of the rules. */
export type Verdict = 'standing' | 'flapping' | 'new' | 'rare' | 'worse than usual' | 'usual';

/** The fields of an alert that are compared. Times are in epoch milliseconds. */
export interface Compared {
  /** Higher is more severe. Null if unknown. */
  impact: number | null;
  from: number | null;
  /** Null if it continues, or its end is unknown. */
  to: number | null;
  /** Over its whole history. Null if unknown. */
  metrics: number | null;
}

export const STANDING = 48 * HOUR;
const FLAPS = 3;
const FLAP_GAP = HOUR;
const USUAL = 3;

/**
 * The verdict about an alert.
 *
 * @param alert `to` is null while it is active
 * @param earlier the similar alerts that began in the 90 days before it
 * @param asOf the time of the judgment: now, or when it ended; epoch milliseconds
 */
export function verdictOf(alert: Compared, earlier: readonly Compared[], asOf: number): Verdict {
  if (alert.from !== null && alert.to === null && asOf - alert.from > STANDING) {
    return 'standing';
  }
  if (countFlaps(alert, earlier, asOf) >= FLAPS) {
    return 'flapping';
  }
  if (earlier.length === 0) {
    return 'new';
  }
  if (earlier.length < USUAL) {
    return 'rare';
  }
  return isWorse(alert, earlier, asOf) ? 'worse than usual' : 'usual';
}

/** The number of alerts in the last 24 h with less than an hour between them, backward from this one, including itself. */
function countFlaps(alert: Compared, earlier: readonly Compared[], asOf: number): number {
  const recent = earlier.flatMap(({ from, to }) =>
    from !== null && to !== null && to >= asOf - DAY ? [{ from, to }] : []
  );
  let begin = alert.from ?? Infinity;
  let count = 1;
  for (const { from, to } of sortBy(recent, (one) => -one.from)) {
    if (begin - to >= FLAP_GAP) {
      break;
    }
    begin = Math.min(begin, from);
    count++;
  }
  return count;
}

/** Whether the impact, the duration, or the number of metrics is larger than in every earlier one. Unknown is not larger. */
function isWorse(alert: Compared, earlier: readonly Compared[], asOf: number): boolean {
  const isAbove = (figure: (one: Compared) => number | null) => {
    const own = figure(alert);
    const others = earlier.map(figure);
    return own !== null && others.every((other) => other !== null && own > other);
  };
  return (
    isAbove(({ impact }) => impact) ||
    isAbove(({ from, to }) => (from === null ? null : (to ?? asOf) - from)) ||
    isAbove(({ metrics }) => metrics)
  );
}
