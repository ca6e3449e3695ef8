import { DAY, HOUR, MINUTE, floorTo, timeOfWeek } from '../time';
import type { Calendar } from './calendar';
import * as told from './stories-told';
import type { Story } from './story';

/** The nodes of `slowOrders`. */
const cascade = [...new Set(told.slowOrders.parts.map(({ node }) => node))];

/** Sets the times of the stories in README.md: the current ones, unless all is quiet, and earlier ones. */
export function tellWeek(calendar: Calendar, start: number, quiet: boolean): void {
  // Alerts are found in steps of five minutes, so short events begin with a step.
  const now = floorTo(start, 5 * MINUTE);
  const tell = (story: Story, from: number, to: number) => {
    if (!calendar.add({ story, from, to, strength: 1 })) {
      throw new Error(`there is no room for the story "${story.name}"`);
    }
  };
  if (!quiet) {
    const onset = now - 2 * HOUR - 25 * MINUTE;
    // On the cascade's nodes, but separate stories.
    calendar.all.push({ story: told.suspects, from: onset, to: onset + HOUR, strength: 1 });
    tell(told.slowOrders, onset, now + 6 * HOUR);
    tell(told.coldFurnace, now - 5 * HOUR, now + 9 * HOUR);
    tell(told.silentStore, now - 3.5 * HOUR, now + 5 * HOUR);
    tell(told.fillingVolume, now - 20 * HOUR, now + 40 * HOUR);
    tell(told.cacheChurn, now - 9 * DAY, now + 18 * HOUR);
    tell(told.slowSearch, now - 110 * MINUTE, now - 20 * MINUTE);
  }
  const today = floorTo(now, DAY);
  const on = (story: Story, daysAgo: number, hour: number) => {
    const from = today - daysAgo * DAY + hour * HOUR;
    tell(story, from, from + story.length);
  };
  tell(told.silentMailer, now - 30 * HOUR, now - 28 * HOUR);
  tell(told.flappingSensor, now - 20 * HOUR, now - 12 * HOUR);
  on(told.lateJob, 2, 21);
  on(told.quietFailure, 2, 9);
  on(told.deploy, 5, 10);
  on(told.slowLeak, 6, 6);
  on(told.wrongDay, [2, 3, 4, 5].find((days) => isUsual(today - days * DAY)) ?? 2, 6);
  seenBefore(tell, today);
  keepQuiet(calendar, now);
}

/** The current cascade happened three times before: once shorter, once complete, once barely. */
function seenBefore(tell: (story: Story, from: number, to: number) => void, today: number): void {
  const before = (daysAgo: number, hour: number, hours: number, parts: number) => {
    const from = today - daysAgo * DAY + hour * HOUR;
    tell({ ...told.slowOrders, parts: told.slowOrders.parts.slice(0, parts) }, from, from + hours * HOUR);
  };
  before(12, 14, 3.2, 4);
  before(33, 3, 5, 6);
  before(68, 20, 1.6, 2);
}

/** The cascade's nodes had no problems a day, a week, and four weeks ago, for comparison. */
function keepQuiet(calendar: Calendar, now: number): void {
  for (const days of [1, 7, 28]) {
    calendar.keep(cascade, now - days * DAY - 8 * HOUR, now - days * DAY + 4 * HOUR);
  }
  // The weekly settlement looks usual.
  for (const weeks of [0, 1]) {
    const monday = now - timeOfWeek(now) - weeks * 7 * DAY;
    calendar.keep([202], monday, monday + DAY);
  }
  // The effects of the deploy and the leak stay visible.
  calendar.keep([105, 302], now - 5 * DAY, now);
  // The node without a name stays out of the recent lists, where its number would be first.
  calendar.keep([306], now - 8 * DAY, now);
}

/** A working day other than Monday. */
function isUsual(day: number): boolean {
  const place = Math.floor(timeOfWeek(day) / DAY);
  return place >= 1 && place <= 4;
}
