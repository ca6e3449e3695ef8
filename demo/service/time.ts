// All times are epoch milliseconds in UTC, and durations are milliseconds.

// See random.ts for the reason why these are not looked up each time.
const { floor, ceil } = Math;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

/** The start of the step with `time`. Steps count from the epoch, so hours and days begin as in UTC. */
export function floorTo(time: number, step: number): number {
  return floor(time / step) * step;
}

/** The first start of a step at or after `time`. */
export function ceilTo(time: number, step: number): number {
  return ceil(time / step) * step;
}

export function iso(time: number): string {
  return new Date(time).toISOString();
}

/** The position of `time` in the week, 0 to WEEK, from Monday 00:00 UTC. */
export function timeOfWeek(time: number): number {
  // The epoch was a Thursday.
  return (((time + 3 * DAY) % WEEK) + WEEK) % WEEK;
}

/** `48h`, `14d`, `90m`, `30s`, or a plain number of milliseconds. Throws a sentence for anything else. */
export function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text.trim());
  if (!match) {
    throw new Error(`"${text}" is no duration; write 500ms, 30s, 90m, 48h or 14d`);
  }
  const unit = { ms: 1, s: SECOND, m: MINUTE, h: HOUR, d: DAY }[match[2] ?? 'ms'] ?? 1;
  return Number(match[1]) * unit;
}
