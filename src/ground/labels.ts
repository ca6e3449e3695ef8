import { t } from '@grafana/i18n';
import { upperFirst } from 'lodash';
import { RAW } from './texts';
import { lookUp } from './shapes';

/** The label of each field, in editors as well as in errors and notices. */
const LABELS = {
  aggregation: () => t('label.aggregation', 'Aggregation'),
  alertId: () => t('label.alert', 'Alert'),
  at: () => t('alerts.editor.at', 'Point in time'),
  bands: () => t('label.corridors', 'Corridors'),
  besides: () => t('alerts.search-editor.besides', 'Exclude alerts'),
  bucket: () => t('alerts.counts-editor.bucket', 'Bucket'),
  by: () => t('report.editor.by', 'Group by'),
  changes: () => t('alerts.events-editor.changes', 'Row per change'),
  compare: () => t('metric.editor.compare', 'Compare'),
  deviation: () => upperFirst(t('words.deviation', 'deviation')),
  distance: () => t('column.distance', 'Distance'),
  earlier: () => t('column.earlier', 'Earlier alerts'),
  ended: () => t('story.text.ended-by', 'How it ended'),
  forecast: () => t('label.forecast', 'Forecast'),
  format: () => t('label.format', 'Format'),
  granularity: () => t('label.granularity', 'Granularity'),
  impact: () => t('label.impact', 'Impact'),
  legend: () => t('editor.legend.label', 'Legend'),
  like: () => t('alerts.search-editor.like', 'Earlier than alert'),
  limit: () => t('label.limit', 'Limit'),
  list: () => t('variables.editor.list', 'List'),
  lookBack: () => t('alerts.search-editor.look-back', 'Look back'),
  metricId: () => t('label.metric', 'Metric'),
  metrics: () => t('alerts.editor.metrics', 'Row per metric'),
  minDeviation: () => t('label.min-deviation', 'Minimum deviation'),
  minDeviationIn: () => t('editor.min-deviation-in', 'In'),
  minScore: () => t('alerts.search-editor.min-score', 'Minimum score'),
  nameOf: () => t('names.of', 'Match'),
  namePattern: () => t('names.pattern', 'Name pattern'),
  names: () => t('names.names', 'Names'),
  nodeId: () => t('label.node', 'Node'),
  outliers: () => t('metric.editor.outliers', 'Outliers'),
  overlay: () => t('metric.editor.overlay', 'Overlay'),
  q: () => t('label.search', 'Search'),
  scope: () => t('anomalies.editor.scope', 'Scope'),
  sequence: () => t('alerts.events-editor.sequence', 'Event number'),
  series: () => t('label.series', 'Series'),
  severity: () => t('label.severity', 'Severity'),
  shape: () => t('annotations.editor.shape', 'Shape'),
  side: () => t('editor.side', 'Side'),
  sort: () => t('deviations.editor.sort', 'Sort by'),
  source: () => t('annotations.editor.source', 'Source'),
  state: () => t('column.state', 'State'),
  suspectsOf: () => t('deviations.editor.suspects-of', 'Related to alert'),
  systemId: () => t('label.system', 'System'),
  thin: () => t('metric.editor.thin', 'Downsample'),
  to: () => t('label.until', 'Until'),
  updateId: () => t('anomalies.editor.update', 'Update ID'),
  withMetrics: () => t('anomalies.editor.with-metrics', 'With metrics'),
};

/** The label of a field by its name in the query. */
export function labelOf(field: string): string {
  return lookUp<() => string>(LABELS, field)?.() ?? field;
}

/** @param examples of valid texts */
export function invalidText(field: string, text: string, examples: string): string {
  return t('inputs.invalid', '{{field}}: "{{text}}" is not valid. Use a value such as {{examples}}.', {
    field: labelOf(field),
    text,
    examples,
    ...RAW,
  });
}
