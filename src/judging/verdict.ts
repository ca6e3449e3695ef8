import { sortBy } from 'lodash';
import { DAY, HOUR } from '../settings';

/** Whether an alert is news, in the order in which the rules apply. */
export type Verdict = 'standing' | 'flapping' | 'new' | 'rare' | 'worse than usual' | 'usual';

/** The parts of an alert that are compared; times in epoch milliseconds. */
export interface Compared {
  /** The higher the more severe; null if it is not known. */
  impact: number | null;
  from: number | null;
  /** Null if it continues, or if its end is not known. */
  to: number | null;
  /** Over its whole course; null if that is not known. */
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
 * @param earlier the similar alerts that began before it, in 90 days
 * @param asOf when it is looked at: now, or when it ended; epoch milliseconds
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

/** How many alerts of the last 24 h follow one another within an hour, back from this one, itself included. */
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

/** Whether the impact, the duration, or the number of metrics is above every earlier one's. Unknown is not above. */
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
