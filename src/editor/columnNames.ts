import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { t } from '@grafana/i18n';
import { upperFirst } from 'lodash';
import { RAW } from '../ground/texts';
import { lookUp } from '../ground/shapes';
import { withHeadingWidth } from '../table/frame';
import { wordOf } from '../table/words';

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
    const displayName = field.config.displayName ?? lookUp<() => string>(NAMES, field.name)?.();
    return displayName === undefined
      ? field
      : { ...field, config: { ...withHeadingWidth(field.config, displayName), displayName } };
  });
  return { ...frame, fields };
}

const metric = () => t('label.metric', 'Metric');
const metrics = () => t('label.metrics', 'Metrics');
const node = () => t('label.node', 'Node');
const nodes = () => t('label.nodes', 'Nodes');
const system = () => t('label.system', 'System');
const alertLabel = () => t('label.alert', 'Alert');
const alerts = () => t('label.alerts', 'Alerts');
const activeTime = () => t('column.active-time', 'Time under alert');
const change = () => t('column.change', 'Change');
const since = () => t('column.since', 'Since');
const type = () => t('column.type', 'Type');
const state = () => t('column.state', 'State');
const idOf = (what: string) => t('column.id-of', '{{what}} ID', { what });
const previous = (text: string) => t('report.of-previous', 'Previous period: {{text}}', { text, ...RAW });

const ofImpact = (impact: string) => upperFirst(wordOf(impact));

/** The headings of tables: one name has one heading. Hidden columns keep their names. */
const NAMES = {
  active: state,
  activeMetrics: () => t('column.active-metrics', 'Active metrics'),
  activeNodes: () => t('column.active-nodes', 'Active nodes'),
  activeTime,
  activeTimeBefore: () => previous(activeTime()),
  aggregation: () => t('label.aggregation', 'Aggregation'),
  alertId: () => idOf(alertLabel()),
  alerting: () => t('column.alerting', 'In an alert'),
  alerts,
  alertsBefore: () => previous(alerts()),
  before: () => t('column.previous', 'Previous period'),
  began: () => t('report.began', 'Alerts that began'),
  change,
  closestBaselineDeviation: () => t('column.closest-deviation', 'Closest deviation'),
  complete: () => t('column.complete', 'Complete'),
  day: () => t('label.day', 'Day'),
  deviation: () => upperFirst(t('words.deviation', 'deviation')),
  distance: () => t('column.distance', 'Distance'),
  duration: () => t('column.duration', 'Duration'),
  earlier: () => t('column.earlier', 'Earlier alerts'),
  ended: () => t('report.handover.ended', 'Ended alerts'),
  endedBy: () => t('story.text.ended-by', 'How it ended'),
  eventType: () => t('column.event', 'Event'),
  expectedFrom: () => t('column.expected-from', 'Expected from'),
  expectedTo: () => t('column.expected-to', 'Expected to'),
  figure: () => t('column.figure', 'Figure'),
  firstMetric: () => t('column.first-metric', 'First metric'),
  firstSeenAt: since,
  flapping: () => t('column.flapping', 'Flapping'),
  group: change,
  high: () => ofImpact('high'),
  id: () => 'ID',
  impact: () => t('label.impact', 'Impact'),
  impactSince: () => t('column.impact-since', 'Impact since'),
  incident: () => t('column.incident', 'Incident'),
  joinedAt: () => t('column.joined', 'Joined'),
  lag: () => t('column.lag', 'Detection lag'),
  lastAnswer: () => t('column.last-answer', 'Last response'),
  lastJoined: () => t('column.last-joined', 'Last joined'),
  lastOutside: () => t('column.last-outside', 'Last outside'),
  lastSeenAt: () => t('column.last-seen', 'Last seen'),
  lastTime: () => t('column.last-time', 'Last time'),
  learningStatus: () => t('column.learning', 'Learning status'),
  leftAt: () => t('column.left', 'Left corridors'),
  longest: () => t('column.longest', 'Longest'),
  longestAlert: () => t('column.longest-alert', 'Longest alert'),
  low: () => ofImpact('low'),
  meaning: () => t('column.meaning', 'Meaning'),
  median: () => t('column.median', 'Median'),
  medium: () => ofImpact('medium'),
  metric,
  metricId: () => idOf(metric()),
  metricName: metric,
  metricSeverity: () => t('column.metric-severity', 'Metric severity'),
  metricType: type,
  metrics,
  metricsAffected: metrics,
  mostOften: () => t('column.most-often', 'Most often'),
  mostOftenAlerts: alerts,
  node,
  nodeId: () => idOf(node()),
  nodeName: node,
  nodes,
  nodesAffected: nodes,
  open: () => t('report.handover.open', 'Open alerts'),
  outside: () => t('column.outside-now', 'Still outside'),
  outsideShare: () => t('column.outside', 'Time outside'),
  partial: () => t('column.partial', 'Partial'),
  points: () => t('column.points', 'Points'),
  reason: () => t('deviations.problem', 'Problem'),
  related: () => t('column.related', 'Perhaps related'),
  resolution: () => t('column.resolution', 'Resolution'),
  score: () => t('column.score', 'Score'),
  scoreAdjusted: () => t('column.score-adjusted', 'Adjusted score'),
  scoreContribution: () => t('column.contribution', 'Contribution'),
  seen: () => t('column.seen', 'Seen'),
  sentence: () => t('label.summary', 'Summary'),
  sequence: () => t('alerts.events-editor.sequence', 'Event number'),
  severe: () => ofImpact('severe'),
  severity: () => t('label.severity', 'Severity'),
  silent: () => t('report.handover.silent', 'Metrics without data'),
  since,
  started: since,
  state,
  system,
  systemId: () => idOf(system()),
  systemName: system,
  systems: () => t('label.systems', 'Systems'),
  target: () => t('column.target', 'Target'),
  text: () => t('report.handover.title', 'Handover'),
  time: () => t('column.time', 'Time'),
  title: alertLabel,
  topMetrics: () => t('column.top-metrics', 'Most under alert'),
  topShare: () => t('column.top-share', 'Their share'),
  trend: () => t('column.trend', 'Trend'),
  type,
  until: () => t('label.until', 'Until'),
  updateId: () => t('anomalies.editor.update', 'Update ID'),
  updated: () => upperFirst(wordOf('updated')),
  usually: () => t('column.usually', 'Usually'),
  value: () => t('label.value', 'Value'),
  why: () => t('column.reason', 'Reason'),
  withoutStanding: () => t('column.without-standing', 'Without standing'),
  worst: () => t('column.worst', 'Furthest (widths)'),
};
