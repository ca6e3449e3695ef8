import { type QueryResultMetaNotice } from '@grafana/data';
import { uniqBy } from 'lodash';
import { type Span } from '../time/spans';
import { filterRows, type RowFilter } from '../tables/filters';
import { type Column, flagColumn, scoreColumn, textColumn, metricColumns } from '../tables/frame';
import { type LinkPlace } from '../tables/links';
import { metricsWithin, type ReportAlert, type ReportMetric } from './figures';

interface Row {
  alert: ReportAlert;
  metric: ReportMetric | null;
}

/** The alerts that match the filters which the service cannot apply: themselves, or any of their metrics within the span. */
export function filterAlerts(
  alerts: readonly ReportAlert[],
  span: Span,
  filters: readonly RowFilter[],
  place: LinkPlace
): { alerts: readonly ReportAlert[]; notices: QueryResultMetaNotice[] } {
  if (filters.length === 0) {
    return { alerts, notices: [] };
  }
  const rows = alerts.flatMap((alert): Row[] => {
    const metrics = metricsWithin(alert, span);
    return metrics.length > 0 ? metrics.map((metric) => ({ alert, metric })) : [{ alert, metric: null }];
  });
  const names = metricColumns<Row>(
    place,
    rows,
    ({ metric }) => metric,
    () => null
  );
  const columns: Array<Column<Row>> = [
    textColumn('id', ({ alert }) => alert.id || null),
    textColumn('impact', ({ alert }) => alert.impact),
    flagColumn('active', ({ alert }) => alert.active),
    scoreColumn('score', ({ alert }) => alert.score),
    textColumn('severity', ({ metric }) => metric?.severity ?? null),
    textColumn('type', ({ metric }) => metric?.type ?? null),
    ...Object.values(names),
  ];
  const { rows: left, notices } = filterRows(rows, columns, filters);
  return { alerts: uniqBy(left, 'alert').map(({ alert }) => alert), notices };
}
