import { from, map, mergeMap, type Observable } from 'rxjs';
import { type Version } from '../settings';
import { type Alert, type AlertCounts, type AlertEvent, type Page } from './alerts';
import { type Anomaly, type AnomalyGroups } from './anomalies';
import { type Client } from './client';
import { refuse } from './failing';
import { pathOf, type QueryValue } from './path';
import { type operations } from './schema';

type Resources = typeof import('./resources');

/** The query parameters of an operation of the interface, by its id; date-times as ISO 8601 text. */
type Parameters<Id extends keyof operations> = operations[Id]['parameters'] extends { query?: infer Q }
  ? { [Name in keyof NonNullable<Q>]?: QueryValue }
  : Record<string, never>;

/** Which metric data request a series part is. */
export interface MetricDataRequest {
  version: Version;
  nodeId: string;
  metricId: string;
  /** Epoch milliseconds. */
  from: number;
  to: number;
  /** Empty: the service decides. */
  aggregation: string;
  /** v1 only. */
  granularity?: string;
}

/** Epoch milliseconds as the interface's date-time: ISO 8601 UTC with milliseconds. */
export function dateTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The path of a metric data request, as it goes to the client and into `meta.executedQueryString`. */
export function metricDataPath(request: MetricDataRequest): string {
  const { version, nodeId, metricId, from, to, aggregation, granularity } = request;
  const query: Parameters<'v1GetMetricData'> = {
    from: dateTime(from),
    to: dateTime(to),
    aggregation,
    granularity: version === 'v1' ? granularity : undefined,
  };
  const family = version === 'v1' ? ['v1', 'ad', 'metrics'] : ['v2', 'metrics'];
  return pathOf([...family, { value: nodeId }, { value: metricId }], query);
}

/**
 * One function per operation of the interface (Endpoints). Each gives its answer once and fails with a
 * `ServiceFailure`; `turn` is the gate's. A path that cannot be built fails the observable, nothing is thrown.
 */
export class Operations {
  constructor(
    private readonly client: Client,
    readonly alertsVersion: Version
  ) {}

  /** GET /{version}/alerts. `at` in epoch milliseconds; without it the alerts active now. */
  listAlerts(at?: number, withMetrics = false, turn = 0): Observable<Alert[]> {
    const query: Parameters<'v2ListAlerts'> = { at: optionalTime(at), expand: withMetrics ? 'metrics' : undefined };
    return this.get([this.alertsVersion, 'alerts'], query, (body, { rows, toAlert }) => rows(body).map(toAlert), turn);
  }

  /** GET /{version}/alerts with metrics: the body as it came, to see whether it is this service's. */
  probeAlerts(): Observable<unknown> {
    return this.body([this.alertsVersion, 'alerts'], { expand: 'metrics' });
  }

  /** GET /{version}/alerts/{alertId}: one alert with its metrics. `notFound` where it was not active at that time. */
  getAlert(alertId: string, at?: number): Observable<Alert> {
    const query: Parameters<'v2GetAlert'> = { at: optionalTime(at) };
    return this.get([this.alertsVersion, 'alerts', { value: alertId }], query, (body, { toAlert }) => toAlert(body));
  }

  /** GET /{version}/alerts/{alertId}/events: one page, in chronological order. `limit` up to 100. */
  listAlertEvents(
    alertId: string,
    page: { page: number; limit: number },
    withChanges = false,
    turn = 0
  ): Observable<Page<AlertEvent>> {
    const query: Parameters<'v2ListAlertEvents'> = { ...page, expand: withChanges ? 'changes' : undefined };
    return this.get(
      [this.alertsVersion, 'alerts', { value: alertId }, 'events'],
      query,
      (body, { toAlertEvent, toPage }) => toPage(body, toAlertEvent),
      turn
    );
  }

  /** GET /{version}/alerts/{alertId}/events/{sequenceNumber}: one event with its changes. */
  getAlertEvent(alertId: string, sequence: string): Observable<AlertEvent> {
    return this.get(
      [this.alertsVersion, 'alerts', { value: alertId }, 'events', { value: sequence }],
      {},
      (body, { toAlertEvent }) => toAlertEvent(body)
    );
  }

