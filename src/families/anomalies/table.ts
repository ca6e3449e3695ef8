import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { upperFirst } from 'lodash';
import { type AnomalyScope } from './models';
import { type Anomaly, type AnomalyGroups, type AnomalyMetric } from '../../service/anomalies';
import { filterRows, type RowFilter } from '../../table/filters';
import {
  coloredColumn,
  type Column,
  countColumn,
  tableFrame,
  textColumn,
  timeColumn,
  wordColumn,
  metricColumns,
} from '../../table/frame';
import { alertLinks, type LinkRow } from '../../table/links';
import { type LinkPlace } from '../../table/targets';
import { type Span } from '../../ground/spans';
import { EVENT_TYPES, GROUPS } from '../../table/words';

/** An anomaly from an operation. `group` only applies to unread ones. */
export interface FoundAnomaly {
  anomaly: Anomaly;
  group: keyof AnomalyGroups | null;
}

interface AnomalyRow extends FoundAnomaly {
  metric: AnomalyMetric | null;
}

/**
 * Anomalies as a table: one row for each update of an alert. Otherwise, one row per metric, or a single row without
 * metrics.
 */
export function anomalyTable(
  found: readonly FoundAnomaly[],
  scope: AnomalyScope,
  place: LinkPlace,
  filters: readonly RowFilter[]
): { frame: DataFrame; notices: QueryResultMetaNotice[] } {
  const perMetric = scope !== 'alert';
  const all = found.flatMap((one): AnomalyRow[] => {
    const { metrics } = one.anomaly;
    return perMetric && metrics.length > 0 ? metrics.map((metric) => ({ ...one, metric })) : [{ ...one, metric: null }];
  });
  const columns = columnsOf(all, scope, place);
  const { rows, notices } = filterRows(all, columns, filters);
  return { frame: tableFrame(t('label.anomalies', 'Anomalies'), rows, columns), notices };
}

/** The anomalies with those of their metrics that pass the filters, compared by the table's columns. */
export function filteredMetrics(
  found: readonly FoundAnomaly[],
  place: LinkPlace,
  filters: readonly RowFilter[]
): { anomalies: Anomaly[]; notices: QueryResultMetaNotice[] } {
  const all = found.flatMap((one) => one.anomaly.metrics.map((metric): AnomalyRow => ({ ...one, metric })));
  const { rows, notices } = filterRows(all, columnsOf(all, 'range', place), filters);
  const passed = new Set(rows.map(({ metric }) => metric));
  const anomalies = found.map(({ anomaly }) => ({
    ...anomaly,
    metrics: anomaly.metrics.filter((metric) => passed.has(metric)),
  }));
  return { anomalies, notices };
}

/** What happened first, identifiers last. The updates of an alert have no metrics. */
function columnsOf(rows: readonly AnomalyRow[], scope: AnomalyScope, place: LinkPlace): Array<Column<AnomalyRow>> {
  const linked = ({ anomaly, metric }: AnomalyRow): LinkRow => ({
    alert: { id: anomaly.id },
    metric: metric ?? anomaly.metrics.at(0),
    span: spanOf(anomaly, metric),
  });
  const what: Array<Column<AnomalyRow>> = [
    timeColumn('time', ({ anomaly }) => anomaly.time, { width: 160 }),
    coloredColumn('severity', ({ anomaly }) => anomaly.severity, { width: 105 }),
    wordColumn('eventType', EVENT_TYPES, ({ anomaly }) => anomaly.eventType, { width: 85 }),
    wordColumn('group', GROUPS, ({ group }) => group, {
      width: 90,
      hidden: scope !== 'unread',
      heading: t('column.change', 'Change'),
    }),
  ];
  const figures: Array<Column<AnomalyRow>> = [
    countColumn('nodesAffected', ({ anomaly }) => anomaly.nodesAffected, {
      width: 125,
      heading: t('label.nodes', 'Nodes'),
    }),
    countColumn('metricsAffected', ({ anomaly }) => anomaly.metricsAffected, {
      width: 135,
      heading: t('label.metrics', 'Metrics'),
    }),
    countColumn('severityNum', ({ anomaly }) => anomaly.severityNum, { hidden: true }),
  ];
  const id = textColumn<AnomalyRow>('id', ({ anomaly }) => anomaly.id || null, {
    width: 120,
    links: alertLinks(place, linked),
  });
  if (scope === 'alert') {
    const update = textColumn<AnomalyRow>('updateId', ({ anomaly }) => anomaly.updateId, {
      width: 120,
      heading: t('anomalies.editor.update', 'Update ID'),
    });
    return [...what, ...figures, id, update];
  }
  const names = metricColumns<AnomalyRow>(place, rows, ({ metric }) => metric, linked);
  return [
    ...what,
    names.metricName,
    names.nodeName,
    names.systemName,
    coloredColumn('metricSeverity', ({ metric }) => metric?.severity ?? null, { width: 125 }),
    textColumn('aggregation', ({ metric }) => metric?.aggregation ?? null, { width: 110 }),
    textColumn('metricType', ({ metric }) => metric?.metricType ?? null, {
      width: 100,
      heading: t('column.type', 'Type'),
    }),
    timeColumn('started', ({ metric }) => metric?.started ?? null, { heading: t('column.since', 'Since') }),
    timeColumn('updated', ({ metric }) => metric?.updated ?? null, {
      heading: upperFirst(t('words.updated', 'updated')),
    }),
    ...figures,
    countColumn('metricSeverityNum', ({ metric }) => metric?.severityNum ?? null, { hidden: true }),
    id,
    names.nodeId,
    names.systemId,
    names.metricId,
  ];
}

/** The time of a metric in its anomaly: from its start to its last update, or to the anomaly's event. */
function spanOf(anomaly: Anomaly, metric: AnomalyMetric | null): Span | null {
  const from = metric?.started ?? metric?.updated ?? anomaly.time;
  return from !== null ? { from, to: Math.max(from, metric?.updated ?? from, anomaly.time ?? from) } : null;
}
