import { type Span } from '../time/span';
import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { uniqBy } from 'lodash';
import { type AlertEvent, type Change } from '../service/alerts';
import { IMPACT_COLORS } from '../tables/colors';
import { filterRows, type RowFilter } from '../tables/filters';
import {
  coloredColumn,
  type Column,
  countColumn,
  flagColumn,
  scoreColumn,
  tableFrame,
  textColumn,
  timeColumn,
} from '../tables/frame';
import { alertEventsLink, type LinkPlace } from '../tables/links';
import { alertMetricColumns, METRIC_COLUMN_NAMES, orNone } from './metricColumns';

/** An event, or one of its changes. */
export interface EventRow {
  event: AlertEvent;
  metric: Change | null;
}

export interface EventRowOptions {
  place: LinkPlace;
  /** Epoch milliseconds; the time of an alert that did not end lasts until then. */
  now: number;
  filters: readonly RowFilter[];
  /** A row per change instead of one per event. */
  changes: boolean;
}

export interface EventRows {
  rows: EventRow[];
  columns: Array<Column<EventRow>>;
  notices: QueryResultMetaNotice[];
}

/** Events as rows with the columns of the contract (Frames, `alertEvents`), filtered. */
export function eventRows(events: readonly AlertEvent[], { place, now, filters, changes }: EventRowOptions): EventRows {
  const spans = alertSpans(events, now);
  const rows = events.flatMap((event) => orNone(event.changes).map((metric) => ({ event, metric })));
  const all = [
    ...eventColumns(place, changes, changes && new Set(events.map(({ alertId }) => alertId)).size === 1),
    textColumn<EventRow>('change', ({ metric }) => metric && metric.change, { width: 90 }),
    ...alertMetricColumns<EventRow>(place, rows, (field) => spans.get(field('alertId')) ?? null),
  ];
  const passed = filterRows(rows, all, filters);
  return {
    rows: changes ? passed.rows : uniqBy(passed.rows, 'event'),
    columns: changes ? all : all.filter(({ name }) => !METRIC_COLUMN_NAMES.has(name)),
    notices: passed.notices,
  };
}

export function eventTable({ rows, columns }: EventRows): DataFrame {
  return tableFrame(t('alerts.events-table', 'Alert events'), rows, columns);
}

/**
 * @param perChange the event's own figures would repeat on every row, and are hidden
 * @param ofOne so would the alert's id
 */
function eventColumns(place: LinkPlace, perChange: boolean, ofOne: boolean): Array<Column<EventRow>> {
  const hidden = { hidden: perChange };
  return [
    timeColumn('time', ({ event }) => event.time),
    textColumn('alertId', ({ event }) => event.alertId || null, {
      width: 330,
      links: [alertEventsLink(place)],
      hidden: ofOne,
    }),
    countColumn('sequence', ({ event }) => event.sequence, { width: 95, ...hidden }),
    textColumn('eventType', ({ event }) => event.eventType, { width: 100 }),
    coloredColumn('impact', ({ event }) => event.impact, IMPACT_COLORS),
    flagColumn('active', ({ event }) => event.active, hidden),
    countColumn('activeNodes', ({ event }) => event.activeNodes, hidden),
    countColumn('activeMetrics', ({ event }) => event.activeMetrics, { width: 120, ...hidden }),
    scoreColumn('score', ({ event }) => event.score, { width: 90, ...hidden }),
    scoreColumn('learningStatus', ({ event }) => event.learningStatus, { width: 125, ...hidden }),
  ];
}

/** The time of each alert as far as the events tell: from the first to the last, or until now where that is no end. */
function alertSpans(events: readonly AlertEvent[], now: number): Map<string, Span> {
  const spans = new Map<string, Span>();
  for (const { alertId, time, eventType } of events) {
    if (time !== null) {
      const before = spans.get(alertId);
      const end = eventType === 'ended' ? time : Math.max(now, time);
      const later = before === undefined || time >= before.from;
      spans.set(alertId, { from: Math.min(before?.from ?? time, time), to: later ? end : before.to });
    }
  }
  return spans;
}
