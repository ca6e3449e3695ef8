import { dateTimeForTimeZone } from '@grafana/data';
import { type Span } from '../time/spans';

/** Beyond so many days (27 years) only the newest are listed: a table of more is of no use, and takes long. */
export const MOST_DAYS = 10_000;

const DAY = 24 * 3600_000;

/**
 * The days of a time zone that a range touches, in time order: from where a day begins to where the next one does, also
 * where clocks are changed. None begins at the range's end.
 *
 * @param timeZone as Grafana has it, `browser` and `utc` included
 */
export function daysOf(range: Span, timeZone: string): Span[] {
  const from = Math.max(range.from, range.to - MOST_DAYS * DAY);
  const days: Span[] = [];
  let start = startOfDay(from, timeZone);
  do {
    const next = nextDay(start, timeZone);
    days.push({ from: start, to: next });
    start = next;
  } while (start < range.to);
  return days;
}

function startOfDay(time: number, timeZone: string): number {
  return dateTimeForTimeZone(timeZone, time).startOf('day').valueOf();
}

/** Half a day into the day that follows, whichever way clocks are changed. */
function nextDay(start: number, timeZone: string): number {
  return startOfDay(start + 1.5 * DAY, timeZone);
}
