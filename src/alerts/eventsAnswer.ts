import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Answer } from '../answer/answers';
import { notice } from '../answer/notices';
import { type AlertEventsQuery } from './models';
import { type Titles } from '../catalogue/lookUps';
import { type AlertEvent } from '../service/alerts';
import { type RowFilter } from '../tables/filters';
import { type LinkPlace } from '../tables/links';
import { type Span } from '../time/span';
import { eventLogs } from './eventLogs';
import { earlierChanges } from '../alertbook/earlierChanges';
import { type EventsRead } from '../incidents/events';
import { eventRows, eventTable } from './eventTable';
import { statesFrame } from './statesFrame';
import { untoldNotices } from './untold';
import { eventVolume } from './volumeFrames';

export interface EventsPlace {
  range: Span;
  place: LinkPlace;
  titles: Titles;
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
  { events, total, notices, failures }: EventsRead,
  query: AlertEventsQuery,
  { range, place, titles, now, filters, inRange, isChoice, limit }: EventsPlace
): Answer {
  if (events.length === 0 && failures.length > 0 && notices.length === 0) {
    return { frames: [], notices, failures };
  }
  if (query.format === 'states') {
    const states = statesFrame(events, range);
    return { frames: [states.frame], notices: [...notices, ...states.notices], failures };
  }
  const found = inTime(inRange ? events.filter(({ time }) => lies(time, range)) : events);
  const kept = query.volume ? found : found.slice(-limit);
  const all = inRange ? found.length : Math.max(total, found.length);
  const cut = kept.length < all && kept.length >= limit ? [limitNotice(kept.length, all)] : [];
  const isWhole = inRange || isChoice ? undefined : kept.length >= all;
  const rows = eventRows(kept, { place, titles, now, filters, changes: query.changes, isWhole });
  if (query.volume) {
    return { frames: eventVolume(rows, range, query.changes), notices: [], failures };
  }
  const frame =
    query.format === 'logs'
      ? eventLogs({ ...rows, changes: query.changes }, earlierChanges(events), titles)
      : eventTable(rows);
  const untold = isWhole && query.changes && query.format === 'table' ? untoldNotices(kept) : [];
  return { frames: [frame], notices: [...notices, ...cut, ...untold, ...rows.notices], failures };
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

function limitNotice(count: number, total: number): QueryResultMetaNotice {
  return notice(
    t('alerts.events-limit', 'The limit of the query cut the events: the newest {{count}} of {{total}} are shown.', {
      count,
      total,
    }),
    'warning'
  );
}
