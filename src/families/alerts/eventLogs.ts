import { type DataFrame, DataFrameType, type Field, FieldType } from '@grafana/data';
import { countBy, groupBy, pickBy, sortBy, uniq } from 'lodash';
import { down, type Span } from '../../ground/spans';
import { autoBucket, BUCKETS } from './countsQuery';
import { type EventRow } from '../../table/selection';
import { t } from '@grafana/i18n';
import { type AlertBook } from '../../facts/alertBook';
import { isEnd } from '../../facts/history';
import { extentOf } from '../../facts/titles';
import { pair, RAW } from '../../ground/texts';
import { lookUp } from '../../ground/shapes';
import { type AlertEvent, type Change } from '../../service/alerts';
import { distinctIds } from '../../table/marks';
import { columnFields } from '../../table/frame';
import { changeText, wordOf } from '../../table/words';
import { type EventRows } from './eventTable';

/** The maximum of changes in one line. */
const MOST_IN_LINE = 3;

/** Grafana's log levels for impacts. An unknown impact has none. */
const LEVELS = { severe: 'critical', high: 'error', medium: 'warning', low: 'info' } as const;

/**
 * Events as log lines: one line per row with what happened, its level, and labels for filters. The following columns have
 * links, which the log's details show. Rows without a time are not log lines.
 *
 * @param changes a line per change instead of one per event
 * @param earlier the previous state of each change's metric (`earlierChanges`)
 */
export function eventLogs(
  { rows, columns }: EventRows,
  changes: boolean,
  earlier: ReadonlyMap<Change, Change>,
  book: AlertBook
): DataFrame {
  const lines = rows
    .filter(({ event }) => event.time !== null)
    .map(({ event, metric }): EventRow => ({ event, metric: changes ? metric : null }));
  const field = (name: string, of: (line: EventRow) => unknown, type = FieldType.string): Field => {
    return { name, type, config: {}, values: lines.map(of) };
  };
  const linked = columns.filter(({ links }) => links && links.length > 0);
  return {
    name: t('label.alert-events', 'Alert events'),
    length: lines.length,
    fields: [
      field('timestamp', ({ event }) => event.time, FieldType.time),
      field('body', ({ event, metric }) =>
        metric ? changeText(metric, earlier.get(metric)) : eventText(event, earlier, book)
      ),
      field('severity', levelOf),
      // Explore keeps one line per ID.
      { ...field('id', idOf), values: distinctIds(lines.map(idOf)) },
      field('labels', labelsOf, FieldType.other),
      ...columnFields(lines, linked),
    ],
    meta: {
      type: DataFrameType.LogLines,
      typeVersion: [0, 0],
      preferredVisualisationType: 'logs',
      custom: { labelHeadings: labelHeadings() },
    },
  };
}

/** An event in one line: its changes, or the state of the alert after it. */
function eventText(event: AlertEvent, earlier: ReadonlyMap<Change, Change>, book: AlertBook): string {
  const { eventType, impact } = event;
  const title = book.titleOf({ ...event, id: event.alertId });
  const changes = event.changes ?? [];
  if (isEnd(event)) {
    return pair(title, wordOf('ended'));
  }
  if (changes.length > 0) {
    const lines = changes.slice(0, MOST_IN_LINE).map((change) => changeText(change, earlier.get(change)));
    const left = changes.length - lines.length;
    const text = lines.join(' | ') + (left > 0 ? ` +${left}` : '');
    return eventType === 'created' ? t('alerts.line.created', 'New alert: {{text}}', { text, ...RAW }) : text;
  }
  const state = [
    eventType === null ? t('column.event', 'Event') : wordOf(eventType),
    impact && t('annotations.impact', '{{impact}} impact', { impact: wordOf(impact), ...RAW }),
    extentOf(event),
  ];
  return pair(title, state.filter((part) => part).join(', '));
}

/** By the impact. Improvements are only information: a metric that left its alert, an alert that ended. */
export function levelOf({ event, metric }: EventRow): string {
  const changes = metric ? [metric] : (event.changes ?? []);
  const isBetter = isEnd(event) || (changes.length > 0 && changes.every(({ change }) => change === 'removed'));
  return isBetter ? 'info' : (lookUp<string>(LEVELS, event.impact) ?? 'unknown');
}

function idOf({ event, metric }: EventRow): string {
  const ofMetric = metric ? [metric.nodeId, metric.metricId] : [];
  return [event.alertId, event.sequence ?? event.time, ...ofMetric].map((part) => part ?? '').join('/');
}

/** Labels for filters, with the names of `filters`. Unknown values have none. */
function labelsOf({ event, metric }: EventRow): Record<string, unknown> {
  const labels = {
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
  return pickBy(labels);
}

/** The heading above each label in the details of a line. */
function labelHeadings(): Record<string, string> {
  const [alert, node, metric] = [t('label.alert', 'Alert'), t('label.node', 'Node'), t('label.metric', 'Metric')];
  return {
    ...{ alert, event: alert, impact: alert, active: alert },
    ...{ node, nodeName: node, systemName: node },
    ...{ metric, metricName: metric, change: metric, severity: metric, type: metric },
  };
}

/** The number of bars that fit into a log volume of 1000 pixels. */
const MOST_BARS = 60;

/** Events counted by level: a frame per level, as in Explore's log volume. Rows without a time are not log lines. */
export function eventVolume(rows: readonly EventRow[], range: Span, changes: boolean): DataFrame[] {
  const width = barWidth(range);
  const lines = rows.flatMap(({ event, metric }) =>
    event.time === null
      ? []
      : { time: down(event.time, width), level: levelOf({ event, metric: changes ? metric : null }) }
  );
  const times = sortBy(uniq(lines.map(({ time }) => time)));
  // Even without bars, there is a frame for notices.
  const levels = lines.length > 0 ? Object.entries(groupBy(lines, 'level')) : [['unknown', lines] as const];
  return levels.map(([level, own]) => {
    const counts = countBy(own, 'time');
    const values = times.map((time) => counts[time] ?? 0);
    return {
      name: level,
      length: times.length,
      fields: [
        { name: 'Time', type: FieldType.time, config: { interval: width }, values: times },
        { name: 'Value', type: FieldType.number, labels: { level }, config: {}, values },
      ],
    };
  });
}

/** A readable width: the interface's bucket that fits, or a fraction of its finest one. */
function barWidth({ from, to }: Span): number {
  const fine = [10_000, 60_000, 300_000].find((width) => (to - from) / width <= MOST_BARS);
  return fine ?? BUCKETS[autoBucket(to - from, MOST_BARS)];
}
