import { type QueryResultMetaNotice } from '@grafana/data';
import { uniqBy } from 'lodash';
import { type Alert, type AlertMetric } from '../service/alerts';
import { filterRows, type RowFilter } from '../tables/filters';
import { type Column, flagColumn, scoreColumn, textColumn } from '../tables/frame';
import { type LinkPlace } from '../tables/links';
import { metricColumns } from '../tables/metricColumns';

interface Row {
  alert: Alert;
  metric: AlertMetric | null;
}

/** The alerts that the filters let through which the service cannot apply: by themselves or by any of their metrics. */
export function passing(
  alerts: readonly Alert[],
  filters: readonly RowFilter[],
  place: LinkPlace
): { alerts: Alert[]; notices: QueryResultMetaNotice[] } {
  if (filters.length === 0) {
    return { alerts: [...alerts], notices: [] };
  }
  const rows = alerts.flatMap((alert): Row[] =>
    alert.metrics?.length ? alert.metrics.map((metric) => ({ alert, metric })) : [{ alert, metric: null }]
  );
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
