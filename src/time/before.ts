import { dateTimeForTimeZone } from '@grafana/data';

/**
 * How long before `moment` its like was, in milliseconds: `1d`, `7d`, `4w` before, or any whole number of hours, days or
 * weeks. Days are days of the time zone, so that one over a change of the clocks is longer or shorter. Null where the text
 * is none of these.
 *
 * @param moment epoch milliseconds
 */
export function shiftBefore(text: string, moment: number, timeZone: string): number | null {
  const [, count, unit] = /^([1-9]\d{0,3})([hdw])$/.exec(text) ?? [];
  if (unit === undefined) {
    return null;
  }
  const days = Number(count) * (unit === 'w' ? 7 : 1);
  return unit === 'h'
    ? Number(count) * 3600_000
    : moment - dateTimeForTimeZone(timeZone, moment).subtract(days, 'd').valueOf();
}
