import { impactRank } from '../alertbook/order';
import { DAY, HOUR } from '../settings';

/** Whether an alert is news (contract: SY4), in the order in which the rules apply. */
export type Verdict = 'standing' | 'flapping' | 'new' | 'rare' | 'worse than usual' | 'usual';

/** What is compared of an alert; times in epoch milliseconds. */
export interface Compared {
  impact: string | null;
  from: number | null;
  /** Null where it goes on, or its end is not known. */
  to: number | null;
  /** Over its whole course; null where that is not known. */
  metrics: number | null;
}

const STANDING = 48 * HOUR;
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
  const recent = earlier
    .filter((one): one is Compared & { from: number; to: number } => one.from !== null && one.to !== null)
    .filter(({ to }) => to >= asOf - DAY)
    .sort((a, b) => b.from - a.from);
  let begin = alert.from;
  let count = 1;
  for (const { from, to } of recent) {
    if (begin === null || begin - to >= FLAP_GAP) {
      break;
    }
    begin = Math.min(begin, from);
    count++;
  }
  return count;
}

/** Whether the impact, the duration, or the number of metrics is above that of every earlier one. Unknown is not above. */
function isWorse(alert: Compared, earlier: readonly Compared[], asOf: number): boolean {
  const isAbove = (figure: (one: Compared) => number | null) => {
    const own = figure(alert);
    const others = earlier.map(figure);
    return own !== null && others.every((other) => other !== null && own > other);
  };
  return (
    isAbove(({ impact }) => (impact === null ? null : -impactRank(impact))) ||
    isAbove(({ from, to }) => (from === null ? null : (to ?? asOf) - from)) ||
    isAbove(({ metrics }) => metrics)
  );
}
