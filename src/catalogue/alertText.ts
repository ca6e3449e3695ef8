import { dateTimeFormat } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Alert } from '../service/alerts';

/** An alert in a list to choose from: `severe · 3 metrics on 2 nodes · since 2026-01-31 14:02 UTC`. */
export function alertText({ id, impact, activeMetrics, activeNodes, firstSeenAt }: Alert): string {
  const parts = [impact, extent(activeMetrics, activeNodes), firstSeenAt === null ? null : since(firstSeenAt)];
  return parts.filter((part) => part).join(' · ') || id;
}

/** `3 metrics on 2 nodes`; null where neither count is known. */
export function extent(metrics: number | null, nodes: number | null): string | null {
  if (metrics === null || nodes === null) {
    return metrics === null ? (nodes === null ? null : nodeCount(nodes)) : metricCount(metrics);
  }
  return t('variables.extent', '{{metrics}} on {{nodes}}', { metrics: metricCount(metrics), nodes: nodeCount(nodes) });
}

function metricCount(count: number): string {
  return count === 1
    ? t('variables.one-metric', '1 metric')
    : t('variables.some-metrics', '{{number}} metrics', { number: count });
}

function nodeCount(count: number): string {
  return count === 1
    ? t('variables.one-node', '1 node')
    : t('variables.some-nodes', '{{number}} nodes', { number: count });
}

function since(time: number): string {
  // One form for everybody: the text is stored in links and dashboards.
  return t('variables.since', 'since {{time}} UTC', {
    time: dateTimeFormat(time, { timeZone: 'utc', format: 'YYYY-MM-DD HH:mm' }),
    interpolation: { escapeValue: false },
  });
}
