import { uniqBy } from 'lodash';
import { map, type Observable } from 'rxjs';
import { seriesKey } from '../ground/series';
import {
  listBody,
  objectBody,
  boolean,
  count,
  type Json,
  name,
  number,
  record,
  records,
  text,
  time,
  word,
} from '../ground/read';
import { unreadable } from '../ground/failure';
import { listOf, type Page, type Paged, type PageReader } from './paging';
import { dateTime, type Operations, type Parameters } from './operations';
import { perObject } from './memory';

/**
 * The alerts family's resources in the plugin's form: the interface's fields with the plugin's names, times as epoch
 * milliseconds, missing values as null. Values of enums are text, so that unknown ones pass through.
 */

/** Interface: Alert, Explore list item. */
export interface Alert {
  id: string;
  impact: string | null;
  active: boolean | null;
  firstSeenAt: number | null;
  lastSeenAt: number | null;
  activeNodes: number | null;
  activeMetrics: number | null;
  score: number | null;
  learningStatus: number | null;
  /** Null if the answer has none, as in the list without `expand=metrics`, and in the explore list. */
  metrics: AlertMetric[] | null;
}

/** A metric of a node in an alert or an anomaly. Unknown names are null. */
export interface Named {
  nodeId: string | null;
  nodeName: string | null;
  systemId: string | null;
  systemName: string | null;
  /** Interface: statTypeId. */
  metricId: string | null;
  metricName: string | null;
}

/** Interface: Alert metric; the part of Change that describes a metric. */
export interface AlertMetric extends Named {
  severity: string | null;
  /** `missing_data` or `deviation`. */
  type: string | null;
  scoreAdjusted: number | null;
  scoreContribution: number | null;
  learningStatus: number | null;
  closestBaselineDeviation: number | null;
}

/** Interface: Alert event. */
export interface AlertEvent {
  /** Epoch milliseconds; interface: eventOccurred. */
  time: number | null;
  alertId: string;
  sequence: number | null;
  eventType: string | null;
  impact: string | null;
  active: boolean | null;
  activeNodes: number | null;
  activeMetrics: number | null;
  score: number | null;
  learningStatus: number | null;
  changes: Change[] | null;
}

/** Interface: Change. `change` is its type: added, updated, removed. */
export interface Change extends AlertMetric {
  change: string | null;
}

/** Interface: Explore timeseries. */
export interface AlertCounts {
  buckets: CountsBucket[];
  /** The number of buckets without a start. */
  lost: number;
}

export interface CountsBucket {
  start: number;
  active: number | null;
  low: number | null;
  medium: number | null;
  high: number | null;
  severe: number | null;
}

/** A body is recognized by these fields. */
const ALERT = ['id', 'impact', 'active', 'metrics'];
const EVENT = ['sequence', 'eventType', 'eventOccurred', 'changes'];

/** The body of the alert list. */
export function readAlerts(body: unknown): Alert[] {
  return listBody(body, ALERT).map(toAlert);
}

/** The body of a single alert. */
export function readAlert(body: unknown): Alert {
  return toAlert(objectBody(body, ALERT));
}

export function toAlert(value: unknown): Alert {
  const alert = record(value);
  return {
    id: text(alert.id) ?? '',
    impact: word(alert.impact),
    active: boolean(alert.active),
    firstSeenAt: time(alert.firstSeenAt),
    lastSeenAt: time(alert.lastSeenAt),
    activeNodes: count(alert.activeNodes),
    activeMetrics: count(alert.activeMetrics),
    score: number(alert.score),
    learningStatus: number(alert.learningStatus),
    metrics: Array.isArray(alert.metrics)
      ? onceEach(records(alert.metrics).map((metric) => metricOf(metric, metric)))
      : null,
  };
}

/** Each metric once, as in its first row. Those without IDs can't be distinguished, so all stay. */
export function onceEach<M extends Pick<Named, 'nodeId' | 'metricId'>>(metrics: M[]): M[] {
  return uniqBy(metrics, (metric) => (metric.nodeId === null || metric.metricId === null ? metric : seriesKey(metric)));
}

