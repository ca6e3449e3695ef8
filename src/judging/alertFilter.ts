import { type Alert, type Named } from '../service/alerts';
import { type AlertFilter } from '../facts/alertBook';

/** Whether an alert passes the filters by its own fields. */
export function passes(alert: Alert, filter: AlertFilter): boolean {
  return passesByState(alert, filter) && namesMetric(alert.metrics ?? [], filter);
}

/** Whether an alert has the filters' impact and score. */
export function passesByState({ impact, score }: Alert, filter: AlertFilter): boolean {
  const { impact: wanted, minScore } = filter;
  if ((wanted && wanted !== 'any' && impact !== wanted) || !hasImpact({ impact }, filter)) {
    return false;
  }
  return !minScore || (score !== null && score >= Number(minScore));
}

/** Whether the alert has one of the filter's impacts. An unknown one does not match. */
export function hasImpact({ impact }: Pick<Alert, 'impact'>, { impacts }: AlertFilter): boolean {
  return impacts === undefined || (impact !== null && impacts.includes(impact));
}

/** Whether one of the metrics has the filter's node and metric. An empty filter matches all. */
export function namesMetric(metrics: readonly Named[], { nodeId, metricId }: AlertFilter): boolean {
  return (
    (!nodeId && !metricId) ||
    metrics.some((metric) => (!nodeId || metric.nodeId === nodeId) && (!metricId || metric.metricId === metricId))
  );
}
