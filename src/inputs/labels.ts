import { t } from '@grafana/i18n';
import { upperFirst } from 'lodash';
import { lookUp } from '../query/shapes';

/** Labels of fields in errors and notices. Editors are loaded separately and later, so their labels are repeated here. */
const LABELS = {
  aggregation: () => t('label.aggregation', 'Aggregation'),
  alertId: () => t('label.alert', 'Alert'),
  at: () => t('alerts.editor.at', 'Point in time'),
  besides: () => t('alerts.search-editor.besides', 'Exclude alerts'),
  bucket: () => t('alerts.counts-editor.bucket', 'Bucket'),
  changes: () => t('alerts.events-editor.changes', 'Row per change'),
  compare: () => t('metric.editor.compare', 'Compare'),
  deviation: () => upperFirst(t('words.deviation', 'deviation')),
  forecast: () => t('label.forecast', 'Forecast'),
  granularity: () => t('label.granularity', 'Granularity'),
  impact: () => t('label.impact', 'Impact'),
  distance: () => t('column.distance', 'Distance'),
  earlier: () => t('column.earlier', 'Earlier alerts'),
  ended: () => t('story.text.ended-by', 'How it ended'),
  like: () => t('alerts.search-editor.like', 'Earlier than alert'),
  limit: () => t('label.limit', 'Limit'),
  lookBack: () => t('alerts.search-editor.look-back', 'Look back'),
  metricId: () => t('label.metric', 'Metric'),
  metrics: () => t('alerts.editor.metrics', 'Row per metric'),
  minDeviation: () => t('label.min-deviation', 'Minimum deviation'),
  minScore: () => t('alerts.search-editor.min-score', 'Minimum score'),
  namePattern: () => t('names.pattern', 'Name pattern'),
  names: () => t('names.names', 'Names'),
  nodeId: () => t('label.node', 'Node'),
  outliers: () => t('metric.editor.outliers', 'Outliers'),
  overlay: () => t('metric.editor.overlay', 'Overlay'),
  q: () => t('label.search', 'Search'),
  sequence: () => t('alerts.events-editor.sequence', 'Event number'),
  series: () => t('label.series', 'Series'),
  severity: () => t('label.severity', 'Severity'),
  suspectsOf: () => t('deviations.editor.suspects-of', 'Related to alert'),
  systemId: () => t('label.system', 'System'),
  thin: () => t('metric.editor.thin', 'Downsample'),
  to: () => t('label.until', 'Until'),
  updateId: () => t('anomalies.editor.update', 'Update ID'),
  withMetrics: () => t('anomalies.editor.with-metrics', 'With metrics'),
};

/** The editors' label of a field. */
export function labelOf(field: string): string {
  return lookUp<() => string>(LABELS, field)?.() ?? field;
}
