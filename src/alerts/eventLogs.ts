import { type DataFrame, DataFrameType, FieldType } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type AlertBook } from '../alertbook/alertBook';
import { changeText } from '../tables/words';
import { type Change } from '../service/alerts';
import { type EventRow, type EventRows } from './eventTable';
import { eventText, levelOfLine } from './eventWords';

/**
 * Events as log lines (contract: `format: logs`): a line per row that says what happened, its level from the impact, labels that can be filtered
 * for and out. The columns that carry links follow, where the log's details show them. Rows without a time are no log
 * lines.
 *
 * @param earlier what earlier changes tell of each change's metric (`earlierChanges`)
 */
export function eventLogs(
  { rows, columns, changes }: EventRows & { changes: boolean },
  earlier: ReadonlyMap<Change, Change>,
  book: Pick<AlertBook, 'titleOf'>
): DataFrame {
  const lines = rows.filter(({ event }) => event.time !== null);
  const linked = columns.filter(({ config }) => config.links);
  const ids = uniqueIds(lines, changes);
  const bodyOf = ({ event, metric }: EventRow) =>
    changes && metric ? changeText(metric, earlier.get(metric)) : eventText(event, earlier, book);
  return {
    name: t('label.alert-events', 'Alert events'),
    length: lines.length,
    fields: [
      { name: 'timestamp', type: FieldType.time, config: {}, values: lines.map(({ event }) => event.time) },
      { name: 'body', type: FieldType.string, config: {}, values: lines.map(bodyOf) },
      {
        name: 'severity',
        type: FieldType.string,
        config: {},
        values: lines.map(({ event, metric }) => levelOfLine(event, changes ? metric : null)),
      },
      { name: 'id', type: FieldType.string, config: {}, values: ids },
      {
        name: 'labels',
        type: FieldType.other,
        config: {},
        values: lines.map(({ event, metric }) => labelsOf({ event, metric: changes ? metric : null })),
      },
      ...linked.map(({ name, type, of, config }) => ({ name, type, config, values: lines.map(of) })),
    ],
    meta: {
      type: DataFrameType.LogLines,
      typeVersion: [0, 0],
      preferredVisualisationType: 'logs',
      custom: { labelHeadings: labelHeadings() },
    },
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

/** The heading above each label in the details of a line. */
function labelHeadings(): Record<string, string> {
  const [alert, node, metric] = [t('label.alert', 'Alert'), t('label.node', 'Node'), t('label.metric', 'Metric')];
  return {
    ...Object.fromEntries(['alert', 'event', 'impact', 'active'].map((label) => [label, alert])),
    ...Object.fromEntries(['systemName', 'node', 'nodeName'].map((label) => [label, node])),
    ...Object.fromEntries(['change', 'metric', 'metricName', 'severity', 'type'].map((label) => [label, metric])),
  };
}

/** Explore keeps one line per id. */
function uniqueIds(rows: readonly EventRow[], changes: boolean): string[] {
  const taken = new Set<string>();
  return rows.map(({ event, metric }) => {
    const parts = [
      event.alertId,
      event.sequence ?? event.time,
      ...(changes && metric ? [metric.nodeId, metric.metricId] : []),
    ];
    const id = parts.map((part) => part ?? '').join('/');
    let unique = id;
    for (let next = 2; taken.has(unique); next++) {
      unique = `${id} (${next})`;
    }
    taken.add(unique);
    return unique;
  });
}
