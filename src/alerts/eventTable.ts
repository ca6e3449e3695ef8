import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { groupBy, uniqBy } from 'lodash';
import { type AlertBook } from '../alertbook/alertBook';
import { isEnd } from '../alertbook/course';
import { durationOf, type Lasting, spanOf } from '../alertbook/span';
import { type Alert, type AlertEvent, type Change } from '../service/alerts';
import { filterRows, type RowFilter } from '../tables/filters';
import {
  activeColumn,
  coloredColumn,
  type Column,
  countColumn,
  durationColumn,
  tableFrame,
  textColumn,
  timeColumn,
  wordColumn,
} from '../tables/frame';
import { CHANGES, EVENT_TYPES } from '../tables/words';
import { alertLinks, type LinkPlace, type SpanOf } from '../tables/links';
import { alertMetricColumns, learningColumn, orNone, scoredColumn } from './metricColumns';

/** An event, or one of its changes. */
export interface EventRow {
  event: AlertEvent;
  metric: Change | null;
}

export interface EventRowOptions {
  place: LinkPlace;
  /** Knows the alerts' titles. */
  book: AlertBook;
  /** How long each alert lasted, by its ID. */
  lastings: ReadonlyMap<string, Lasting>;
  /** Epoch milliseconds; the time of an alert that did not end lasts until then. */
  now: number;
  filters: readonly RowFilter[];
  /** A row per change instead of one per event. */
  changes: boolean;
  /** Of listed alerts: whether these are all of their events, so that they tell how long each lasted. */
  isWhole?: boolean;
}

export interface EventRows {
  rows: EventRow[];
  columns: Array<Column<EventRow>>;
  notices: QueryResultMetaNotice[];
}

/** Events as rows with the columns of the contract (Frames, `alertEvents`), filtered. */
export function eventRows(
  events: readonly AlertEvent[],
  { place, book, lastings, now, filters, changes, isWhole }: EventRowOptions
): EventRows {
  const spanOfRow: SpanOf = (field) => rowSpan(lastings.get(field('alertId')), now);
  const rows = events.flatMap((event) => orNone(event.changes).map((metric) => ({ event, metric })));
  const ofEvent = eventColumns(events, place, book, changes, spanOfRow);
  const metric = alertMetricColumns<EventRow>(place, rows, spanOfRow);
  const change = wordColumn<EventRow>('change', CHANGES, (row) => row.metric && row.metric.change, { width: 75 });
  const all = [
    ofEvent.time,
    ofEvent.eventType,
    change,
    ...metric.named,
    ofEvent.impact,
    ...ofEvent.state,
    ofEvent.title,
    ...ofEvent.ids,
    ...metric.ids,
  ];
  const passed = filterRows(rows, all, filters);
  const more = isWhole === undefined ? [] : [lastedColumn(isWhole ? lastings : new Map(), now)];
  return {
    rows: changes ? passed.rows : uniqBy(passed.rows, 'event'),
    columns: changes
      ? [...all, ...more]
      : [ofEvent.time, ofEvent.title, ofEvent.eventType, ofEvent.impact, ...ofEvent.state, ...ofEvent.ids, ...more],
    notices: passed.notices,
  };
}

export function eventTable({ rows, columns }: EventRows): DataFrame {
  return tableFrame(t('label.alert-events', 'Alert events'), rows, columns);
}

/** @param perChange the event's own figures would repeat on every row, and are hidden; so would one alert's title and id */
function eventColumns(
  events: readonly AlertEvent[],
  place: LinkPlace,
  book: AlertBook,
  perChange: boolean,
  spanOfRow: SpanOf
) {
  const hidden = { hidden: perChange };
  const ofOne = perChange && new Set(events.map(({ alertId }) => alertId)).size === 1;
  const links = alertLinks(place, 'alertId', spanOfRow);
  const state: Array<Column<EventRow>> = [
    countColumn('activeMetrics', ({ event }) => event.activeMetrics, { width: 105, ...hidden }),
    countColumn('activeNodes', ({ event }) => event.activeNodes, { width: 95, ...hidden }),
    scoredColumn(({ event }) => event.score, hidden),
    activeColumn(({ event }) => event.active, hidden),
    learningColumn('learningStatus', ({ event }) => event.learningStatus, hidden),
  ];
  return {
    time: timeColumn<EventRow>('time', ({ event }) => event.time, { width: 150 }),
    title: textColumn<EventRow>('title', ({ event }) => book.titleOf({ ...event, id: event.alertId }), {
      width: 175,
      wrap: true,
      links,
      hidden: ofOne,
    }),
    eventType: wordColumn<EventRow>('eventType', EVENT_TYPES, ({ event }) => event.eventType, { width: 80 }),
    impact: coloredColumn<EventRow>('impact', ({ event }) => event.impact, { width: 70 }),
    state,
    ids: [
      countColumn<EventRow>('sequence', ({ event }) => event.sequence, { width: 95, ...hidden }),
      textColumn<EventRow>('alertId', ({ event }) => event.alertId || null, { width: 120, links, hidden: ofOne }),
    ],
  };
}

/** How long the event's alert lasted: the same on each of its rows, and not drawn. A dashboard's steps group by it. */
function lastedColumn(lastings: ReadonlyMap<string, Lasting>, now: number): Column<EventRow> {
  const lasted = ({ event }: EventRow) => {
    const lasting = lastings.get(event.alertId);
    return lasting ? durationOf(lasting, now) : null;
  };
  return durationColumn('lasted', lasted, {
    hidden: true,
  });
}

/**
 * How long each alert lasted, by its course, the events that were read and its row: an event without `active` counts as
 * open until the row or a later event shows otherwise (M46).
 */
export function lastingsOf(
  events: readonly AlertEvent[],
  alerts: readonly Alert[],
  book: Pick<AlertBook, 'courseOf'>
): Map<string, Lasting> {
  const rows = new Map(alerts.map((alert) => [alert.id, alert]));
  const lastings = new Map<string, Lasting>();
  for (const [id, list] of Object.entries(groupBy(events, 'alertId'))) {
    const course = book.courseOf(id);
    const newest = [course?.newest, list.at(-1)].reduce((a, b) =>
      (b?.time ?? -Infinity) >= (a?.time ?? -Infinity) ? b : a
    );
    const row = rows.get(id);
    const hasEnded = newest ? isEnd(newest) : false;
    const isEndedByRow = !hasEnded && row?.active === false;
    const began = course?.began ?? list.find(({ time }) => time !== null)?.time ?? null;
    lastings.set(id, {
      active: !hasEnded && !isEndedByRow,
      firstSeenAt: began,
      lastSeenAt: (isEndedByRow ? row?.lastSeenAt : null) ?? newest?.time ?? null,
    });
  }
  return lastings;
}

function rowSpan(lasting: Lasting | undefined, now: number) {
  if (!lasting || lasting.firstSeenAt === null) {
    return null;
  }
  const { to, isOpen } = spanOf(lasting, now);
  return { from: lasting.firstSeenAt, to: Math.max(to ?? now, lasting.firstSeenAt), open: isOpen };
}
