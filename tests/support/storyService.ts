import { type DataFrame } from '@grafana/data';
import { lastValueFrom, toArray } from 'rxjs';
import { type AnomalyQuery } from '../../src/ground/query';
import { type Answer, type Call, fakeRequest, fakeService } from './fakeContext';
import { runAny } from './run';
import { iso } from './times';
import { rowsOf } from './rowsOf';

const MINUTE = 60_000;

/** One metric of a made-up alert. Times are epoch milliseconds. */
export interface MadeMetric {
  nodeId: number;
  nodeName?: string;
  metricId: string;
  metricName?: string;
  /** The default is Shop. */
  systemName?: string;
  joinedAt: number;
  severity: string;
  /** The default is deviation. */
  type?: string;
  /** Outside from the first time until just before the second, with this value. The corridor is 95 to 115. */
  outside: { from: number; to: number; value: number } | null;
}

export interface MadeAlert {
  id: string;
  impact: string;
  from: number;
  /** Null: active. */
  to: number | null;
  metrics: MadeMetric[];
}

/** A service with these alerts and the data of their metrics, one point each minute. Searches don't find ended alerts. */
export function storyService(
  alerts: MadeAlert[],
  now: number,
  fault: (call: Call) => Answer | undefined = () => undefined
) {
  const answer = (call: Call): Answer => fault(call) ?? bodyOf(call);
  const bodyOf = ({ segments, path, query }: Call): Answer => {
    if (path.startsWith('v1/ad/metrics/')) {
      return { body: dataOf(alerts, segments, query) };
    }
    if (path === 'v2/alerts/explore') {
      const rows = found(alerts, query).map((alert) => rowOf(alert, now));
      const [page, limit] = [Number(query.page), Number(query.limit)];
      return { body: { page, limit, total: rows.length, items: rows.slice((page - 1) * limit, page * limit) } };
    }
    const alert = alerts.find(({ id }) => id === segments[2]);
    if (!alert || (segments.length === 3 && alert.to !== null)) {
      return { status: 404 };
    }
    const events = eventsOf(alert);
    return segments.length === 3
      ? { body: { ...rowOf(alert, now), metrics: alert.metrics.map(metricOf) } }
      : {
          body: { page: Number(query.page), limit: 100, total: events.length, items: query.page === '1' ? events : [] },
        };
  };
  const isData = ({ path }: Call) => path.startsWith('v1/ad/metrics/');
  const fake = fakeService(answer, { now, latency: (call) => (isData(call) ? 20 : 0) });
  /** The packets of a query, and the rows of the last one. */
  const ask = async (query: Partial<AnomalyQuery>, from = now - 3600_000, to = now) => {
    const request = fakeRequest([{ queryType: 'story', ...query }], { from, to });
    const packets = await lastValueFrom(runAny(request.targets, request, fake.context).pipe(toArray()));
    const last = packets[packets.length - 1];
    const frame = last.data[0] as DataFrame | undefined;
    const notices = (frame?.meta?.notices ?? []).map(({ text }) => text);
    return { packets, frame, rows: frame ? rowsOf(frame) : [], notices, errors: last.errors ?? [] };
  };
  return { ...fake, ask };
}

/** The minutes in the range with a point, with its value. */
export function pointsOf({ outside }: MadeMetric, from: number, to: number) {
  const first = Math.ceil(from / MINUTE) * MINUTE;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / MINUTE) + 1) }, (_, i) => {
    const time = first + i * MINUTE;
    return { time, value: outside && time >= outside.from && time < outside.to ? outside.value : 100 };
  });
}

function dataOf(alerts: MadeAlert[], segments: string[], query: Call['query']) {
  const [node, metric] = segments.slice(-2);
  const made = alerts
    .flatMap(({ metrics }) => metrics)
    .find((one) => String(one.nodeId) === node && one.metricId === metric);
  const points = made ? pointsOf(made, Date.parse(query.from), Date.parse(query.to)) : [];
  const data = points.map(({ time, value }) => ({
    timestamp: time,
    smoothened: value,
    corridors: { main: { up: 115, down: 95 }, sup: null, inf: null },
  }));
  return { node: Number(node), metric, aggregation: 'avg', granularity: '1m', sourceGranularity: '1m', data };
}

function found(alerts: MadeAlert[], { from, to, nodeId, statTypeId }: Call['query']): MadeAlert[] {
  return alerts.filter(
    (alert) =>
      alert.from <= Date.parse(to) &&
      (alert.to ?? Infinity) >= Date.parse(from) &&
      alert.metrics.some(
        (one) => (!nodeId || String(one.nodeId) === nodeId) && (!statTypeId || one.metricId === statTypeId)
      )
  );
}

function rowOf({ id, impact, from, to, metrics }: MadeAlert, now: number) {
  return {
    id,
    impact,
    active: to === null,
    firstSeenAt: iso(from),
    lastSeenAt: iso(to ?? now),
    activeNodes: to === null ? 1 : 0,
    activeMetrics: to === null ? metrics.length : 0,
    score: 1,
    learningStatus: null,
  };
}

function eventsOf(alert: MadeAlert) {
  const times = [...new Set([alert.from, ...alert.metrics.map(({ joinedAt }) => joinedAt)])].sort((a, b) => a - b);
  const events = times.map((time, sequence) => ({
    ...stateOf(alert, sequence, time),
    eventType: sequence === 0 ? 'created' : 'updated',
    active: true,
    changes: alert.metrics
      .filter(({ joinedAt }) => joinedAt === time)
      .map((one) => ({ type: 'added', ...changeOf(one) })),
  }));
  const end =
    alert.to === null
      ? []
      : [{ ...stateOf(alert, times.length, alert.to), eventType: 'ended', active: false, changes: [] }];
  return [...events, ...end];
}

function stateOf({ id, impact }: MadeAlert, sequence: number, time: number) {
  return {
    id,
    sequence,
    eventOccurred: iso(time),
    impact,
    activeNodes: 1,
    activeMetrics: 1,
    score: 1,
    learningStatus: 1,
  };
}

function namesOf({
  nodeId,
  nodeName = `node-${nodeId}`,
  metricId,
  metricName = metricId,
  systemName = 'Shop',
}: MadeMetric) {
  return { nodeId, nodeName, statTypeId: metricId, statTypeName: metricName, systemId: 1, systemName };
}

function valuesOf({ severity, type = 'deviation' }: MadeMetric) {
  const score = { contribution: 1, adjusted: 1 };
  return { score, learningStatus: 1, severity, type, closestBaselineDeviation: 1 };
}

function changeOf(metric: MadeMetric) {
  return { ...namesOf(metric), values: valuesOf(metric) };
}

function metricOf(metric: MadeMetric) {
  return { ...namesOf(metric), ...valuesOf(metric) };
}
