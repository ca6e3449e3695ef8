import { type DataFrame, DataFrameType, FieldType } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type EventRow, type EventRows } from './eventTable';
import { levelOf } from './levels';

/**
 * Events as log lines (contract: `format: logs`): a line per row, its level from the impact, labels that can be filtered
 * for and out. The columns that carry links follow, where the log's details show them. Rows without a time are no log
 * lines.
 */
export function eventLogs({ rows, columns }: EventRows): DataFrame {
  const lines = rows.filter(({ event }) => event.time !== null);
  const linked = columns.filter(({ config }) => config.links);
  const ids = uniqueIds(lines);
  // A timeline of one alert need not repeat whose it is.
  const ofOne = new Set(lines.map(({ event }) => event.alertId)).size <= 1;
  return {
    name: t('alerts.events-logs', 'Alert events'),
    length: lines.length,
    fields: [
      { name: 'timestamp', type: FieldType.time, config: {}, values: lines.map(({ event }) => event.time) },
      { name: 'body', type: FieldType.string, config: {}, values: lines.map((row) => bodyOf(row, ofOne)) },
      {
        name: 'severity',
        type: FieldType.string,
        config: {},
        values: lines.map(({ event }) => levelOf(event.impact)),
      },
      { name: 'id', type: FieldType.string, config: {}, values: ids },
      { name: 'labels', type: FieldType.other, config: {}, values: lines.map(labelsOf) },
      ...linked.map(({ name, type, of, config }) => ({ name, type, config, values: lines.map(of) })),
    ],
    meta: { type: DataFrameType.LogLines, typeVersion: [0, 0], preferredVisualisationType: 'logs' },
  };
}

/** What can be filtered for and out; the names are those of `filters`. What is unknown is no label. */
function labelsOf({ event, metric }: EventRow): Record<string, string> {
  const labels: Record<string, string | null | undefined> = {
    alert: event.alertId,
    event: event.eventType,
    impact: event.impact,
    active: event.active === null ? null : String(event.active),
    change: metric?.change,
    node: metric?.nodeId,
    nodeName: metric?.nodeName,
    systemName: metric?.systemName,
    metric: metric?.metricId,
    metricName: metric?.metricName,
    severity: metric?.severity,
    type: metric?.type,
  };
  return Object.fromEntries(
    Object.entries(labels).filter((entry): entry is [string, string] => entry[1] != null && entry[1] !== '')
  );
}

function bodyOf({ event, metric }: EventRow, ofOne: boolean): string {
  const values = {
    alert: ofOne
      ? t('alerts.log.alert', 'Alert')
      : t('alerts.log.alert-id', 'Alert {{id}}', { id: event.alertId, interpolation: { escapeValue: false } }),
    event: event.eventType ?? t('alerts.log.event', 'event'),
    impact: event.impact ?? t('alerts.log.no-impact', 'no'),
    metrics: event.activeMetrics ?? '?',
    nodes: event.activeNodes ?? '?',
    score: event.score === null ? '?' : Number(event.score.toPrecision(4)),
    interpolation: { escapeValue: false },
  };
  if (!metric) {
    return t(
      'alerts.log.event-line',
      '{{alert}} {{event}}: {{impact}} impact, {{metrics}} metrics on {{nodes}} nodes, score {{score}}',
      values
    );
  }
  const state = [metric.severity, metric.type].filter((text) => text).join(' ');
  return t('alerts.log.change-line', '{{metric}} · {{node}} {{change}} ({{alert}} {{event}})', {
    ...values,
    metric: metric.metricName ?? metric.metricId ?? '?',
    node: metric.nodeName ?? metric.nodeId ?? '?',
    change: [metric.change, state].filter((text) => text).join(': '),
  });
}

/** Explore keeps one line per id. */
function uniqueIds(rows: readonly EventRow[]): string[] {
  const taken = new Set<string>();
  return rows.map(({ event, metric }) => {
    const parts = [event.alertId, event.sequence ?? event.time, ...(metric ? [metric.nodeId, metric.metricId] : [])];
    const id = parts.map((part) => part ?? '').join('/');
    let unique = id;
    for (let next = 2; taken.has(unique); next++) {
      unique = `${id} (${next})`;
    }
    taken.add(unique);
    return unique;
  });
}
