import { type APIRequestContext } from '@playwright/test';
import { type ServiceControl } from './service-control';

/** The stopped clock of the demo, so that a page can be compared with the service's later answers. */
export const NOW = '2026-01-29T12:00:00.000Z';
export const FROZEN = ['--now', NOW];

export interface DemoMetric {
  nodeId: number;
  nodeName: string;
  statTypeId: string;
  statTypeName: string;
  type: string;
  severity: string;
  score: { contribution: number };
}

export interface DemoAlert {
  id: string;
  active: boolean;
  impact: string;
  firstSeenAt: string;
  lastSeenAt: string;
  activeNodes: number;
  activeMetrics: number;
  metrics: DemoMetric[];
}

/** A metric in the demo's list of all metrics. */
export interface ListedMetric {
  token: string;
  nodeId: number;
  node: string;
  metricId: string;
  metric: string;
  /** Milliseconds. */
  sourceStep: number;
}

/** Epoch milliseconds. */
export interface Span {
  from: number;
  to: number;
}

/** Requests something from the demo service directly, without the plugin. */
export async function ask<T>(
  service: ServiceControl,
  http: APIRequestContext,
  path: string,
  params: Record<string, string | number> = {}
): Promise<T> {
  const headers = { authorization: 'Bearer demo-token' };
  const answer = await http.get(`${service.url}${path}`, { headers, params });
  if (!answer.ok()) {
    throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  }
  return answer.json();
}

export function activeAlerts(service: ServiceControl, http: APIRequestContext): Promise<DemoAlert[]> {
  return ask(service, http, '/v2/alerts', { expand: 'metrics' });
}

/** All metrics that the token may see. */
export async function listedMetrics(service: ServiceControl, http: APIRequestContext): Promise<ListedMetric[]> {
  const all = await ask<ListedMetric[]>(service, http, '/demo/metrics');
  return all.filter(({ token }) => token === 'demo-token');
}

/** All alerts that touch the range, at most 200. `filter` has the parameters of the service's search. */
export async function alertsIn(
  service: ServiceControl,
  http: APIRequestContext,
  { from, to }: Span,
  filter: Record<string, string | number> = {}
): Promise<DemoAlert[]> {
  const [start, end] = [from, to].map((time) => new Date(time).toISOString());
  const params = { from: start, to: end, limit: 200, ...filter };
  return (await ask<{ items: DemoAlert[] }>(service, http, '/v2/alerts/explore', params)).items;
}

const WORST_FIRST = ['blood_red', 'red', 'orange', 'yellow', 'green'];

interface ListedEvents {
  items: Array<{
    changes: Array<{
      type: string;
      nodeId: number;
      nodeName: string;
      statTypeId: string;
      statTypeName: string;
      values: { severity: string; score: { contribution: number } };
    }>;
  }>;
}

/** An alert's title, from its events: the metric with which it began, and the number of others. */
export async function titleOf(
  service: ServiceControl,
  http: APIRequestContext,
  { id }: Pick<DemoAlert, 'id'>
): Promise<string> {
  const { items } = await ask<ListedEvents>(service, http, `/v2/alerts/${id}/events`, {
    expand: 'changes',
    limit: 100,
  });
  const joined = items.map(({ changes }) => changes.filter(({ type }) => type !== 'removed'));
  const start = joined.find((changes) => changes.length > 0) ?? [];
  const [first] = [...start].sort(
    (a, b) =>
      WORST_FIRST.indexOf(a.values.severity) - WORST_FIRST.indexOf(b.values.severity) ||
      b.values.score.contribution - a.values.score.contribution
  );
  const others = new Set(joined.flat().map(({ nodeId, statTypeId }) => `${nodeId}:${statTypeId}`)).size - 1;
  return `${first.statTypeName} · ${first.nodeName}${others > 0 ? ` +${others}` : ''}`;
}

/** An alert's time as a region. An active alert lasts until the end of the range. */
export function spanOf({ firstSeenAt, lastSeenAt, active }: DemoAlert, { to }: Span): Span {
  return { from: Date.parse(firstSeenAt), to: active ? to : Date.parse(lastSeenAt) };
}

/** The maximum number of simultaneous spans. */
export function mostAtOnce(spans: Span[]): number {
  return Math.max(0, ...spans.map(({ from }) => spans.filter((other) => other.from <= from && from < other.to).length));
}

/** The addresses that were requested from the service, oldest first. */
export async function askedUrls(service: ServiceControl): Promise<URL[]> {
  return (await service.requests()).map(({ url }) => new URL(url, 'http://service'));
}

export interface MetricRequest extends Span {
  nodeId: string;
  metricId: string;
  granularity: string | null;
  url: string;
}

/** The requests for metric data that the service received, oldest first. */
export async function metricRequests(service: ServiceControl): Promise<MetricRequest[]> {
  return (await askedUrls(service)).flatMap(({ pathname, search, searchParams }) => {
    const [, nodeId, metricId] = /^\/v1\/ad\/metrics\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
    const time = (name: string) => Date.parse(searchParams.get(name) ?? '');
    return nodeId === undefined
      ? []
      : [
          {
            nodeId,
            metricId: decodeURIComponent(metricId),
            granularity: searchParams.get('granularity'),
            from: time('from'),
            to: time('to'),
            url: `${pathname}${search}`,
          },
        ];
  });
}
