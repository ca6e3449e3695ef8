import { t } from '@grafana/i18n';
import { uniqBy } from 'lodash';
import { seriesKey } from '../ground/series';
import { type Alert, type AlertMetric, type Named } from '../service/alerts';
import { RAW, dayAndTime } from '../ground/texts';
import { distinctNames } from '../ground/frameNames';
import { type AlertHistory, worstFirst } from './history';

/** What a title is made of while no metrics are known. */
export type Counted = Pick<Alert, 'id' | 'activeMetrics' | 'activeNodes'>;

/** The display name of a metric: `<metric> · <node>`, by name or ID. */
export function metricTitle({ metricName, metricId, nodeName, nodeId }: Partial<Named>): string {
  return `${metricName || metricId || '?'} · ${nodeName || nodeId || '?'}`;
}

/** The titles of several metrics. If several have the same title, both IDs follow it. */
export function metricTitles(metrics: ReadonlyArray<Partial<Named>>): string[] {
  return distinctNames(metrics, metricTitle, ({ metricId, nodeId }) => `${metricId ?? '?'} · ${nodeId ?? '?'}`);
}

/**
 * An alert's title: the metric with which it began, and the number of others that are known to have been in it, `CPU load ·
 * web-1 +5`. Until its history is known, the worst listed metric. Without metrics, `3 metrics on 2 nodes`. Null without
 * counts.
 *
 * @param ever the metrics in all lists that showed the alert
 */
export function alertTitle(
  alert: Counted,
  history: AlertHistory | null,
  listed: readonly AlertMetric[] | null,
  ever: readonly AlertMetric[] = []
): string | null {
  const metrics = [...(history?.metrics ?? []), ...worstFirst(listed ?? []), ...ever];
  return titleOfMetrics(uniqBy(metrics, seriesKey)) ?? extentOf(alert);
}

/** The title of an alert with only a known start: `Alert of Nov 25, 07:05`. @param began epoch milliseconds */
export function namelessTitle(began: number | null, now: number, timeZone?: string): string {
  return began === null
    ? t('label.alert', 'Alert')
    : t('alerts.nameless', 'Alert of {{time}}', { time: dayAndTime(began, now, timeZone), ...RAW });
}

/** The first metric, and the number of others. Null if there is none. */
export function titleOfMetrics([first, ...others]: ReadonlyArray<Partial<Named>>): string | null {
  return first ? metricTitle(first) + (others.length > 0 ? ` +${others.length}` : '') : null;
}

/** `3 metrics on 2 nodes`. Null if both counts are unknown. An ended alert has zeros, which describe only its end. */
export function extentOf({ activeMetrics, activeNodes }: Omit<Counted, 'id'>): string | null {
  const metrics = activeMetrics ? metricCount(activeMetrics) : null;
  const nodes = activeNodes ? nodeCount(activeNodes) : null;
  return metrics && nodes ? t('variables.extent', '{{metrics}} on {{nodes}}', { metrics, nodes }) : (metrics ?? nodes);
}

export function metricCount(count: number): string {
  return t('variables.metrics', '{{count}} metrics', { count, defaultValue_one: '1 metric' });
}

function nodeCount(count: number): string {
  return t('variables.nodes', '{{count}} nodes', { count, defaultValue_one: '1 node' });
}
