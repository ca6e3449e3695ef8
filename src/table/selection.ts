import { FieldType, type QueryResultMetaNotice } from '@grafana/data';
import { uniqBy } from 'lodash';
import { type Anomaly, type AnomalyMetric } from '../service/anomalies';
import {
  allHidden,
  type ComparedColumn,
  filterRows,
  isOnMetrics,
  metricsUnknown,
  passesEmpty,
  type RowFilter,
} from './filters';
import { type Courses, DECIDING, readCourses } from '../facts/courses';
import { type ReadContext } from '../facts/facts';
import { type Alert, type AlertEvent, type AlertMetric, type Change } from '../service/alerts';
import { type Reader } from '../facts/reader';
import { historyNotices } from '../judging/listNotices';
import { isEnd, durationOf } from '../facts/history';

interface AlertMetricRow<A extends Alert> {
  alert: A;
  metric: AlertMetric | null;
}

interface SelectedAlerts<A extends Alert> {
  alerts: readonly A[];
  notices: QueryResultMetaNotice[];
}

interface Comparing {
  courses: Courses;
  /** Epoch milliseconds. An active alert lasts until then. */
  now: number;
}

const { string: TEXT, number: NUMBER, boolean: FLAG, time: TIME } = FieldType;

/** Columns with the names of their fields. */
function named<Row, Name extends string>(
  type: FieldType,
  names: readonly Name[],
  of: (row: Row) => Record<Name, string | number | boolean | null> | null
): Array<ComparedColumn<Row>> {
  return names.map((name) => ({ name, type, of: (row) => of(row)?.[name] ?? null }));
}

/** The columns of alerts that filters compare, in tables, incidents, annotations, and events. */
function alertColumns<R extends AlertMetricRow<Alert>>({ courses, now }: Comparing): Array<ComparedColumn<R>> {
  const of = ({ alert }: R) => alert;
  const numbers = ['activeMetrics', 'activeNodes', 'score', 'learningStatus', 'firstSeenAt', 'lastSeenAt'] as const;
  return [
    ...named(TEXT, ['id', 'impact'], of),
    { name: 'title', type: TEXT, of: ({ alert }) => courses.ownTitleOf(alert) },
    ...named(FLAG, ['active'], of),
    { name: 'duration', type: NUMBER, of: ({ alert }) => durationOf(alert, now) },
    ...named(NUMBER, numbers, of),
    ...metricColumns<R>(),
  ];
}

const OF_METRIC = ['nodeId', 'nodeName', 'systemId', 'systemName', 'metricId', 'metricName'] as const;

/** The columns of an alert's metric, or of a change. */
function metricColumns<R extends { metric: AlertMetric | null }>(): Array<ComparedColumn<R>> {
  const of = ({ metric }: R) => metric;
  return [
    ...named(TEXT, [...OF_METRIC, 'severity', 'type'], of),
    ...named(NUMBER, ['closestBaselineDeviation', 'scoreContribution', 'scoreAdjusted'], of),
    { name: 'metricLearningStatus', type: NUMBER, of: ({ metric }) => metric?.learningStatus ?? null },
  ];
}

/**
 * What a source found, once it is known which alerts pass: by their own fields, and by the metrics that they have or had.
 * One metric must pass all filters on metrics. `selection` reports what could not be judged. Null before.
 */
export function selected<A extends Alert, F extends SelectedAlerts<A>>(
  reader: Reader,
  found: F,
  filters: readonly RowFilter[],
  { context, moment, now = context.now() }: { context: ReadContext; moment: number | undefined; now?: number }
): (F & { selection: QueryResultMetaNotice[] }) | null {
  const deciding = filters.some(isOnMetrics) ? found.alerts : [];
  const { courses, isFetching } = readCourses(reader, context, deciding, { ...DECIDING, moment });
  if (isFetching) {
    return null;
  }
  const selection = selectAlerts<A>(found.alerts, filters, { courses, now });
  const notices = [...selection.notices, ...historyNotices(selection.unsure, 0)];
  return {
    ...found,
    alerts: selection.alerts,
    notices: [...found.notices, ...notices],
    selection: notices.filter(isUnsure),
  };
}

/** An empty result of filters is not uncertain. */
export function isUnsure({ text }: QueryResultMetaNotice): boolean {
  return text !== allHidden().text;
}

/** The alerts that pass the filters. `unsure` is how many of them a filter on metrics could not exclude. */
export function selectAlerts<A extends Alert>(
  alerts: readonly A[],
  filters: readonly RowFilter[],
  comparing: Comparing
): { alerts: readonly A[]; unsure: number; notices: QueryResultMetaNotice[] } {
  if (filters.length === 0) {
    return { alerts, unsure: 0, notices: [] };
  }
  const rows = alerts.flatMap((alert): Array<AlertMetricRow<A>> => {
    const metrics = comparing.courses.metricsEverOf(alert);
    return metrics ? metrics.map((metric) => ({ alert, metric })) : [{ alert, metric: null }];
  });
  const { shown, unknown, unsure, notices } = passingRows<A, AlertMetricRow<A>>(rows, filters, comparing);
  return { alerts: shown, unsure, notices: unknown > 0 ? [...notices, metricsUnknown(unknown)] : notices };
}

