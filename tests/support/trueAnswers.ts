import { type WholeCall } from './wholeService';
import { hoursFrom } from './times';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS: Record<string, number> = { '1m': MINUTE, '15m': 15 * MINUTE, '60m': HOUR, '1h': HOUR };

/** The start of the story. Times of alerts are hours from it. */
export const STORY = Date.UTC(2026, 10, 21, 12);

const iso = hoursFrom(STORY);

export interface AlertPlan {
  id: string;
  impact: string;
  from: number;
  /** Hours. Undefined: still active. */
  to?: number;
  metrics: number[];
}

/** Four alerts: two that continue, one that has ended, one that ended before. */
export const ALERTS: AlertPlan[] = [
  { id: 'a', impact: 'severe', from: -5, metrics: [0, 1, 2] },
  { id: 'b', impact: 'low', from: -3, metrics: [2] },
  { id: 'c', impact: 'high', from: -4, to: -1, metrics: [1, 3] },
  { id: 'd', impact: 'medium', from: -20, to: -12, metrics: [3] },
];

const METRICS = [
  { nodeId: 12, nodeName: 'web-1', statTypeId: 'cpu', statTypeName: 'CPU load', systemId: 1, systemName: 'Shop' },
  { nodeId: 12, nodeName: 'web-1', statTypeId: 'mem', statTypeName: 'Memory', systemId: 1, systemName: 'Shop' },
  { nodeId: 13, nodeName: 'db-1', statTypeId: 'cpu', statTypeName: 'CPU load', systemId: 2, systemName: 'Store' },
  { nodeId: 14, nodeName: null, statTypeId: 'io/wait', statTypeName: null, systemId: null, systemName: null },
];
const SEVERITIES = ['blood_red', 'orange', 'yellow', 'green'];

/** The body that the interface defines for a request. 404s are faults, and not made here. */
export function trueAnswer(call: WholeCall): unknown {
  return answerOf(call, ALERTS);
}

