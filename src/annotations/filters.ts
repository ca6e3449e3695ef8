import { type QueryResultMetaNotice } from '@grafana/data';
import { type AlertMetric, type Alert, type AlertEvent, type Change } from '../service/alerts';
import { type Anomaly, type AnomalyMetric } from '../service/anomalies';
import { filterRows, type RowFilter } from '../tables/filters';
import { type Column, textColumn } from '../tables/frame';

/**
 * Ad-hoc filters on what is drawn, by the names of the tables' columns. What a source does not know for each of its rows
 * cannot be filtered by, and a notice says so.
 */
export interface Filtered<T> {
  rows: T[];
  notices: QueryResultMetaNotice[];
}

export function filteredAlerts(alerts: readonly Alert[], filters: readonly RowFilter[]): Filtered<Alert> {
  return filterRows(
    alerts,
    [
      textColumn('id', ({ id }) => id),
      textColumn('impact', ({ impact }) => impact),
      textColumn('active', ({ active }) => (active === null ? null : String(active))),
    ],
    // Not every alert's metrics are known, so that a text is the service's to find.
    filters
  );
}

/** An event stays where one of its changes, or itself where it has none, passes all filters. */
export function filteredEvents<E extends AlertEvent>(events: readonly E[], filters: readonly RowFilter[]): Filtered<E> {
  type Row = { of: E; metric: Change | null };
  return anyOf(
    events.flatMap((event): Row[] => metricsOr(event.changes, (metric) => ({ of: event, metric }))),
    [
      textColumn('alertId', ({ of }) => of.alertId || null),
      textColumn('eventType', ({ of }) => of.eventType),
      textColumn('impact', ({ of }) => of.impact),
      textColumn('change', ({ metric }) => metric && metric.change),
      textColumn('severity', ({ metric }) => metric && metric.severity),
      textColumn('type', ({ metric }) => metric && metric.type),
      ...metricColumns<Row>(),
    ],
    filters
  );
}

/** An anomaly stays where one of its metrics, or itself where it has none, passes all filters. */
export function filteredAnomalies<A extends Anomaly>(
  anomalies: readonly A[],
  filters: readonly RowFilter[]
): Filtered<A> {
  type Row = { of: A; metric: AnomalyMetric | null };
  return anyOf(
    anomalies.flatMap((anomaly): Row[] => metricsOr(anomaly.metrics, (metric) => ({ of: anomaly, metric }))),
    [
      textColumn('id', ({ of }) => of.id || null),
      textColumn('eventType', ({ of }) => of.eventType),
      textColumn('severity', ({ of }) => of.severity),
      textColumn('metricSeverity', ({ metric }) => metric && metric.severity),
      textColumn('metricType', ({ metric }) => metric && metric.metricType),
      ...metricColumns<Row>(),
    ],
    filters
  );
}

function anyOf<T, Row extends { of: T }>(
  rows: readonly Row[],
  columns: Array<Column<Row>>,
  filters: readonly RowFilter[]
): Filtered<T> {
  const passed = filterRows(rows, columns, filters);
  return { rows: [...new Set(passed.rows.map((row) => row.of))], notices: passed.notices };
}

function metricsOr<M, Row>(metrics: readonly M[] | null, rowOf: (metric: M | null) => Row): Row[] {
  return metrics?.length ? metrics.map(rowOf) : [rowOf(null)];
}

type Naming = Pick<AlertMetric, 'nodeId' | 'nodeName' | 'systemId' | 'systemName' | 'metricId' | 'metricName'>;

function metricColumns<Row extends { metric: Naming | null }>(): Array<Column<Row>> {
  const names = ['nodeId', 'nodeName', 'systemId', 'systemName', 'metricId', 'metricName'] as const;
  return names.map((name) => textColumn<Row>(name, ({ metric }) => metric && metric[name]));
}