  /** GET /v2/alerts/explore: one page. `limit` up to 200. */
  exploreAlerts(query: Parameters<'exploreAlerts'>, turn = 0): Observable<Page<Alert>> {
    return this.get(['v2', 'alerts', 'explore'], query, (body, { toAlert, toPage }) => toPage(body, toAlert), turn);
  }

  /** GET /v2/alerts/explore/timeseries: counts of active alerts per bucket. */
  exploreAlertCounts(query: Parameters<'exploreAlertsTimeseries'>): Observable<AlertCounts> {
    return this.get(['v2', 'alerts', 'explore', 'timeseries'], query, (body, { toAlertCounts }) => toAlertCounts(body));
  }

  /** GET metric data of either family: the body as it came, for `corridors/decode`. Fails also on a bad identifier. */
  getMetricData(request: MetricDataRequest, turn = 0): Observable<unknown> {
    return this.guard(() => this.client.get(metricDataPath(request), turn));
  }

  /** GET /v2/corridors/{node-id}/{metric-id}/forecast: the body as it came; its shape is not shown. */
  getForecast(nodeId: string, metricId: string, turn = 0): Observable<unknown> {
    return this.body(['v2', 'corridors', { value: nodeId }, { value: metricId }, 'forecast'], {}, turn);
  }

  /** GET /v2/anomalies/current. `to` in epoch milliseconds. */
  listCurrentAnomalies(to?: number): Observable<Anomaly[]> {
    const query: Parameters<'listCurrentAnomalies'> = { to: optionalTime(to) };
    return this.get(['v2', 'anomalies', 'current'], query, (body, { rows, toAnomaly }) => rows(body).map(toAnomaly));
  }

  /** GET /v2/anomalies: the anomalies of a range in epoch milliseconds. */
  listAnomalies(from: number, to: number, withMetrics = false, turn = 0): Observable<Anomaly[]> {
    const query: Parameters<'listAnomalies'> = {
      from: dateTime(from),
      to: dateTime(to),
      'with-metrics': withMetrics || undefined,
    };
    return this.get(['v2', 'anomalies'], query, (body, { rows, toAnomaly }) => rows(body).map(toAnomaly), turn);
  }

  /** GET /v2/anomalies/unread: the period's new, updated and closed anomalies. */
  listUnreadAnomalies(to?: number, withMetrics = false): Observable<AnomalyGroups> {
    const query: Parameters<'listUnreadAnomalies'> = { to: optionalTime(to), 'with-metrics': withMetrics || undefined };
    return this.get(['v2', 'anomalies', 'unread'], query, (body, { toAnomalyGroups }) => toAnomalyGroups(body));
  }

  /** GET /v2/anomalies/{alert-id}: an alert's anomaly updates, trimmed. */
  listAnomalyUpdates(alertId: string): Observable<Anomaly[]> {
    return this.get(['v2', 'anomalies', { value: alertId }], {}, (body, { rows, toAnomaly }) =>
      rows(body).map(toAnomaly)
    );
  }

  /** GET /v2/anomalies/{alert-id}/details/{update-id}: one update. */
  getAnomalyUpdate(alertId: string, updateId: string, withMetrics = false): Observable<Anomaly> {
    const query: Parameters<'getAnomalyDetails'> = { 'with-metrics': withMetrics || undefined };
    return this.get(
      ['v2', 'anomalies', { value: alertId }, 'details', { value: updateId }],
      query,
      (body, { toAnomaly }) => toAnomaly(body)
    );
  }

  private get<T>(
    segments: Array<string | { value: string }>,
    query: Record<string, QueryValue>,
    read: (body: unknown, resources: Resources) => T,
    turn = 0
  ): Observable<T> {
    return this.body(segments, query, turn).pipe(
      mergeMap((body) => from(import('./resources')).pipe(map((resources) => read(body, resources))))
    );
  }

  private body(
    segments: Array<string | { value: string }>,
    query: Record<string, QueryValue>,
    turn = 0
  ): Observable<unknown> {
    return this.guard(() => this.client.get(pathOf(segments, query), turn));
  }

  private guard<T>(start: () => Observable<T>): Observable<T> {
    try {
      return start();
    } catch (error) {
      return refuse(error);
    }
  }
}

function optionalTime(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : dateTime(milliseconds);
}
