import { dateTimeFormat } from '@grafana/data';
import { HOUR } from '../settings';

/** Zones set their clocks back by one of these. */
const SHIFTS = [-HOUR, HOUR, -HOUR / 2, HOUR / 2];

/** No zone changes its offset twice within this time. */
const NEAR = 3 * HOUR;

/**
 * A time as a clock shows it. In the hour that is repeated when clocks go back, with its offset: `Oct 25, 02:30 +01:00`.
 *
 * @param time epoch milliseconds
 * @param format Moment's; Grafana's own for a whole time if missing
 */
export function clockText(time: number, timeZone?: string, format?: string): string {
  const text = dateTimeFormat(time, { timeZone, format });
  return repeats(time, timeZone) ? `${text} ${offsetOf(time, timeZone)}` : text;
}

/** Whether clocks show this time twice. */
export function repeats(time: number, timeZone?: string): boolean {
  if (!Number.isFinite(time) || isSteady(time, time, timeZone)) {
    return false;
  }
  const reading = (moment: number) => dateTimeFormat(moment, { timeZone, format: 'YYYY-MM-DD HH:mm:ss' });
  return SHIFTS.some((shift) => reading(time + shift) === reading(time));
}

/** Whether the offset is the same from one time to another, and near both. */
export function isSteady(from: number, to: number, timeZone?: string): boolean {
  return offsetOf(from - NEAR, timeZone) === offsetOf(to + NEAR, timeZone);
}

function offsetOf(time: number, timeZone?: string): string {
  return dateTimeFormat(time, { timeZone, format: 'Z' });
}
