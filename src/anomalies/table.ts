import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type AnomalyScope } from './models';
import { type Anomaly, type AnomalyMetric } from '../service/anomalies';
import { IMPACT_COLORS, SEVERITY_COLORS } from '../tables/colors';
import { filterRows, type RowFilter } from '../tables/filters';
import { coloredColumn, type Column, countColumn, tableFrame, textColumn, timeColumn } from '../tables/frame';
import { anomalyUpdateLink, anomalyUpdatesLink, type LinkPlace } from '../tables/links';
import { metricColumns } from '../tables/metricColumns';
import { type Found } from './read';

interface AnomalyRow extends Found {
  metric: AnomalyMetric | null;
}

/** Anomalies have low, medium and severe; whatever else the alerts know keeps its colour. */
const COLORS = { ...SEVERITY_COLORS, ...IMPACT_COLORS };

/**
 * Anomalies as a table (contract: Frames, `anomalies`): of an alert's updates a row each, of the rest a row per metric, or
 * one where there is none.
 */
export function anomalyTable(
  found: readonly Found[],
  scope: AnomalyScope,
  place: LinkPlace,
  filters: readonly RowFilter[]
): { frame: DataFrame; notices: QueryResultMetaNotice[] } {
  const perMetric = scope !== 'alert';
  const all = found.flatMap((one): AnomalyRow[] => {
    const { metrics } = one.anomaly;
    return perMetric && metrics.length > 0 ? metrics.map((metric) => ({ ...one, metric })) : [{ ...one, metric: null }];
  });
  const columns = [
    ...anomalyColumns(place, scope),
    ...(perMetric ? anomalyMetricColumns(place, all) : [updateColumn(place)]),
  ];
  const { rows, notices } = filterRows(all, columns, filters);
  return { frame: tableFrame(t('anomalies.table', 'Anomalies'), rows, columns), notices };
}

/** The anomalies with those of their metrics that the filters let through, compared by the columns of the table. */
export function filteredMetrics(
  found: readonly Found[],
  place: LinkPlace,
  filters: readonly RowFilter[]
): { anomalies: Anomaly[]; notices: QueryResultMetaNotice[] } {
  const all = found.flatMap((one) => one.anomaly.metrics.map((metric): AnomalyRow => ({ ...one, metric })));
  const columns = [...anomalyColumns(place, 'range'), ...anomalyMetricColumns(place, all)];
  const { rows, notices } = filterRows(all, columns, filters);
  const passed = new Set(rows.map(({ metric }) => metric));
  return {
    anomalies: found.map(({ anomaly }) => ({
      ...anomaly,
      metrics: anomaly.metrics.filter((metric) => passed.has(metric)),
    })),
    notices,
  };
}

function anomalyColumns(place: LinkPlace, scope: AnomalyScope): Array<Column<AnomalyRow>> {
  return [
    timeColumn('time', ({ anomaly }) => anomaly.time),
    textColumn('id', ({ anomaly }) => anomaly.id || null, { width: 310, links: [anomalyUpdatesLink(place)] }),
    textColumn('group', ({ group }) => group, { width: 90, hidden: scope !== 'unread' }),
    textColumn('eventType', ({ anomaly }) => anomaly.eventType, { width: 100 }),
    coloredColumn('severity', ({ anomaly }) => anomaly.severity, COLORS),
    countColumn('severityNum', ({ anomaly }) => anomaly.severityNum, { hidden: true }),
    countColumn('nodesAffected', ({ anomaly }) => anomaly.nodesAffected, { width: 125 }),
    countColumn('metricsAffected', ({ anomaly }) => anomaly.metricsAffected, { width: 135 }),
  ];
}

function updateColumn(place: LinkPlace): Column<AnomalyRow> {
  return textColumn('updateId', ({ anomaly }) => anomaly.updateId, { width: 290, links: [anomalyUpdateLink(place)] });
}

function anomalyMetricColumns(place: LinkPlace, rows: readonly AnomalyRow[]): Array<Column<AnomalyRow>> {
  const of =
    <T>(read: (metric: AnomalyMetric) => T | null) =>
    ({ metric }: AnomalyRow) =>
      metric && read(metric);
  const spans = spansOf(rows);
  const { nodeId, nodeName, systemId, systemName, metricId, metricName } = metricColumns(
    place,
    rows,
    ({ metric }) => metric,
    (field) => spans.get(keyOf(field('id'), field('nodeId'), field('metricId'))) ?? null
  );
  const text = (name: string, read: (one: AnomalyMetric) => string | null, look: Parameters<typeof textColumn>[2]) =>
    textColumn<AnomalyRow>(name, of(read), look);
  return [
    nodeId,
    nodeName,
    systemId,
    systemName,
    metricId,
    metricName,
    text('metricType', (m) => m.metricType, { width: 100 }),
    text('aggregation', (m) => m.aggregation, { width: 110 }),
    coloredColumn(
      'metricSeverity',
      of((m) => m.severity),
      COLORS,
      { width: 125 }
    ),
    countColumn(
      'metricSeverityNum',
      of((m) => m.severityNum),
      { hidden: true }
    ),
    timeColumn(
      'started',
      of((m) => m.started)
    ),
    timeColumn(
      'updated',
      of((m) => m.updated)
    ),
  ];
}

/** The time of each metric in its anomaly: from its start to its last update, or to what happened to the anomaly. */
function spansOf(rows: readonly AnomalyRow[]): Map<string, { from: number; to: number }> {
  const spans = new Map<string, { from: number; to: number }>();
  for (const { anomaly, metric } of rows) {
    const from = metric?.started ?? metric?.updated ?? anomaly.time;
    if (metric && from !== null) {
      const to = Math.max(from, metric.updated ?? from, anomaly.time ?? from);
      spans.set(keyOf(anomaly.id, metric.nodeId ?? '', metric.metricId ?? ''), { from, to });
    }
  }
  return spans;
}

function keyOf(...parts: string[]): string {
  return JSON.stringify(parts);
}