/**
 * The rows that pass the filters, their alerts, and the numbers of alerts that filters on metrics hide, or can't exclude,
 * because these, or some of them, are unknown.
 */
export function passingRows<A extends Alert, R extends AlertMetricRow<A>>(
  rows: readonly R[],
  filters: readonly RowFilter[],
  comparing: Comparing
): { rows: R[]; shown: A[]; unknown: number; unsure: number; notices: QueryResultMetaNotice[] } {
  const columns = alertColumns<R>(comparing);
  const passed = filterRows(rows, columns, filters);
  const shown = uniqBy(passed.rows, 'alert').map(({ alert }) => alert);
  const others = filters.filter((one) => !isOnMetrics(one));
  const isPartial = ({ alert }: R) => comparing.courses.of(alert.id)?.isWhole === false;
  const hidden = filterRows(rows, columns, others).rows.filter(
    (row) => !shown.includes(row.alert) && (row.metric === null || isPartial(row))
  );
  const isOpen = filters.some((one) => isOnMetrics(one) && passesEmpty(one));
  const unsure = passed.rows.filter((row) => comparing.courses.metricsEverOf(row.alert) === null || isPartial(row));
  const countOf = (some: readonly R[]) => uniqBy(some, 'alert').length;
  return {
    rows: passed.rows,
    shown,
    unknown: countOf(hidden),
    unsure: isOpen ? countOf(unsure) : 0,
    notices: passed.notices,
  };
}

/** An event, or one of its changes. */
export interface EventRow {
  event: AlertEvent;
  metric: Change | null;
}

/** The columns of events that filters compare, in tables and annotations. */
function eventColumns(courses: Pick<Courses, 'titleOf'>): Array<ComparedColumn<EventRow>> {
  const of = ({ event }: EventRow) => event;
  return [
    ...named(TIME, ['time'], of),
    ...named(TEXT, ['change'], ({ metric }: EventRow) => metric),
    { name: 'title', type: TEXT, of: ({ event }) => courses.titleOf({ ...event, id: event.alertId }) },
    ...named(FLAG, ['active'], of),
    { name: 'alertId', type: TEXT, of: ({ event }) => event.alertId || null },
    // An event that ends its alert is its end, whatever its own word.
    { name: 'end', type: TEXT, of: ({ event }) => (isEnd(event) ? 'ended' : event.eventType) },
    ...named(TEXT, ['eventType', 'impact'], of),
    ...named(NUMBER, ['activeMetrics', 'activeNodes', 'score', 'learningStatus', 'sequence'], of),
    ...metricColumns<EventRow>(),
  ];
}

/** A row per change of each event, or one for an event without changes. */
export function eventRowsOf(events: readonly AlertEvent[]): EventRow[] {
  return events.flatMap((event) => {
    const changes: Array<Change | null> = event.changes ?? [];
    return (changes.length > 0 ? changes : [null]).map((metric) => ({ event, metric }));
  });
}

/** The rows that pass the filters. */
export function selectEvents(
  rows: readonly EventRow[],
  filters: readonly RowFilter[],
  courses: Pick<Courses, 'titleOf'>
) {
  return filterRows(rows, eventColumns(courses), filters);
}

interface AnomalyMetricRow<A extends Anomaly> {
  anomaly: A;
  metric: AnomalyMetric | null;
}

/** The anomalies that pass the filters: one metric must pass all filters on metrics. */
export function selectAnomalies<A extends Anomaly>(
  anomalies: readonly A[],
  filters: readonly RowFilter[]
): { anomalies: A[]; notices: QueryResultMetaNotice[] } {
  const rows = anomalies.flatMap((anomaly): Array<AnomalyMetricRow<A>> =>
    anomaly.metrics.length > 0 ? anomaly.metrics.map((metric) => ({ anomaly, metric })) : [{ anomaly, metric: null }]
  );
  const columns = [
    ...named(TEXT, ['id', 'severity', 'eventType'], ({ anomaly }: AnomalyMetricRow<A>) => anomaly),
    { name: 'metricSeverity', type: TEXT, of: ({ metric }: AnomalyMetricRow<A>) => metric?.severity ?? null },
    ...named(TEXT, [...OF_METRIC, 'metricType'], ({ metric }: AnomalyMetricRow<A>) => metric),
  ];
  const passed = filterRows(rows, columns, filters);
  return { anomalies: uniqBy(passed.rows, 'anomaly').map(({ anomaly }) => anomaly), notices: passed.notices };
}
