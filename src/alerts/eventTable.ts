import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { uniqBy } from 'lodash';
import { type Titled, type Titles } from '../catalogue/lookUps';
import { type AlertEvent, type Change } from '../service/alerts';
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
import { alertLinks, type LinkPlace, type RowSpan, type SpanOf } from '../tables/links';
import { alertMetricColumns, learningColumn, orNone, scoredColumn } from './metricColumns';

/** An event, or one of its changes. */
export interface EventRow {
  event: AlertEvent;
  metric: Change | null;
}

export interface EventRowOptions {
  place: LinkPlace;
  titles: Titles;
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
  { place, titles, now, filters, changes, isWhole }: EventRowOptions
): EventRows {
  const spans = alertSpans(events, now);
  const spanOf = (field: (name: string) => string) => spans.get(field('alertId')) ?? null;
  const rows = events.flatMap((event) => orNone(event.changes).map((metric) => ({ event, metric })));
  const ofEvent = eventColumns(events, place, titles, changes, spanOf);
  const metric = alertMetricColumns<EventRow>(place, rows, spanOf);
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
  const more = isWhole === undefined ? [] : [lastedColumn(isWhole ? spans : new Map())];
  return {
    rows: changes ? passed.rows : uniqBy(passed.rows, 'event'),
    columns: changes
      ? [...all, ...more]
      : [ofEvent.time, ofEvent.title, ofEvent.eventType, ofEvent.impact, ...ofEvent.state, ...ofEvent.ids, ...more],
    notices: passed.notices,
  };
}

export function eventTable({ rows, columns }: EventRows): DataFrame {
  return tableFrame(t('alerts.events-table', 'Alert events'), rows, columns);
}

/** @param perChange the event's own figures would repeat on every row, and are hidden; so would one alert's title and id */
function eventColumns(
  events: readonly AlertEvent[],
  place: LinkPlace,
  titles: Titles,
  perChange: boolean,
  spanOf: SpanOf
) {
  const hidden = { hidden: perChange };
  const ofOne = perChange && new Set(events.map(({ alertId }) => alertId)).size === 1;
  const links = alertLinks(place, 'alertId', spanOf);
  const state: Array<Column<EventRow>> = [
    countColumn('activeMetrics', ({ event }) => event.activeMetrics, { width: 105, ...hidden }),
    countColumn('activeNodes', ({ event }) => event.activeNodes, { width: 95, ...hidden }),
    scoredColumn(({ event }) => event.score, hidden),
    activeColumn(({ event }) => event.active, hidden),
    learningColumn('learningStatus', ({ event }) => event.learningStatus, hidden),
  ];
  return {
    time: timeColumn<EventRow>('time', ({ event }) => event.time, { width: 150 }),
    title: textColumn<EventRow>('title', ({ event }) => titles.titleOf({ ...event, id: event.alertId }), {
      width: 175,
      wrap: true,
      links,
      hidden: ofOne,
      description: t(
        'tables.title',
        'Its worst metric as last known, and how many more there are. Another one may have moved first.'
      ),
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
function lastedColumn(spans: ReadonlyMap<string, RowSpan>): Column<EventRow> {
  const lasted = ({ event }: EventRow) => {
    const span = spans.get(event.alertId);
    return span ? span.to - span.from : null;
  };
  return durationColumn('lasted', lasted, {
    hidden: true,
    description: t(
      'alerts.lasted',
      'From the first event of the alert to its end; an alert that goes on lasts until now.'
    ),
  });
}

/** How an alert's last event left it, for its title: at that time it was seen for the last time. */
export function titledAlerts(events: readonly AlertEvent[]): Titled[] {
  const latest = new Map<string, AlertEvent>();
  for (const event of events) {
    const before = latest.get(event.alertId);
    if (!before || (event.time ?? -Infinity) >= (before.time ?? -Infinity)) {
      latest.set(event.alertId, event);
    }
  }
  return [...latest.values()].map(({ alertId, impact, active, time }) => ({
    id: alertId,
    impact,
    active,
    firstSeenAt: null,
    lastSeenAt: time,
  }));
}

/** The time of each alert as far as the events tell: from the first to the last, or until now where that is no end. */
function alertSpans(events: readonly AlertEvent[], now: number): Map<string, RowSpan> {
  const spans = new Map<string, RowSpan>();
  for (const { alertId, time, eventType, active } of events) {
    if (time !== null) {
      const before = spans.get(alertId);
      const open = eventType !== 'ended' && active !== false;
      const later = before === undefined || time >= before.from;
      const end = later ? { to: open ? Math.max(now, time) : time, open } : { to: before.to, open: before.open };
      spans.set(alertId, { from: Math.min(before?.from ?? time, time), ...end });
    }
  }
  return spans;
}
