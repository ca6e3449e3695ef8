import { type QueryResultMetaNotice } from '@grafana/data';
import { uniqBy } from 'lodash';
import { type Anomaly, type AnomalyMetric } from '../service/anomalies';
import { filterRows, type RowFilter } from './filters';
import { type Column, textColumn } from '../tables/frame';

interface AnomalyMetricRow<A extends Anomaly> {
  anomaly: A;
  metric: AnomalyMetric | null;
}

const OF_METRIC = ['nodeId', 'nodeName', 'systemId', 'systemName', 'metricId', 'metricName', 'metricType'] as const;

/** The anomalies that pass the filters: one metric must pass all filters on metrics. */
export function selectAnomalies<A extends Anomaly>(
  anomalies: readonly A[],
  filters: readonly RowFilter[]
): { anomalies: A[]; notices: QueryResultMetaNotice[] } {
  const rows = anomalies.flatMap((anomaly): Array<AnomalyMetricRow<A>> =>
    anomaly.metrics.length > 0 ? anomaly.metrics.map((metric) => ({ anomaly, metric })) : [{ anomaly, metric: null }]
  );
  const columns: Array<Column<AnomalyMetricRow<A>>> = [
    textColumn('id', ({ anomaly }) => anomaly.id),
    textColumn('severity', ({ anomaly }) => anomaly.severity),
    textColumn('eventType', ({ anomaly }) => anomaly.eventType),
    textColumn('metricSeverity', ({ metric }) => metric?.severity ?? null),
    ...OF_METRIC.map((name) => textColumn<AnomalyMetricRow<A>>(name, ({ metric }) => metric?.[name] ?? null)),
  ];
  const passed = filterRows(rows, columns, filters);
  return { anomalies: uniqBy(passed.rows, 'anomaly').map(({ anomaly }) => anomaly), notices: passed.notices };
}
