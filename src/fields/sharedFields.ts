import { t } from '@grafana/i18n';
import { mentionsVariable } from '../query/texts';
import { type Field, type Option } from './field';

/** Fields that several query types have. Spread and change what differs. */

export const systemField = () => ({
  name: 'systemId' as const,
  input: 'system' as const,
  label: t('editor.system.label', 'System'),
  optional: true,
});

export const nodeField = () => ({
  name: 'nodeId' as const,
  input: 'node' as const,
  label: t('editor.node.label', 'Node'),
  optional: true,
});

export const metricField = () => ({
  name: 'metricId' as const,
  input: 'metric' as const,
  label: t('editor.metric.label', 'Metric'),
  optional: true,
});

export const alertField = () => ({
  name: 'alertId' as const,
  input: 'alert' as const,
  label: t('editor.alert.label', 'Alert'),
});

export const searchField = () => ({
  name: 'q' as const,
  input: 'text' as const,
  label: t('alerts.editor.q', 'Search'),
  tooltip: t('alerts.editor.q-for', 'Passed to the service as is. The service decides which fields it searches.'),
  optional: true,
});

/** What selects alerts in searches, counts, reports and the events of all alerts. */
export function alertFilters<Q>(shownWhen?: (query: Q) => boolean) {
  return [
    { ...searchField(), shownWhen },
    { ...nodeField(), placeholder: t('alerts.editor.any-node', 'Any node'), shownWhen },
    { ...metricField(), placeholder: t('alerts.editor.any-metric', 'Any metric'), shownWhen },
  ];
}

export const impactField = () => ({
  name: 'impact' as const,
  input: 'choice' as const,
  label: t('alerts.editor.impact', 'Impact'),
  width: 16,
  options: [
    { value: 'any', label: t('alerts.editor.any-impact', 'any') },
    ...['low', 'medium', 'high', 'severe'].map((value): Option => ({ value })),
  ],
});

/** @param kept which rows stay if there are more, a sentence */
export const limitField = (kept?: string) => ({
  name: 'limit' as const,
  input: 'number' as const,
  label: t('alerts.editor.limit', 'Limit'),
  tooltip: kept,
  width: 14,
});

export const bandsField = () => ({
  name: 'bands' as const,
  input: 'bands' as const,
  label: t('editor.bands.label', 'Corridors'),
  tooltip: t(
    'editor.bands.tooltip',
    'main: the most frequent behavior. sup: frequent deviations above it. inf: frequent deviations below it.'
  ),
});

const LABELS = ['node', 'metric', 'system', 'node_id', 'metric_id', 'aggregation'];

export const legendField = () => ({
  name: 'legend' as const,
  input: 'text' as const,
  label: t('editor.legend.label', 'Legend'),
  tooltip: t(
    'editor.legend.tooltip',
    'Series name. Leave empty for "metric · node". Use labels in double braces: {{labels}}.',
    { labels: LABELS.map((label) => `{{${label}}}`).join(', '), interpolation: { escapeValue: false } }
  ),
  placeholder: t('editor.legend.placeholder', 'Metric · node'),
  width: 16,
});

/** Which series, by node and metric or one by one; edits all fields that say so. */
export const seriesField = () => ({
  name: 'series' as const,
  input: 'series' as const,
  label: t('editor.by.label', 'Select by'),
  tooltip: t(
    'editor.by.tooltip',
    'Node and metric: every existing combination is drawn. Series: choose each pair yourself.'
  ),
});

/** What is wrong with a text that stands for a number, a sentence; a variable may stand for one. */
export function numberError(text: string): string | undefined {
  return text.trim() !== '' && !mentionsVariable(text) && !Number.isFinite(Number(text))
    ? t('editor.number.none', 'Not a number.')
    : undefined;
}

/** How the service combines the values of a step. */
export function aggregationField() {
  return {
    name: 'aggregation',
    input: 'choice',
    label: t('metric.editor.aggregation', 'Aggregation'),
    width: 16,
    variables: true,
    options: [
      {
        value: '',
        label: t('metric.editor.by-service', 'default'),
        description: t('metric.editor.by-service-for', 'Chosen by the service for each metric'),
      },
      { value: 'avg', description: t('metric.editor.avg', 'Average') },
      { value: 'max', description: t('metric.editor.max', 'Maximum') },
      { value: 'sum', description: t('metric.editor.sum', 'Total') },
    ],
  } satisfies Field<{ aggregation: string }>;
}
