import { type DataFrame, type DataQueryResponse, type Field } from '@grafana/data';
import { t } from '@grafana/i18n';
import { upperFirst } from 'lodash';
import { RAW } from '../ground/texts';
import { lookUp } from '../ground/shapes';
import { type Look, withHeadingWidth } from '../table/frame';

/**
 * The packet with readable names of table columns, for Explore and for queries with `headings`, as the editor creates
 * them. Other columns keep the names of their fields: Grafana's *Organize fields* renames and sorts by the displayed name,
 * which must not depend on the language.
 *
 * @param isNamed whether the frames of a query have them
 */
export function withColumnNames(
  packet: DataQueryResponse,
  isNamed: (refId?: string) => boolean = () => true
): DataQueryResponse {
  return { ...packet, data: packet.data.map((frame) => (isNamed(frame.refId) ? named(frame) : frame)) };
}

function named(frame: DataFrame): DataFrame {
  if (frame.meta?.preferredVisualisationType !== 'table') {
    return frame;
  }
  const fields = frame.fields.map((field) => {
    const displayName = field.config.displayName ?? headingOf(field);
    return displayName === undefined
      ? field
      : { ...field, config: { ...withHeadingWidth(field.config, displayName), displayName } };
  });
  return { ...frame, fields };
}

/** Its own (`heading` of its column), or the heading of its name. */
function headingOf({ name, config }: Field): string | undefined {
  return (config.custom as Look | undefined)?.heading ?? lookUp<() => string>(NAMES, name)?.();
}

const metric = () => t('label.metric', 'Metric');
const metrics = () => t('label.metrics', 'Metrics');
const node = () => t('label.node', 'Node');
const nodes = () => t('label.nodes', 'Nodes');
const system = () => t('label.system', 'System');
const alertLabel = () => t('label.alert', 'Alert');
const alerts = () => t('label.alerts', 'Alerts');
const activeTime = () => t('column.active-time', 'Time under alert');
const severity = () => t('label.severity', 'Severity');
const type = () => t('column.type', 'Type');
const state = () => t('column.state', 'State');
const idOf = (what: string) => t('column.id-of', '{{what}} ID', { what });
const previous = (text: string) => t('report.of-previous', 'Previous period: {{text}}', { text, ...RAW });

/** Headings of names in several tables. Hidden columns keep their names. */
const NAMES = {
  active: state,
  activeTime,
  activeTimeBefore: () => previous(activeTime()),
  aggregation: () => t('label.aggregation', 'Aggregation'),
  alertId: () => idOf(alertLabel()),
  alerts,
  alertsBefore: () => previous(alerts()),
  before: () => t('column.previous', 'Previous period'),
  change: () => t('column.change', 'Change'),
  complete: () => t('column.complete', 'Complete'),
  deviation: () => upperFirst(t('words.deviation', 'deviation')),
  distance: () => t('column.distance', 'Distance'),
  duration: () => t('column.duration', 'Duration'),
  eventType: () => t('column.event', 'Event'),
  expectedFrom: () => t('column.expected-from', 'Expected from'),
  expectedTo: () => t('column.expected-to', 'Expected to'),
  firstSeenAt: () => t('column.since', 'Since'),
  id: () => 'ID',
  impact: () => t('label.impact', 'Impact'),
  lastSeenAt: () => t('column.last-seen', 'Last seen'),
  leftAt: () => t('column.left', 'Left corridors'),
  metric,
  metricId: () => idOf(metric()),
  metricName: metric,
  metricSeverity: () => t('column.metric-severity', 'Metric severity'),
  metrics,
  node,
  nodeId: () => idOf(node()),
  nodeName: node,
  nodes,
  reason: () => t('column.reason', 'Reason'),
  score: () => t('column.score', 'Score'),
  sentence: () => t('label.summary', 'Summary'),
  severity,
  since: () => t('column.since', 'Since'),
  state,
  system,
  systemId: () => idOf(system()),
  systemName: system,
  time: () => t('column.time', 'Time'),
  title: alertLabel,
  trend: () => t('column.trend', 'Trend'),
  type,
  value: () => t('label.value', 'Value'),
  why: () => t('column.reason', 'Reason'),
  worst: () => t('column.worst', 'Furthest (widths)'),
};
