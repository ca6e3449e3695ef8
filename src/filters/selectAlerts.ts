import { FieldType, type QueryResultMetaNotice } from '@grafana/data';
import { uniqBy } from 'lodash';
import { type AlertBook } from '../alertbook/alertBook';
import { histories, DECIDING } from '../entries/alertEntries';
import { type Reader } from '../known/follow';
import { historyNotices } from '../notices/listNotices';
import { durationOf } from '../alertbook/span';
import { type Alert, type AlertMetric } from '../service/alerts';
import {
  allHidden,
  type ComparedColumn,
  filterRows,
  isOnMetrics,
  metricsUnknown,
  passesEmpty,
  type RowFilter,
} from './filters';

interface AlertMetricRow<A extends Alert> {
  alert: A;
  metric: AlertMetric | null;
}

interface SelectedAlerts<A extends Alert> {
  alerts: readonly A[];
  notices: QueryResultMetaNotice[];
}

const ALERT_NUMBERS = ['activeMetrics', 'activeNodes', 'score', 'learningStatus', 'firstSeenAt', 'lastSeenAt'] as const;
const METRIC_TEXTS = [
  'nodeId',
  'nodeName',
  'systemId',
  'systemName',
  'metricId',
  'metricName',
  'severity',
  'type',
] as const;
const METRIC_NUMBERS = ['closestBaselineDeviation', 'scoreContribution', 'scoreAdjusted'] as const;

interface Comparing {
  book: AlertBook;
  /** Epoch milliseconds. An active alert lasts until then. */
  now: number;
}

/** The columns of alerts that filters compare, in tables, incidents, annotations, and events. */
function columnsOf<R extends AlertMetricRow<Alert>>({ book, now }: Comparing): Array<ComparedColumn<R>> {
  const { string: TEXT, number: NUMBER, boolean: FLAG } = FieldType;
  return [
    { name: 'id', type: TEXT, of: ({ alert }) => alert.id },
    { name: 'impact', type: TEXT, of: ({ alert }) => alert.impact },
    { name: 'title', type: TEXT, of: ({ alert }) => book.ownTitleOf(alert) },
    { name: 'active', type: FLAG, of: ({ alert }) => alert.active },
    { name: 'duration', type: NUMBER, of: ({ alert }) => durationOf(alert, now) },
    ...ALERT_NUMBERS.map((name) => ({ name, type: NUMBER, of: ({ alert }: R) => alert[name] })),
    ...metricColumns<R>(),
  ];
}

/** The columns of an alert's metric, or of a change. */
export function metricColumns<R extends { metric: AlertMetric | null }>(): Array<ComparedColumn<R>> {
  const { string: TEXT, number: NUMBER } = FieldType;
  return [
    ...METRIC_TEXTS.map((name) => ({ name, type: TEXT, of: ({ metric }: R) => metric?.[name] ?? null })),
    ...METRIC_NUMBERS.map((name) => ({ name, type: NUMBER, of: ({ metric }: R) => metric?.[name] ?? null })),
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
  { book, now = book.now() }: { book: AlertBook; now?: number }
): (F & { selection: QueryResultMetaNotice[] }) | null {
  const { isFetching } = reader.attempt(histories(book, filters.some(isOnMetrics) ? found.alerts : [], DECIDING));
  if (isFetching) {
    return null;
  }
  if (filters.length === 0) {
    return { ...found, selection: [] };
  }
  const selection = selectAlerts<A>(found.alerts, filters, { book, now });
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
): { alerts: A[]; unsure: number; notices: QueryResultMetaNotice[] } {
  const rows = alerts.flatMap((alert): Array<AlertMetricRow<A>> => {
    const metrics = comparing.book.metricsEverOf(alert);
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
  const columns = columnsOf<R>(comparing);
  const passed = filterRows(rows, columns, filters);
  const shown = uniqBy(passed.rows, 'alert').map(({ alert }) => alert);
  const others = filters.filter((one) => !isOnMetrics(one));
  const isPartial = ({ alert }: R) => comparing.book.incompleteTimelineOf(alert.id) !== null;
  const hidden = filterRows(rows, columns, others).rows.filter(
    (row) => !shown.includes(row.alert) && (row.metric === null || isPartial(row))
  );
  const isOpen = filters.some((one) => isOnMetrics(one) && passesEmpty(one));
  const unsure = passed.rows.filter((row) => comparing.book.metricsEverOf(row.alert) === null || isPartial(row));
  const countOf = (some: readonly R[]) => uniqBy(some, 'alert').length;
  return {
    rows: passed.rows,
    shown,
    unknown: countOf(hidden),
    unsure: isOpen ? countOf(unsure) : 0,
    notices: passed.notices,
  };
}
