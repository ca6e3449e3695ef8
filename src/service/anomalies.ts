import { type Observable } from 'rxjs';
import { uniqBy } from 'lodash';
import { type Named, onceEach } from './alerts';
import {
  count,
  type Json,
  listBody,
  objectBody,
  name,
  number,
  record,
  records,
  text,
  time,
  word,
} from '../ground/read';
import { unreadable } from '../ground/failure';
import { dateTime, type Operations, type Parameters } from './operations';

/**
 * The anomaly family's resources in the plugin's form, with one shape for all forms of the interface: times as epoch
 * milliseconds, missing values as null.
 */
export interface Anomaly {
  id: string;
  /** Of a trimmed anomaly only (interface: update_id). */
  updateId: string | null;
  /** Interface: event_occured. */
  time: number | null;
  /** The same, unchanged: part of the update's identity. */
  occured: string | null;
  eventType: string | null;
  severity: string | null;
  severityNum: number | null;
  nodesAffected: number | null;
  metricsAffected: number | null;
  /** The items' metrics, each with its node. Empty if the answer has none. */
  metrics: AnomalyMetric[];
}

/** Interface: Anomaly item metric with its node. */
export interface AnomalyMetric extends Named {
  /** integer, double or boolean. */
  metricType: string | null;
  aggregation: string | null;
  severity: string | null;
  severityNum: number | null;
  started: number | null;
  updated: number | null;
  /** Metered anomalies: the unchanged array of Metric datapoint, for `ground/decode`. */
  data: unknown;
}

/** Interface: Metered anomalies grouped. */
export interface AnomalyGroups {
  new: Anomaly[];
  updated: Anomaly[];
  closed: Anomaly[];
}

/** A body is recognized by these fields. */
const ANOMALY = ['id', 'severity', 'event_type', 'event_occured'];

/** The body of a list of anomalies. */
export function readAnomalies(body: unknown): Anomaly[] {
  return withoutRepeats(listBody(body, ANOMALY).map(toAnomaly));
}

/** Without rows that repeat another one, apart from its data points. */
function withoutRepeats(anomalies: Anomaly[]): Anomaly[] {
  return uniqBy(anomalies, (one) =>
    JSON.stringify({ ...one, metrics: one.metrics.map(({ data: _, ...metric }) => metric) })
  );
}

/** The body of a single anomaly. */
export function readAnomaly(body: unknown): Anomaly {
  return toAnomaly(objectBody(body, ANOMALY));
}

export function toAnomaly(value: unknown): Anomaly {
  const anomaly = record(value);
  return {
    id: text(anomaly.id) ?? '',
    updateId: text(anomaly.update_id),
    time: time(anomaly.event_occured),
    occured: text(anomaly.event_occured),
    eventType: text(anomaly.event_type),
    severity: word(anomaly.severity),
    severityNum: number(anomaly.severity_num),
    nodesAffected: count(anomaly.nodes_affected),
    metricsAffected: count(anomaly.metrics_affected),
    metrics: onceEach(records(anomaly.items).flatMap(metricsOf)),
  };
}

function metricsOf(item: Json): AnomalyMetric[] {
  const node = record(item.node);
  const system = record(node.system);
  return records(item.metrics).map((metric) => ({
    nodeId: text(node.id),
    nodeName: name(node.name),
    systemId: text(system.id),
    systemName: name(system.name),
    metricId: text(metric.id),
    metricName: name(metric.name),
    metricType: text(metric.metric_type) === 'int' ? 'integer' : text(metric.metric_type),
    aggregation: text(metric.aggregation),
    severity: word(metric.severity),
    severityNum: number(metric.severity_num),
    started: time(metric.started),
    updated: time(metric.updated),
    data: metric.data,
  }));
}

/** The body of the unread anomalies: any of its three lists may be missing, but not all. */
export function readAnomalyGroups(body: unknown): AnomalyGroups {
  const groups = record(body);
  if (![groups.new, groups.updated, groups.closed].some(Array.isArray)) {
    unreadable(body, ['new', 'updated', 'closed']);
  }
  return {
    new: withoutRepeats(records(groups.new).map(toAnomaly)),
    updated: withoutRepeats(records(groups.updated).map(toAnomaly)),
    closed: withoutRepeats(records(groups.closed).map(toAnomaly)),
  };
}

/** The operations of anomalies, a function each. Times are epoch milliseconds. */

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
