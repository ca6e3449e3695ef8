import { type Observable } from 'rxjs';
import { type Anomaly, type AnomalyGroups, readAnomalies, readAnomaly, readAnomalyGroups } from './anomalies';
import { dateTime, type Operations, type Parameters } from './operations';

/** The operations of anomalies (interface: Endpoints), a function each. Times are epoch milliseconds. */

/** GET /v2/anomalies/current. */
export function listCurrentAnomalies(operations: Operations, to?: number): Observable<Anomaly[]> {
  const query: Parameters<'to'> = { to: to === undefined ? undefined : dateTime(to) };
  return operations.read({ segments: ['v2', 'anomalies', 'current'], query }, readAnomalies);
}

/** GET /v2/anomalies: the anomalies of a range. */
export function listAnomalies(
  operations: Operations,
  from: number,
  to: number,
  withMetrics = false
): Observable<Anomaly[]> {
  const query: Parameters<'from' | 'to' | 'with-metrics'> = {
    from: dateTime(from),
    to: dateTime(to),
    'with-metrics': withMetrics || undefined,
  };
  return operations.read({ segments: ['v2', 'anomalies'], query }, readAnomalies);
}

/** GET /v2/anomalies/unread: the period's new, updated and closed anomalies. */
export function listUnreadAnomalies(
  operations: Operations,
  to?: number,
  withMetrics = false
): Observable<AnomalyGroups> {
  const query: Parameters<'to' | 'with-metrics'> = {
    to: to === undefined ? undefined : dateTime(to),
    'with-metrics': withMetrics || undefined,
  };
  return operations.read({ segments: ['v2', 'anomalies', 'unread'], query }, readAnomalyGroups);
}

/** GET /v2/anomalies/{alert-id}: an alert's anomaly updates, trimmed. */
export function listAnomalyUpdates(operations: Operations, alertId: string): Observable<Anomaly[]> {
  return operations.read({ segments: ['v2', 'anomalies', { value: alertId }] }, readAnomalies);
}

/** GET /v2/anomalies/{alert-id}/details/{update-id}: one update. */
export function getAnomalyUpdate(
  operations: Operations,
  alertId: string,
  updateId: string,
  withMetrics = false
): Observable<Anomaly> {
  const query: Parameters<'with-metrics'> = { 'with-metrics': withMetrics || undefined };
  const segments = ['v2', 'anomalies', { value: alertId }, 'details', { value: updateId }];
  return operations.read({ segments, query }, readAnomaly);
}
