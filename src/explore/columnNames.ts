import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { t } from '@grafana/i18n';
import { upperFirst } from 'lodash';
import { RAW } from '../loading/texts';
import { lookUp } from '../query/shapes';
import { wordOf } from '../tables/words';

/**
 * The packet with readable names of table columns, for Explore. On dashboards columns keep the names of their fields, since
 * Grafana's transformations find them by the name that is shown, which must not depend on the language.
 */
export function withColumnNames(packet: DataQueryResponse): DataQueryResponse {
  return { ...packet, data: packet.data.map(named) };
}

function named(frame: DataFrame): DataFrame {
  if (frame.meta?.preferredVisualisationType !== 'table') {
    return frame;
  }
  const fields = frame.fields.map((field) => {
    const displayName = field.config.displayName ?? lookUp<() => string>(NAMES, field.name)?.();
    return displayName === undefined ? field : { ...field, config: { ...field.config, displayName } };
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
const severity = () => t('label.severity', 'Severity');
const type = () => t('column.type', 'Type');
const state = () => t('column.state', 'State');
const idOf = (what: string) => t('column.id-of', '{{what}} ID', { what });
const word = (impact: string) => () => upperFirst(wordOf(impact));
const previous = (text: string) => t('report.of-previous', 'Previous period: {{text}}', { text, ...RAW });

/** By the name of the field. Hidden columns keep theirs. */
const NAMES = {
  active: state,
  activeMetrics: metrics,
  activeNodes: nodes,
  activeTime,
  activeTimeBefore: () => previous(activeTime()),
  after: () => t('column.after', 'After first'),
  aggregation: () => t('label.aggregation', 'Aggregation'),
  alertId: () => idOf(alertLabel()),
  alerts,
  alertsBefore: () => previous(alerts()),
  backAt: () => t('column.back', 'Back inside'),
  before: () => t('column.previous', 'Previous period'),
  change: () => t('column.change', 'Change'),
  closestBaselineDeviation: () => t('column.closest-deviation', 'Closest deviation'),
  complete: () => t('column.complete', 'Complete'),
  day: () => t('label.day', 'Day'),
  deviation: () => upperFirst(t('words.deviation', 'deviation')),
  distance: () => t('column.distance', 'Distance'),
  duration: () => t('column.duration', 'Duration'),
  endedBy: () => t('story.text.ended-by', 'How it ended'),
  eventType: () => t('column.event', 'Event'),
  expectedFrom: () => t('column.expected-from', 'Expected from'),
  expectedTo: () => t('column.expected-to', 'Expected to'),
  figure: () => t('column.figure', 'Figure'),
  firstMetric: () => t('column.first-metric', 'First metric'),
  firstSeenAt: () => t('column.since', 'Since'),
  group: () => t('column.change', 'Change'),
  headline: () => t('label.summary', 'Summary'),
  id: () => 'ID',
  impact: () => t('label.impact', 'Impact'),
  joinedAt: () => t('column.joined', 'Joined'),
  lag: () => t('column.lag', 'Detection lag'),
  lastAnswer: () => t('column.last-answer', 'Last response'),
  lastJoined: () => t('column.last-joined', 'Last joined'),
  lastOutside: () => t('column.last-outside', 'Last outside'),
  lastSeenAt: () => t('column.last-seen', 'Last seen'),
  learningStatus: () => t('column.learning', 'Learning status'),
  leftAt: () => t('column.left', 'Left corridors'),
  likeMost: () => t('column.like-most', 'Most like'),
  longest: () => t('column.longest', 'Longest'),
  median: () => t('column.median', 'Median'),
  metric,
  metricId: () => idOf(metric()),
  metricName: metric,
  metricSeverity: () => t('column.metric-severity', 'Metric severity'),
  metricType: type,
  metrics,
  metricsAffected: metrics,
  node,
  nodeId: () => idOf(node()),
  nodeName: node,
  nodes,
  nodesAffected: nodes,
  outside: () => t('column.outside-now', 'Still outside'),
  outsideSince: () => t('column.outside-since', 'Outside since'),
  outsideShare: () => t('column.outside', 'Time outside'),
  perhaps: () => t('column.perhaps', 'Perhaps related'),
  points: () => t('column.points', 'Points'),
  reason: () => t('column.reason', 'Reason'),
  repeats: () => t('column.repeats', 'Repeats'),
  resolution: () => t('column.resolution', 'Resolution'),
  score: () => t('column.score', 'Score'),
  scoreAdjusted: () => t('column.score-adjusted', 'Adjusted score'),
  scoreContribution: () => t('column.contribution', 'Contribution'),
  sentence: () => t('label.summary', 'Summary'),
  sequence: () => t('alerts.events-editor.sequence', 'Event number'),
  severity,
  shared: () => t('column.shared', 'In common'),
  sharedMetrics: () => t('column.shared-metrics', 'Metrics in common'),
  similar: () => t('column.similar', 'Similar alerts'),
  since: () => t('column.since', 'Since'),
  started: () => t('column.since', 'Since'),
  state,
  stays: () => t('column.stays', 'Times outside'),
  system,
  systemId: () => idOf(system()),
  systemName: system,
  systems: () => t('label.systems', 'Systems'),
  time: () => t('column.time', 'Time'),
  title: alertLabel,
  topMetrics: () => t('column.top-metrics', 'Most under alert'),
  topShare: () => t('column.top-share', 'Their share'),
  trend: () => t('column.trend', 'Trend'),
  type,
  until: () => t('label.until', 'Until'),
  updated: () => upperFirst(t('words.updated', 'updated')),
  updateId: () => t('anomalies.editor.update', 'Update ID'),
  value: () => t('label.value', 'Value'),
  verdict: () => t('label.verdict', 'Verdict'),
  why: () => t('column.reason', 'Reason'),
  low: word('low'),
  medium: word('medium'),
  high: word('high'),
  severe: word('severe'),
  worst: () => t('column.worst', 'Furthest (widths)'),
};
