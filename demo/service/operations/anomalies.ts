import type { components } from '../schema';
import { anomalySeverity } from '../detection/severity';
import {
  type AlertRecord,
  type MetricState,
  type TimelineEvent,
  eventAt,
  firstSeenAt,
  isActive,
} from '../detection/timeline';
import type { Call, Handler } from '../http/handlers';
import { Problem } from '../problem';
import { datapoints } from '../metric-data/datapoints';
import { rangeOf, timeOf } from '../metric-data/range';
import { quirkyPoints } from '../metric-data/points';
import { DAY, HOUR, MINUTE, iso } from '../time';
import { uuidOf } from '../random';
import type { Node } from '../series/metric';

type Schemas = components['schemas'];

// An anomaly is an alert at one of its events. Its ID is the alert's, and an update is an event.

/** The unread period before `to`. The interface doesn't define it. */
const unread = DAY;
/** Data points begin this long before the anomaly, to show the usual values. Their number is limited. */
const before = 2 * HOUR;
const mostPoints = 200;

export const listCurrentAnomalies: Handler<'listCurrentAnomalies'> = ({ to }, call) => {
  const time = Math.min(call.now, to === undefined ? call.now : timeOf('to', to));
  return call.world.alerts(time).flatMap((alert) => {
    const event = eventAt(alert, time);
    return event && isActive(event) ? [{ id: alert.id, ...baseOf(alert, event), items: itemsOf(alert, event) }] : [];
  });
};

/** Every anomaly with an event in the period, as of the last of these. */
export const listAnomalies: Handler<'listAnomalies'> = (parameters, call) => {
  const { from = 0, to = 0 } = rangeOf(parameters);
  return happened(from, to, call).map(({ alert, event }) => metered(alert, event, parameters['with-metrics'], call));
};

export const listUnreadAnomalies: Handler<'listUnreadAnomalies'> = (parameters, call) => {
  const to = parameters.to === undefined ? call.now : timeOf('to', parameters.to);
  const groups: Schemas['MeteredAnomaliesGrouped'] = { new: [], updated: [], closed: [] };
  for (const { alert, event } of happened(to - unread, to, call)) {
    const group = !isActive(event) ? 'closed' : firstSeenAt(alert) >= to - unread ? 'new' : 'updated';
    groups[group].push(metered(alert, event, parameters['with-metrics'], call));
  }
  return groups;
};

/** Empty for a missing alert: the interface has no 404 here. */
export const listAlertAnomalies: Handler<'listAlertAnomalies'> = (parameters, call) => {
  const alert = call.world.alerts(call.now).find(({ id }) => id === parameters['alert-id']);
  const events = alert?.events.filter((event) => event.at <= call.now) ?? [];
  return alert
    ? events.map((event) => ({ ...baseOf(alert, event), id: alert.id, update_id: updateId(alert, event) }))
    : [];
};

export const getAnomalyDetails: Handler<'getAnomalyDetails'> = (parameters, call) => {
  const alert = call.world.alerts(call.now).find(({ id }) => id === parameters['alert-id']);
  const event = alert?.events.find((one) => one.at <= call.now && updateId(alert, one) === parameters['update-id']);
  if (!alert || !event) {
    throw new Problem(400, `alert ${parameters['alert-id']} has no update ${parameters['update-id']}`);
  }
  return metered(alert, event, parameters['with-metrics'], call);
};

function happened(from: number, to: number, call: Call) {
  return call.world.alerts(call.now).flatMap((alert) => {
    const event = eventAt(alert, Math.min(to, call.now));
    return event && event.at >= from ? [{ alert, event }] : [];
  });
}

function updateId(alert: AlertRecord, event: TimelineEvent): string {
  return uuidOf(`${alert.id}/${event.sequence}`);
}

function baseOf(alert: AlertRecord, event: TimelineEvent): Schemas['AnomalyBase'] {
  const states = statesOf(alert, event);
  return {
    ...anomalySeverity(event.impact),
    nodes_affected: byNode(states).length,
    metrics_affected: states.length,
    event_occured: iso(event.at),
    event_type: event.type,
  };
}

function itemsOf(alert: AlertRecord, event: TimelineEvent): Array<Schemas['AnomalyItem']> {
  return byNode(statesOf(alert, event)).map(({ node, states }) => ({
    node: nodeOf(node),
    metrics: states.map(metricOf),
  }));
}

function metered(
  alert: AlertRecord,
  event: TimelineEvent,
  withMetrics: boolean | undefined,
  call: Call
): Schemas['MeteredAnomaly'] {
  const items = byNode(statesOf(alert, event)).map(({ node, states }) => ({
    node: nodeOf(node),
    metrics: states.map((state) => ({ ...metricOf(state), data: withMetrics ? dataOf(state, event, call) : [] })),
  }));
  return { id: alert.id, ...baseOf(alert, event), items };
}

/** The affected metrics. After the end, the metrics of its last state. */
function statesOf(alert: AlertRecord, event: TimelineEvent): readonly MetricState[] {
  return isActive(event) || event.sequence === 0 ? event.metrics : alert.events[event.sequence - 1].metrics;
}

function byNode(states: readonly MetricState[]): Array<{ node: Node; states: MetricState[] }> {
  const nodes = new Map<Node, MetricState[]>();
  for (const state of states) {
    nodes.set(state.metric.node, [...(nodes.get(state.metric.node) ?? []), state]);
  }
  return [...nodes].map(([node, of]) => ({ node, states: of }));
}

function nodeOf({ id, name, system }: Node): Schemas['Node'] {
  return { id, name: name ?? String(id), system };
}

function metricOf({ metric, severity, started, updated }: MetricState): Schemas['AnomalyItemMetric'] {
  return {
    id: metric.id,
    name: metric.name ?? metric.id,
    metric_type: metric.metricType,
    aggregation: metric.aggregation,
    ...anomalySeverity(severity),
    started: iso(started),
    updated: iso(updated),
  };
}

/** The points around the metric's time in the anomaly, up to the event, in steps of 15 minutes or the source's. */
function dataOf({ metric, started }: MetricState, event: TimelineEvent, call: Call) {
  const step = Math.max(15 * MINUTE, metric.series.step);
  const from = Math.max(started - before, event.at - mostPoints * step);
  const wanted = { from, to: event.at, step, aggregation: metric.aggregation, now: call.now };
  return datapoints(quirkyPoints(metric, wanted, call.quirks));
}
