import { t } from '@grafana/i18n';
import { severityRank } from '../alertbook/order';
import { type Alert, type AlertMetric } from '../service/alerts';

/** What a title is made of where the alert's metrics are not known. */
export type Counted = Pick<Alert, 'activeMetrics' | 'activeNodes'>;

/**
 * What an alert is about (contract: title): the worst of its metrics and how many more there are, `CPU load · web-1 +5`;
 * where its metrics are not known `3 metrics on 2 nodes`. Never empty, and never an identifier of the alert.
 */
export function alertTitle(
  { activeMetrics, activeNodes }: Counted,
  metrics: readonly AlertMetric[] | null | undefined
): string {
  return (
    worstTitle(metrics ?? []) ??
    // An alert that ended has no active metrics any more: that is not what it was about.
    extent(activeMetrics || null, activeNodes || null) ??
    t('alerts.title-unknown', 'metrics not known')
  );
}

/** The worst of the metrics and how many more there are, `CPU load · web-1 +5`; null where there is none. */
export function worstTitle(metrics: readonly AlertMetric[]): string | null {
  const worst = worstOf(metrics);
  const more = metrics.length - 1;
  return worst ? metricTitle(worst) + (more > 0 ? ` +${more}` : '') : null;
}

/** A metric as far as it is known. */
type NamedMetric = Partial<Pick<AlertMetric, 'metricName' | 'metricId' | 'nodeName' | 'nodeId'>>;

/** A metric as people call it: `<metric> · <node>`, by name or id. */
export function metricTitle({ metricName, metricId, nodeName, nodeId }: NamedMetric): string {
  return `${metricName || metricId || '?'} · ${nodeName || nodeId || '?'}`;
}

/** The worst by severity, then by the largest contribution, then the one listed first. */
export function worstOf(metrics: readonly AlertMetric[]): AlertMetric | undefined {
  let worst: AlertMetric | undefined;
  for (const metric of metrics) {
    if (!worst || worstFirst(metric, worst) < 0) {
      worst = metric;
    }
  }
  return worst;
}

/** Order for `sort`: by severity, then by contribution; one without counts least. */
export function worstFirst(a: AlertMetric, b: AlertMetric): number {
  return severityRank(a.severity) - severityRank(b.severity) || compare(b.scoreContribution, a.scoreContribution);
}

function compare(a: number | null, b: number | null): number {
  const [x, y] = [a ?? -Infinity, b ?? -Infinity];
  return x === y ? 0 : x - y;
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
