import { uniqBy } from 'lodash';
import { map, type Observable } from 'rxjs';
import {
  type Alert,
  type AlertCounts,
  type AlertEvent,
  type Page,
  readAlert,
  readAlertPage,
  readAlertCounts,
  readAlertEvent,
  readEventPage,
} from './alerts';
import { listOf, type Paged } from './paging';
import { dateTime, type Operations, type Parameters } from './operations';
import { perObject } from './recent';

/** The operations of alerts and their search, a function each. Times are epoch milliseconds. */

type SearchParameters = Parameters<
  'at' | 'from' | 'to' | 'page' | 'limit' | 'q' | 'impact' | 'minScore' | 'nodeId' | 'statTypeId'
>;

/**
 * GET /{version}/alerts with metrics. Without `at`, the alerts that are active now. The interface defines a bare list. An
 * envelope can contain fewer than its total.
 */
export function listAlerts(
  operations: Operations,
  at?: number,
  version = operations.alertsVersion
): Observable<Paged<Alert>> {
  const query: Parameters<'at' | 'expand'> = { at: at === undefined ? undefined : dateTime(at), expand: 'metrics' };
  return operations.read({ segments: [version, 'alerts'], query }, (body) => {
    const { items, total } = readAlertPage(body);
    return listOf(
      uniqBy(items, (alert) => alert.id || alert),
      total
    );
  });
}

/** GET /{version}/alerts/{alertId}: one alert with its metrics. `notFound` if it was not active at that time. */
export function getAlert(operations: Operations, alertId: string, at?: number): Observable<Alert> {
  const query: Parameters<'at'> = { at: at === undefined ? undefined : dateTime(at) };
  const segments = [operations.alertsVersion, 'alerts', { value: alertId }];
  return operations.read({ segments, query }, readAlert);
}

/** Panels share answers, and parse each once. */
const eventPageOf = perObject(readEventPage);

/** GET /{version}/alerts/{alertId}/events: one page with changes, in chronological order. `limit` up to 100. */
export function listAlertEvents(
  operations: Operations,
  alertId: string,
  { page, limit }: { page: number; limit: number },
  turn = 0
): Observable<Page<AlertEvent>> {
  const query: Parameters<'page' | 'limit' | 'expand'> = { page, limit, expand: 'changes' };
  const segments = [operations.alertsVersion, 'alerts', { value: alertId }, 'events'];
  const named = namedBy(alertId);
  return operations
    .read({ segments, query, turn }, eventPageOf)
    .pipe(map((read) => ({ ...read, items: read.items.map(named) })));
}

/** GET /{version}/alerts/{alertId}/events/{sequenceNumber}: one event with its changes. */
export function getAlertEvent(operations: Operations, alertId: string, sequence: string): Observable<AlertEvent> {
  const segments = [operations.alertsVersion, 'alerts', { value: alertId }, 'events', { value: sequence }];
  return operations.read({ segments }, readAlertEvent).pipe(map(namedBy(alertId)));
}

/** An event belongs to the alert that was requested, whatever its own `id` is. */
function namedBy(alertId: string) {
  return (event: AlertEvent): AlertEvent => ({ ...event, alertId });
}

/** GET /v2/alerts/explore: one page. `limit` up to 200. */
export function exploreAlerts(
  operations: Operations,
  { at, from, to, page, limit, q, impact, minScore, nodeId, statTypeId }: SearchParameters,
  turn = 0
): Observable<Page<Alert>> {
  const query = { at, from, to, page, limit, q, impact, minScore, nodeId, statTypeId };
  return operations.read({ segments: ['v2', 'alerts', 'explore'], query, turn }, readAlertPage);
}

/** GET /v2/alerts/explore/timeseries: counts of active alerts per bucket. */
export function exploreAlertCounts(
  operations: Operations,
  { from, to, bucket, q, nodeId, statTypeId }: Parameters<'from' | 'to' | 'bucket' | 'q' | 'nodeId' | 'statTypeId'>
): Observable<AlertCounts> {
  const query = { from, to, bucket, q, nodeId, statTypeId };
  return operations.read({ segments: ['v2', 'alerts', 'explore', 'timeseries'], query }, readAlertCounts);
}