/** The same, from a service with these alerts. */
export function answerOf(call: WholeCall, plans: AlertPlan[]): unknown {
  const { segments, query, operation, at } = call;
  switch (operation.replace(/^v[12]\//, '')) {
    case 'alerts':
      return alertsAt(plans, query.at, at).map((plan) => alertOf(plan, at, query.expand === 'metrics'));
    case 'alerts/*':
      return alertOf(planOf(plans, segments[2]), at, true);
    case 'alerts/*/events':
      return pageOf(eventsOf(planOf(plans, segments[2]), query.expand === 'changes'), query, 10);
    case 'alerts/*/events/*':
      return eventsOf(planOf(plans, segments[2]), true)[Number(segments[4])] ?? eventsOf(plans[0], true)[0];
    case 'alerts/explore':
      return pageOf(
        alertsOf(plans, query, at).map((plan) => alertOf(plan, at, false)),
        query,
        50
      );
    case 'alerts/explore/timeseries':
      return countsOf(plans, query);
    case 'anomalies':
      return plans.map((plan) => anomalyOf(plan, query['with-metrics'] === 'true'));
    case 'anomalies/current':
      return plans.filter(({ to }) => to === undefined).map((plan) => anomalyOf(plan, false));
    case 'anomalies/unread': {
      const [first, second, third] = plans.map((plan) => anomalyOf(plan, query['with-metrics'] === 'true'));
      return { new: [first], updated: [second], closed: [third] };
    }
    case 'anomalies/*':
      return [0, 1].map((i) => {
        const { items, ...trimmed } = anomalyOf(planOf(plans, segments[2]), false);
        return { ...trimmed, update_id: `u${i}`, nodes_affected: items.length };
      });
    case 'anomalies/*/details/*':
      return anomalyOf(planOf(plans, segments[2]), query['with-metrics'] === 'true');
    case 'corridors/*/*/forecast':
      return {
        node: Number(segments[2]),
        metric: segments[3],
        data: points(at, at + 6 * HOUR, 15 * MINUTE, false, false),
      };
    default:
      return metricData(call);
  }
}

function planOf(plans: AlertPlan[], id: string): AlertPlan {
  return plans.find((plan) => plan.id === id) ?? plans[0];
}

function alertsAt(plans: AlertPlan[], at: string | undefined, now: number): AlertPlan[] {
  const moment = at === undefined ? now : Date.parse(at);
  return plans.filter(
    ({ from, to }) => STORY + from * HOUR <= moment && (to === undefined || STORY + to * HOUR > moment)
  );
}

function alertsOf(
  plans: AlertPlan[],
  { at, from, to, impact, nodeId, statTypeId }: Record<string, string>,
  now: number
): AlertPlan[] {
  const inTime = at
    ? alertsAt(plans, at, now)
    : plans.filter(
        (plan) =>
          STORY + plan.from * HOUR <= Date.parse(to) &&
          (plan.to === undefined || STORY + plan.to * HOUR >= Date.parse(from))
      );
  return inTime.filter(
    (plan) =>
      (!impact || impact === 'any' || impact === plan.impact) &&
      plan.metrics.some(
        (m) =>
          (!nodeId || nodeId === String(METRICS[m].nodeId)) && (!statTypeId || statTypeId === METRICS[m].statTypeId)
      )
  );
}

function alertOf({ id, impact, from, to, metrics }: AlertPlan, now: number, withMetrics: boolean) {
  return {
    id,
    impact,
    active: to === undefined,
    firstSeenAt: iso(from),
    // Rounded to minutes, so that a request a moment later gets the same answer.
    lastSeenAt: to === undefined ? new Date(Math.floor(now / MINUTE) * MINUTE).toISOString() : iso(to),
    activeNodes: new Set(metrics.map((m) => METRICS[m].nodeId)).size,
    activeMetrics: metrics.length,
    score: 10 * metrics.length + 0.5,
    learningStatus: 0.75,
    ...(withMetrics
      ? { metrics: metrics.map((m, i) => ({ ...METRICS[m], ...valuesOf(i), learningStatus: 0.5 })) }
      : {}),
  };
}

function valuesOf(i: number) {
  return {
    score: { adjusted: 5 - i, contribution: 3 - i },
    severity: SEVERITIES[i % 4],
    type: i % 2 === 0 ? 'deviation' : 'missing_data',
    closestBaselineDeviation: i % 2 === 0 ? 1.5 + i : null,
  };
}

function eventsOf({ id, impact, from, to, metrics }: AlertPlan, withChanges: boolean) {
  const moments = metrics.map((m, i) => ({ m, hours: from + i * 0.4, type: 'added', severity: i }));
  const changes = [...moments, { m: metrics[0], hours: from + 2, type: 'updated', severity: 1 }];
  const last = to === undefined ? [] : [{ m: metrics[0], hours: to, type: 'removed', severity: 0 }];
  return [...changes, ...last].map(({ m, hours, type, severity }, sequence) => ({
    id,
    sequence,
    eventType: sequence === 0 ? 'created' : type === 'removed' ? 'ended' : 'updated',
    eventOccurred: iso(hours),
    active: type !== 'removed',
    impact,
    activeNodes: 1,
    activeMetrics: Math.min(sequence + 1, metrics.length),
    score: 10 + sequence,
    learningStatus: null,
    ...(withChanges
      ? {
          changes: [
            { type, ...METRICS[m], values: type === 'removed' ? null : { ...valuesOf(severity), learningStatus: 1 } },
          ],
        }
      : {}),
  }));
}

function pageOf(items: unknown[], query: Record<string, string>, fallback: number) {
  const page = Number(query.page ?? 1);
  const limit = Number(query.limit ?? fallback);
  return { page, limit, total: items.length, items: items.slice((page - 1) * limit, page * limit) };
}

const BUCKETS: Record<string, number> = { '15m': 15 * MINUTE, '1h': HOUR, '4h': 4 * HOUR, '1d': DAY };

function countsOf(plans: AlertPlan[], { from, to, bucket }: Record<string, string>) {
  const width = BUCKETS[bucket];
  const buckets = [];
  for (let start = Math.floor(Date.parse(from) / width) * width; start < Date.parse(to); start += width) {
    const there = plans.filter(
      (plan) => STORY + plan.from * HOUR < start + width && STORY + (plan.to ?? 999) * HOUR > start
    );
    const count = (impact: string) => there.filter((plan) => plan.impact === impact).length;
    const impacts = { low: count('low'), medium: count('medium'), high: count('high'), severe: count('severe') };
    const end = new Date(start + width).toISOString();
    buckets.push({ start: new Date(start).toISOString(), end, active: there.length, impacts });
  }
  return { bucket, from, to, buckets };
}

function anomalyOf({ id, impact, from, to, metrics }: AlertPlan, withData: boolean) {
  const severity = impact === 'severe' ? 'severe' : impact === 'low' ? 'low' : 'medium';
  const severity_num = ['low', 'medium', 'severe'].indexOf(severity) + 1;
  return {
    id,
    severity,
    severity_num,
    nodes_affected: 1,
    metrics_affected: metrics.length,
    event_occured: iso(to ?? from + 2),
    event_type: to === undefined ? 'updated' : 'ended',
    items: metrics.map((m) => ({
      node: {
        id: METRICS[m].nodeId,
        name: METRICS[m].nodeName ?? '',
        system: { id: METRICS[m].systemId ?? 3, name: METRICS[m].systemName ?? '' },
      },
      metrics: [
        {
          id: METRICS[m].statTypeId,
          name: METRICS[m].statTypeName ?? '',
          metric_type: 'double',
          aggregation: 'avg',
          severity,
          severity_num,
          started: iso(from),
          updated: iso(from + 2),
          ...(withData ? { data: points(STORY + from * HOUR, STORY + (from + 2) * HOUR, 15 * MINUTE, true) } : {}),
        },
      ],
    })),
  };
}

/** Interface: Metric data, its rules and limits. Requests that they don't allow are answered anyway. */
function metricData({ segments, query, at }: WholeCall) {
  const v2 = segments[0] === 'v2';
  const [node, metric] = segments.slice(-2);
  const to = Date.parse(query.to ?? new Date(at).toISOString());
  const from = Date.parse(query.from ?? new Date(to - 15 * MINUTE).toISOString());
  const rule = to - from <= 12 * HOUR ? '1m' : to - from <= 7 * DAY ? '15m' : '60m';
  const granularity = query.granularity ?? rule;
  const data = points(from, Math.min(to, at), STEPS[granularity], v2);
  const told = { node: Number(node), metric, aggregation: query.aggregation || 'avg' };
  return v2 ? { ...told, data } : { ...told, granularity, sourceGranularity: '1m', data };
}

function points(from: number, to: number, step: number, asText: boolean, withValue = true) {
  const data = [];
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
    const turn = Math.sin(time / HOUR);
    data.push({
      timestamp: asText ? new Date(time).toISOString() : time,
      ...(withValue ? { smoothened: 100 + 20 * turn } : {}),
      corridors: {
        main: { up: 115, down: 95 },
        sup: turn > 0 ? { up: 125, down: 115 } : null,
        inf: turn < -0.5 ? { up: 95, down: 85 } : null,
      },
    });
  }
  return data;
}
