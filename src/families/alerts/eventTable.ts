import { type DataFrame, DataFrameType, type Field, FieldType, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { memoize, pickBy, uniqBy } from 'lodash';
import { type Courses } from '../../facts/courses';
import { isEnd } from '../../facts/history';
import { lookUp } from '../../ground/shapes';
import { pair, RAW } from '../../ground/texts';
import { type Alert, type AlertEvent, type Change } from '../../service/alerts';
import { eventSpans, alertLinks, type LinkPlace, type LinkRow } from '../../table/links';
import { type RowFilter } from '../../table/filters';
import {
  type Column,
  columnFields,
  countColumn,
  tableFrame,
  textColumn,
  timeColumn,
  wordColumn,
} from '../../table/frame';
import { distinctIds } from '../../table/marks';
import { type EventRow, eventRowsOf, selectEvents } from '../../table/selection';
import { changeText, CHANGES, EVENT_TYPES, stateText, wordOf } from '../../table/words';
import { alertMetricColumns, stateColumns } from './alertTable';

interface EventRowOptions {
  place: LinkPlace;
  /** Has the alerts' titles and events. */
  courses: Courses;
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
  { place, courses, alerts, moment = Infinity, filters, changes, limit = Infinity }: EventRowOptions
): EventRows {
  const titleOf = (event: AlertEvent) => courses.titleOf({ ...event, id: event.alertId });
  const spans = eventSpans(events, { alerts, courses, now: place.now, moment });
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
  const change = wordColumn<EventRow>('change', CHANGES, (row) => row.metric && row.metric.change, { width: 105 });
  const title = textColumn<EventRow>('title', ({ event }) => titleOf(event), {
    width: 175,
    wrap: true,
    links,
    hidden: ofOne,
  });
  const ids = [
    countColumn<EventRow>('sequence', ({ event }) => event.sequence, { width: 95, hidden: changes }),
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
  const { rows: left, notices } = selectEvents(rows, filters, courses);
  const ofEvents = uniqBy(left, 'event');
  const kept = new Set(ofEvents.slice(-limit).map(({ event }) => event));
  const shown = (changes ? left : ofEvents).filter(({ event }) => kept.has(event));
  const columns = changes ? ofChanges : [time, title, eventType, state.impact, ...state.figures, ...ids];
  return { rows: shown, passed: filters.length === 0 ? events.length : ofEvents.length, columns, notices };
}

export function eventTable({ rows, columns }: EventRows): DataFrame {
  return tableFrame(t('label.alert-events', 'Alert events'), rows, columns);
}

/** The maximum of changes in one line. */
const MOST_IN_LINE = 3;

/** Grafana's log levels for impacts. An unknown impact has none. */
const LEVELS = { severe: 'critical', high: 'error', medium: 'warning', low: 'info' } as const;

/**
 * Events as log lines: one line per row with what happened, its level, and labels for filters. The following columns have
 * links, which the log's details show. Rows without a time are not log lines.
 *
 * @param changes a line per change instead of one per event
 * @param earlier the previous state of each change's metric (`earlierChanges`)
 */
export function eventLogs(
  { rows, columns }: EventRows,
  changes: boolean,
  earlier: ReadonlyMap<Change, Change>,
  courses: Courses
): DataFrame {
  const lines = rows
    .filter(({ event }) => event.time !== null)
    .map(({ event, metric }): EventRow => ({ event, metric: changes ? metric : null }));
  const field = (name: string, of: (line: EventRow) => unknown, type = FieldType.string): Field => {
    return { name, type, config: {}, values: lines.map(of) };
  };
  const linked = columns.filter(({ links }) => links && links.length > 0);
  return {
    name: t('label.alert-events', 'Alert events'),
    length: lines.length,
    fields: [
      field('timestamp', ({ event }) => event.time, FieldType.time),
      field('body', ({ event, metric }) =>
        metric ? changeText(metric, earlier.get(metric)) : eventText(event, earlier, courses)
      ),
      field('severity', levelOf),
      // Explore keeps one line per ID.
      { ...field('id', idOf), values: distinctIds(lines.map(idOf)) },
      field('labels', labelsOf, FieldType.other),
      ...columnFields(lines, linked),
    ],
    meta: {
      type: DataFrameType.LogLines,
      typeVersion: [0, 0],
      preferredVisualisationType: 'logs',
    },
  };
}

/** An event in one line: its changes, or the state of the alert after it. */
function eventText(event: AlertEvent, earlier: ReadonlyMap<Change, Change>, courses: Courses): string {
  const { eventType } = event;
  const title = courses.titleOf({ ...event, id: event.alertId });
  const changes = event.changes ?? [];
  if (isEnd(event)) {
    return pair(title, wordOf('ended'));
  }
  if (changes.length > 0) {
    const lines = changes.slice(0, MOST_IN_LINE).map((change) => changeText(change, earlier.get(change)));
    const left = changes.length - lines.length;
    const text = lines.join(' | ') + (left > 0 ? ` +${left}` : '');
    return eventType === 'created' ? t('alerts.line.created', 'New alert: {{text}}', { text, ...RAW }) : text;
  }
  const state = [eventType === null ? t('column.event', 'Event') : wordOf(eventType), stateText(event)];
  return pair(title, state.filter((part) => part !== '').join(', '));
}

/** By the impact. Improvements are only information: a metric that left its alert, an alert that ended. */
function levelOf({ event, metric }: EventRow): string {
  const changes = metric ? [metric] : (event.changes ?? []);
  const isBetter = isEnd(event) || (changes.length > 0 && changes.every(({ change }) => change === 'removed'));
  return isBetter ? 'info' : (lookUp<string>(LEVELS, event.impact) ?? 'unknown');
}

function idOf({ event, metric }: EventRow): string {
  const ofMetric = metric ? [metric.nodeId, metric.metricId] : [];
  return [event.alertId, event.sequence ?? event.time, ...ofMetric].map((part) => part ?? '').join('/');
}

/** Labels for filters, with the names of `filters`. Unknown values have none. */
function labelsOf({ event, metric }: EventRow): Record<string, unknown> {
  const labels = {
    alert: event.alertId,
    event: event.eventType,
    impact: event.impact,
    active: event.active === null ? null : String(event.active),
    change: metric?.change,
    node: metric?.nodeId,
    nodeName: metric?.nodeName,
    systemName: metric?.systemName,
    metric: metric?.metricId,
    metricName: metric?.metricName,
    severity: metric?.severity,
    type: metric?.type,
  };
  return pickBy(labels);
}
