import type { components } from '../schema';
import {
  type AlertRecord,
  type MetricChange,
  type MetricState,
  type TimelineEvent,
  affected,
  eventAt,
  firstSeenAt,
  isActive,
  lastSeenAt,
  stateAt,
} from '../detection/timeline';
import type { Call, Handler } from '../http/handlers';
import { Problem } from '../problem';
import { timeOf } from '../metric-data/range';
import { iso } from '../time';
import type { Metric } from '../series/metric';

type Schemas = components['schemas'];

export const listAlerts: Handler<'v1ListAlerts'> = ({ at, expand }, call) => {
  const time = momentOf(at, call);
  const withMetrics = names(expand).has('metrics');
  return call.world.alerts(time).flatMap((alert) => {
    const event = at === undefined ? eventAt(alert, time) : stateAt(alert, time);
    if (!event || !isActive(event)) {
      return [];
    }
    const body = alertBody(alert, event, time);
    return [withMetrics ? { ...body, metrics: event.metrics.map(alertMetric) } : body];
  });
};

/** An ended alert is found if no time is requested. */
export const getAlert: Handler<'v1GetAlert'> = ({ alertId, at }, call) => {
  const time = momentOf(at, call);
  const alert = findAlert(alertId, call);
  const event = at === undefined ? eventAt(alert, time) : stateAt(alert, time);
  if (!event || (at !== undefined && !isActive(event))) {
    throw new Problem(404, `alert ${alertId} was not active at ${iso(time)}`);
  }
  return { ...alertBody(alert, event, time), metrics: event.metrics.map(alertMetric) };
};

export const listAlertEvents: Handler<'v1ListAlertEvents'> = (parameters, call) => {
  const { alertId, page = 1, limit = 10 } = parameters;
  const alert = findAlert(alertId, call);
  const withChanges = names(parameters.expand).has('changes');
  const known = alert.events.filter((event) => event.at <= call.now);
  const items = known.slice((page - 1) * limit, page * limit).map((event) => {
    const body = eventBody(alert, event);
    return withChanges ? { ...body, changes: event.changes.map(changeBody) } : body;
  });
  return { page, limit, total: known.length, items };
};

export const getAlertEvent: Handler<'v1GetAlertEvent'> = ({ alertId, sequenceNumber }, call) => {
  const alert = findAlert(alertId, call);
  const event = alert.events[sequenceNumber];
  if (!event || event.at > call.now) {
    throw new Problem(404, `alert ${alertId} has no event ${sequenceNumber}`);
  }
  return { ...eventBody(alert, event), changes: event.changes.map(changeBody) };
};

/** @throws Problem 404 */
export function findAlert(id: string, call: Call): AlertRecord {
  const alert = call.world.alerts(call.now).find((candidate) => candidate.id === id);
  if (!alert) {
    throw new Problem(404, `there is no alert ${id}`);
  }
  return alert;
}

/** The time in `at`, but not in the future. */
export function momentOf(at: string | undefined, call: Call): number {
  return at === undefined ? call.now : Math.min(call.now, timeOf('at', at));
}

function names(expand: string | undefined): Set<string> {
  return new Set((expand ?? '').split(',').map((name) => name.trim()));
}

export function alertBody(alert: AlertRecord, event: TimelineEvent, time: number): Schemas['Alert'] {
  const { nodes, metrics } = affected(event);
  return {
    id: alert.id,
    lastSeenAt: iso(lastSeenAt(alert, time)),
    firstSeenAt: iso(firstSeenAt(alert)),
    active: isActive(event),
    impact: event.impact,
    activeNodes: nodes,
    activeMetrics: metrics,
    score: event.score,
    learningStatus: event.learned,
  };
}

function eventBody(alert: AlertRecord, event: TimelineEvent): Schemas['AlertEvent'] {
  const { nodes, metrics } = affected(event);
  return {
    id: alert.id,
    sequence: event.sequence,
    eventType: event.type,
    eventOccurred: iso(event.at),
    active: isActive(event),
    impact: event.impact,
    activeNodes: nodes,
    activeMetrics: metrics,
    score: event.score,
    learningStatus: event.learned,
  };
}

function alertMetric(state: MetricState): Schemas['AlertMetric'] {
  return { ...identity(state.metric), ...valuesOf(state) };
}

function changeBody({ type, metric, state }: MetricChange): Schemas['Change'] {
  return { type, ...identity(metric), values: state && valuesOf(state) };
}

function identity({ node, id, name }: Metric) {
  return {
    nodeId: node.id,
    nodeName: node.name,
    statTypeId: id,
    statTypeName: name,
    systemId: node.detached ? null : node.system.id,
    systemName: node.detached ? null : node.system.name,
  };
}

function valuesOf({ score, learned, severity, type, deviation }: MetricState): Schemas['ChangeValues'] {
  return { score, learningStatus: learned, severity, type, closestBaselineDeviation: deviation };
}
