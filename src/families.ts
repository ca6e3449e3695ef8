import { withWords } from './loading/lazy';
import { type AnomalyQuery, type QueryType, queryTypeOf } from './query/query';
import { type Runner } from './answer/runner';

export type Family = 'metric' | 'alerts' | 'anomalies' | 'deviations' | 'annotations' | 'variables' | 'overlay';

/**
 * From query type to the runner of its family. The compiler keeps both records complete: a new query type is a folder
 * and a line.
 */
export const FAMILY_OF: Record<QueryType, Family> = {
  metric: 'metric',
  forecast: 'metric',
  alerts: 'alerts',
  alertEvents: 'alerts',
  alertSearch: 'alerts',
  alertCounts: 'alerts',
  anomalies: 'anomalies',
  deviations: 'deviations',
  annotations: 'annotations',
  variable: 'variables',
};

/** Whether something is drawn over the values of a metric query, by a runner of its own. */
export function hasOverlay(query: AnomalyQuery): boolean {
  const { overlay } = query;
  return queryTypeOf(query) === 'metric' && typeof overlay === 'string' && overlay !== '' && overlay !== 'none';
}

/** What a metric panel does not need is loaded when it is first asked for. */
export const LOADERS: Record<Exclude<Family, 'metric'>, () => Promise<Runner>> = {
  alerts: () => withWords(() => import('./alerts/runner')).then((room) => room.runAlerts),
  anomalies: () => withWords(() => import('./anomalies/runner')).then((room) => room.runAnomalies),
  deviations: () => withWords(() => import('./deviations/runner')).then((room) => room.runDeviations),
  annotations: () => withWords(() => import('./annotations/runner')).then((room) => room.runAnnotations),
  variables: () => withWords(() => import('./variables/runner')).then((room) => room.runVariables),
  overlay: () => withWords(() => import('./annotations/overlay')).then((room) => room.runOverlay),
};