export function toAlertEvent(value: unknown): AlertEvent {
  const event = record(value);
  return {
    time: time(event.eventOccurred),
    alertId: text(event.id) ?? '',
    sequence: number(event.sequence),
    eventType: text(event.eventType),
    impact: word(event.impact),
    active: boolean(event.active),
    activeNodes: count(event.activeNodes),
    activeMetrics: count(event.activeMetrics),
    score: number(event.score),
    learningStatus: number(event.learningStatus),
    changes: Array.isArray(event.changes) ? records(event.changes).map(toChange) : null,
  };
}

export function toChange(value: unknown): Change {
  const change = record(value);
  return { change: text(change.type), ...metricOf(change, record(change.values)) };
}

/** @param what the object with the names of node and metric @param values the one with score, severity, and so on */
function metricOf(what: Json, values: Json): AlertMetric {
  const score = record(values.score);
  return {
    nodeId: text(what.nodeId),
    nodeName: name(what.nodeName),
    systemId: text(what.systemId),
    systemName: name(what.systemName),
    metricId: text(what.statTypeId),
    metricName: name(what.statTypeName),
    severity: word(values.severity),
    type: text(values.type),
    scoreAdjusted: number(score.adjusted),
    scoreContribution: number(score.contribution),
    learningStatus: number(values.learningStatus),
    closestBaselineDeviation: number(values.closestBaselineDeviation),
  };
}

/** The body of the alert counts. Buckets without a start are omitted. Without any bucket, it is unreadable. */
export function readAlertCounts(body: unknown): AlertCounts {
  const { buckets: listed } = record(body);
  const all = Array.isArray(listed) ? listed : unreadable(body, ['buckets']);
  const buckets = records(all).flatMap((bucket) => {
    const start = time(bucket.start);
    const impacts = record(bucket.impacts);
    return start === null
      ? []
      : [
          {
            start,
            active: count(bucket.active),
            low: count(impacts.low),
            medium: count(impacts.medium),
            high: count(impacts.high),
            severe: count(impacts.severe),
          },
        ];
  });
  if (all.length > 0 && buckets.length === 0) {
    unreadable(body, ['start']);
  }
  return { buckets, lost: all.length - buckets.length };
}

/** The body of a page of the explore list. */
export function readAlertPage(body: unknown): Page<Alert> {
  return { ...pageOf(body), items: readAlerts(body) };
}

/** The body of a page of an alert's events. */
export function readEventPage(body: unknown): Page<AlertEvent> {
  return { ...pageOf(body), items: listBody(body, EVENT).map(toAlertEvent) };
}

function pageOf(body: unknown): Omit<Page<unknown>, 'items'> {
  const page = record(body);
  return { limit: count(page.limit), total: count(page.total) };
}

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

/** Largest page of an alert's events. */
export const EVENT_PAGE = 100;

/** GET /{version}/alerts/{alertId}/events: the pages of an alert's events with changes, in chronological order. */
export function eventPages(operations: Operations, alertId: string): PageReader<AlertEvent> {
  const segments = [operations.alertsVersion, 'alerts', { value: alertId }, 'events'];
  const named = namedBy(alertId);
  return (page, turn) => {
    const query: Parameters<'page' | 'limit' | 'expand'> = { page, limit: EVENT_PAGE, expand: 'changes' };
    return operations
      .read({ segments, query, turn }, eventPageOf)
      .pipe(map((read) => ({ ...read, items: read.items.map(named) })));
  };
}

/** GET /{version}/alerts/{alertId}/events/{sequenceNumber}: one event with its changes. */
export function getAlertEvent(operations: Operations, alertId: string, sequence: string): Observable<AlertEvent> {
  const segments = [operations.alertsVersion, 'alerts', { value: alertId }, 'events', { value: sequence }];
  const read = (body: unknown) => toAlertEvent(objectBody(body, EVENT));
  return operations.read({ segments }, read).pipe(map(namedBy(alertId)));
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
