import { t } from '@grafana/i18n';
import { type Titles } from '../catalogue/lookUps';
import { extent } from '../catalogue/titles';
import { type Alert, type AlertMetric } from '../service/alerts';
import { type Operations } from '../service/operations';
import { type Column, textColumn } from '../tables/frame';
import { everNamed } from './everNamed';

/**
 * How far an alert reached, in words: an active one as it is now; of one that is over the service's counts are those of its
 * end, which are often 0, so that what is known of its metrics says how much it was at least.
 */
export function extentColumn(titles: Titles, operations: Operations): Column<{ alert: Alert }> {
  return textColumn('extent', ({ alert }) => extentText(alert, titles, operations), {
    width: 180,
    // Identifiers stand last: a dashboard shows it where it wants to.
    hidden: true,
    description: t(
      'alerts.extent',
      'How many metrics and nodes it is about; "at least": it is over, and most metrics have recovered by the end.'
    ),
  });
}

function extentText(alert: Alert, titles: Titles, operations: Operations): string {
  const ever = everNamed(operations, alert.id);
  const told = [...(titles.metricsOf(alert) ?? []), ...(ever?.metrics ?? [])];
  const isOver = alert.active === false;
  const metrics = Math.max(
    alert.activeMetrics ?? 0,
    countOf(told, ({ nodeId, metricId }) => [nodeId, metricId])
  );
  const nodes = Math.max(
    alert.activeNodes ?? 0,
    countOf(told, ({ nodeId }) => nodeId)
  );
  const text = isOver ? extent(metrics || null, nodes || null) : extent(alert.activeMetrics, alert.activeNodes);
  if (text === null) {
    return t('alerts.extent-unknown', 'not known');
  }
  return isOver && !ever?.isWhole ? t('alerts.extent-least', 'at least {{extent}}', { extent: text }) : text;
}

function countOf(metrics: readonly AlertMetric[], keyOf: (metric: AlertMetric) => unknown): number {
  return new Set(metrics.map((metric) => JSON.stringify(keyOf(metric)))).size;
}
