import { type AlertBook } from '../alertbook/alertBook';
import { earlierChanges } from '../alertbook/course';
import { type EventsRead } from '../answer/alertEvents';
import { type Answer } from '../answer/answers';
import { type AlertEvent } from '../service/alerts';
import { type RowFilter } from '../tables/filters';
import { type LinkPlace } from '../tables/links';
import { type Span } from '../time/spans';
import { eventLogs } from './eventLogs';
import { eventRows, eventTable, lastingsOf } from './eventTable';
import { eventVolume } from './eventVolume';
import { type AlertEventsQuery } from './models';
import { shownOf } from './notices';
import { statesFrame } from './states';

export interface EventsPlace {
  range: Span;
  place: LinkPlace;
  /** Knows the alerts' titles and courses. */
  book: AlertBook;
  now: number;
  filters: readonly RowFilter[];
  /** Only the events in the range: of all alerts, not of one. */
  inRange: boolean;
  /** Only the events that the query names by their sequence. */
  isChoice: boolean;
  limit: number;
}

/** The events read, in the form that the query asks for. */
export function presentEvents(
  { events, alerts, total, notices, failures }: EventsRead,
  query: AlertEventsQuery,
  { range, place, book, now, filters, inRange, isChoice, limit }: EventsPlace
): Answer {
  // That nothing could be read is no empty answer (E1).
  if (events.length === 0 && failures.length > 0) {
    return { frames: [], notices, failures };
  }
  if (query.format === 'states') {
    const states = statesFrame(events, range, place, alerts);
    return { frames: [states.frame], notices: [...notices, ...states.notices], failures };
  }
  const found = inTime(inRange ? events.filter(({ time }) => lies(time, range)) : events);
  const kept = query.volume ? found : found.slice(-limit);
  const all = inRange ? found.length : Math.max(total, found.length);
  const cut = kept.length >= limit ? shownOf(kept.length, all) : [];
  const isWhole = inRange || isChoice ? undefined : kept.length >= all;
  const lastings = lastingsOf(events, alerts, book);
  const rows = eventRows(kept, { place, book, lastings, now, filters, changes: query.changes, isWhole });
  if (query.volume) {
    return { frames: eventVolume(rows, range, query.changes), notices: [], failures };
  }
  const frame =
    query.format === 'logs'
      ? eventLogs({ ...rows, changes: query.changes }, earlierChanges(events), book)
      : eventTable(rows);
  return { frames: [frame], notices: [...notices, ...cut, ...rows.notices], failures };
}

function lies(time: number | null, { from, to }: Span): boolean {
  return time !== null && time >= from && time <= to;
}

/** In time order; events of one time, or without one, stay in the order of their alert's list. */
function inTime(events: readonly AlertEvent[]): AlertEvent[] {
  let before = -Infinity;
  return events
    .map((event, i) => {
      const first = i === 0 || events[i - 1].alertId !== event.alertId;
      before = event.time ?? (first ? -Infinity : before);
      return { event, time: before };
    })
    .sort((a, b) => (a.time === b.time ? 0 : a.time < b.time ? -1 : 1))
    .map(({ event }) => event);
}
