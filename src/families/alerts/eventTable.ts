import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { memoize, uniqBy } from 'lodash';
import { type AlertBook } from '../../facts/alertBook';
import { type Alert, type AlertEvent } from '../../service/alerts';
import { type RowFilter } from '../../table/filters';
import { type EventRow, eventRowsOf, selectEvents } from '../../table/selection';
import { type Column, countColumn, tableFrame, textColumn, timeColumn, wordColumn } from '../../table/frame';
import { eventSpans } from '../../table/eventSpans';
import { alertLinks, type LinkPlace, type LinkRow } from '../../table/links';
import { CHANGES, EVENT_TYPES } from '../../table/words';
import { alertMetricColumns, stateColumns } from './alertTable';

interface EventRowOptions {
  place: LinkPlace;
  /** Has the alerts' titles and events. */
  book: AlertBook;
  /** The rows of the events' alerts, as far as they are known. */
  alerts: readonly Alert[];
  /** The end of a past range that limits links. */
  moment?: number;
  filters: readonly RowFilter[];
  /** A row per change instead of one per event. */
  changes: boolean;
  /** The maximum of events that pass the filters: the last ones. */
  limit?: number;
}

export interface EventRows {
  rows: EventRow[];
  /** How many events pass the filters. */
  passed: number;
  columns: Array<Column<EventRow>>;
  notices: QueryResultMetaNotice[];
}

/** Events as rows, filtered. A limit applies after the filters. */
export function eventRows(
  events: readonly AlertEvent[],
  { place, book, alerts, moment = Infinity, filters, changes, limit = Infinity }: EventRowOptions
): EventRows {
  const titleOf = (event: AlertEvent) => book.titleOf({ ...event, id: event.alertId });
  const spans = eventSpans(events, { alerts, knownEvents: (id) => book.knownEvents(id), now: place.now, moment });
  // Without filters, events are cut before rows are created.
  const candidates = filters.length === 0 ? events.slice(-limit) : events;
  const rows = eventRowsOf(candidates);
  const linked = memoize(({ event, metric }: EventRow): LinkRow => ({
    alert: { id: event.alertId, title: titleOf(event), impact: event.impact },
    metric,
    span: spans[event.alertId],
  }));
  const links = alertLinks(place, linked);
  // With a row per change, the title and ID of a single alert would repeat on every row.
  const ofOne = changes && uniqBy(events, 'alertId').length === 1;

  const state = stateColumns<EventRow>(({ event }) => event, changes);
  const metric = alertMetricColumns(place, rows, linked);
  const time = timeColumn<EventRow>('time', ({ event }) => event.time, { width: 160 });
  const eventType = wordColumn<EventRow>('eventType', EVENT_TYPES, ({ event }) => event.eventType, { width: 105 });
  const change = wordColumn<EventRow>('change', CHANGES, (row) => row.metric && row.metric.change, { width: 95 });
  const title = textColumn<EventRow>('title', ({ event }) => titleOf(event), {
    width: 175,
    wrap: true,
    links,
    hidden: ofOne,
  });
  const ids = [
    countColumn<EventRow>('sequence', ({ event }) => event.sequence, {
      width: 95,
      hidden: changes,
      heading: t('alerts.events-editor.sequence', 'Event number'),
    }),
    textColumn<EventRow>('alertId', ({ event }) => event.alertId || null, { width: 120, links, hidden: ofOne }),
  ];
  const ofChanges = [
    time,
    eventType,
    change,
    ...metric.names,
    metric.severity,
    ...metric.figures,
    state.impact,
    ...state.figures,
    title,
    ...ids,
    ...metric.ids,
  ];
  const { rows: left, notices } = selectEvents(rows, filters, book);
  const ofEvents = uniqBy(left, 'event');
  const kept = new Set(ofEvents.slice(-limit).map(({ event }) => event));
  const shown = (changes ? left : ofEvents).filter(({ event }) => kept.has(event));
  const columns = changes ? ofChanges : [time, title, eventType, state.impact, ...state.figures, ...ids];
  return { rows: shown, passed: filters.length === 0 ? events.length : ofEvents.length, columns, notices };
}

export function eventTable({ rows, columns }: EventRows): DataFrame {
  return tableFrame(t('label.alert-events', 'Alert events'), rows, columns);
}
