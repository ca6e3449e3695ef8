import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type AnomalyScope } from './models';
import { type Anomaly, type AnomalyMetric } from '../service/anomalies';
import { filterRows, type RowFilter } from '../tables/filters';
import {
  coloredColumn,
  type Column,
  countColumn,
  tableFrame,
  textColumn,
  timeColumn,
  wordColumn,
  metricColumns,
} from '../tables/frame';
import { anomalyUpdateLink, anomalyUpdatesLink, type LinkPlace } from '../tables/links';
import { EVENT_TYPES, GROUPS } from '../tables/words';
import { type FoundAnomaly } from './read';

interface AnomalyRow extends FoundAnomaly {
  metric: AnomalyMetric | null;
}

/**
 * Anomalies as a table (contract: Frames, `anomalies`): of an alert's updates a row each, of the rest a row per metric, or
 * one where there is none.
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
  const ofAnomaly = anomalyColumns(place, scope);
  const metric = perMetric ? anomalyMetricColumns(place, all) : { what: [], num: [], ids: [] };
  const update = perMetric ? [] : [updateColumn(place)];
  const columns = [
    ...ofAnomaly.what,
    ...metric.what,
    ...ofAnomaly.figures,
    ...metric.num,
    ofAnomaly.id,
    ...update,
    ...metric.ids,
  ];
  const { rows, notices } = filterRows(all, columns, filters);
  return { frame: tableFrame(t('label.anomalies', 'Anomalies'), rows, columns), notices };
}

/** The anomalies with those of their metrics that the filters let through, compared by the columns of the table. */
export function filteredMetrics(
  found: readonly FoundAnomaly[],
  place: LinkPlace,
  filters: readonly RowFilter[]
): { anomalies: Anomaly[]; notices: QueryResultMetaNotice[] } {
  const all = found.flatMap((one) => one.anomaly.metrics.map((metric): AnomalyRow => ({ ...one, metric })));
  const ofAnomaly = anomalyColumns(place, 'range');
  const metric = anomalyMetricColumns(place, all);
  const columns = [...ofAnomaly.what, ...ofAnomaly.figures, ofAnomaly.id, ...metric.what, ...metric.num, ...metric.ids];
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

/** The columns of an anomaly: what happened first, its identifier last. */
function anomalyColumns(place: LinkPlace, scope: AnomalyScope) {
  const what: Array<Column<AnomalyRow>> = [
    timeColumn('time', ({ anomaly }) => anomaly.time, { width: 150 }),
    coloredColumn('severity', ({ anomaly }) => anomaly.severity, { width: 80 }),
    wordColumn('eventType', EVENT_TYPES, ({ anomaly }) => anomaly.eventType, { width: 85 }),
    wordColumn('group', GROUPS, ({ group }) => group, { width: 90, hidden: scope !== 'unread' }),
  ];
  const figures: Array<Column<AnomalyRow>> = [
    countColumn('nodesAffected', ({ anomaly }) => anomaly.nodesAffected, { width: 125 }),
    countColumn('metricsAffected', ({ anomaly }) => anomaly.metricsAffected, { width: 135 }),
    countColumn('severityNum', ({ anomaly }) => anomaly.severityNum, { hidden: true }),
  ];
  const id = textColumn<AnomalyRow>('id', ({ anomaly }) => anomaly.id || null, {
    width: 120,
    links: [anomalyUpdatesLink(place)],
  });
  return { what, figures, id };
}

function updateColumn(place: LinkPlace): Column<AnomalyRow> {
  return textColumn('updateId', ({ anomaly }) => anomaly.updateId, { width: 120, links: [anomalyUpdateLink(place)] });
}

function anomalyMetricColumns(place: LinkPlace, rows: readonly AnomalyRow[]) {
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
  const what: Array<Column<AnomalyRow>> = [
    metricName,
    nodeName,
    systemName,
    coloredColumn(
      'metricSeverity',
      of((m) => m.severity),
      { width: 125 }
    ),
    text('aggregation', (m) => m.aggregation, { width: 110 }),
    text('metricType', (m) => m.metricType, { width: 100 }),
    timeColumn(
      'started',
      of((m) => m.started)
    ),
    timeColumn(
      'updated',
      of((m) => m.updated)
    ),
  ];
  const num: Array<Column<AnomalyRow>> = [
    countColumn(
      'metricSeverityNum',
      of((m) => m.severityNum),
      { hidden: true }
    ),
  ];
  return { what, num, ids: [nodeId, systemId, metricId] };
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
