import { type QueryResultMetaNotice } from '@grafana/data';
import { type Alert, type AlertEvent, type Change, type Named } from '../service/alerts';
import { type Anomaly, type AnomalyMetric } from '../service/anomalies';
import { bySeverity } from '../alertbook/order';
import { cutNotice, type CutRows } from '../answer/listNotices';
import { filterRows, type RowFilter } from '../tables/filters';
import { type Column, textColumn } from '../tables/frame';

/** The rows that are drawn. */
interface DrawnRows<T> {
  rows: T[];
  notices: QueryResultMetaNotice[];
}

/*
 * Ad-hoc filters, by the names of the tables' columns. What a source does not know for each of its rows cannot be filtered
 * by, and a notice says so.
 */

export function filteredAlerts(alerts: readonly Alert[], filters: readonly RowFilter[]): DrawnRows<Alert> {
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
export function filteredEvents<E extends AlertEvent>(
  events: readonly E[],
  filters: readonly RowFilter[]
): DrawnRows<E> {
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
): DrawnRows<A> {
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
): DrawnRows<T> {
  const passed = filterRows(rows, columns, filters);
  return { rows: [...new Set(passed.rows.map((row) => row.of))], notices: passed.notices };
}

function metricsOr<M, Row>(metrics: readonly M[] | null, rowOf: (metric: M | null) => Row): Row[] {
  return metrics?.length ? metrics.map(rowOf) : [rowOf(null)];
}

function metricColumns<Row extends { metric: Named | null }>(): Array<Column<Row>> {
  const names = ['nodeId', 'nodeName', 'systemId', 'systemName', 'metricId', 'metricName'] as const;
  return names.map((name) => textColumn<Row>(name, ({ metric }) => metric && metric[name]));
}

/** The most severe alerts, as many as the limit lets through. */
export function keepMostSevere<A extends Alert>(alerts: readonly A[], limit: number): DrawnRows<A> {
  return keep(alerts, limit, bySeverity, 'most severe');
}

/** The newest rows, as many as the limit lets through; of one time, the first ones are the newest. */
export function keepNewest<T extends { time: number }>(rows: readonly T[], limit: number): DrawnRows<T> {
  return keep(rows, limit, (a, b) => b.time - a.time, 'newest');
}

function keep<T>(rows: readonly T[], limit: number, order: (a: T, b: T) => number, which: CutRows): DrawnRows<T> {
  const most = Math.max(0, Math.floor(limit));
  return rows.length <= most
    ? { rows: [...rows], notices: [] }
    : { rows: [...rows].sort(order).slice(0, most), notices: [cutNotice(most, rows.length, which)] };
}
