import { type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { type ServiceControl } from './fixtures';

/** The demo's clock, standing still: what a page shows can be compared with what the service says a moment later. */
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

/** Epoch milliseconds. */
export interface Span {
  from: number;
  to: number;
}

/** Asks the demo service itself, without the plugin between. */
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

/** Every alert whose span meets the range, at most 200; `filter` as the service's search takes it. */
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

/**
 * What an alert is about, by what the service says of it at the range's end, else at its start, else when it was last
 * seen: its worst metric, and how many more.
 */
export async function titleOf(
  service: ServiceControl,
  http: APIRequestContext,
  { id, active, firstSeenAt, lastSeenAt }: DemoAlert,
  range: Span
): Promise<string> {
  const isThere = (time: number) => Date.parse(firstSeenAt) <= time && (active || time <= Date.parse(lastSeenAt));
  const moment = [range.to, range.from].find(isThere);
  const at = moment === undefined ? lastSeenAt : new Date(moment).toISOString();
  const { metrics } = await ask<DemoAlert>(service, http, `/v2/alerts/${id}`, { at });
  const rank = ({ severity, score }: DemoMetric) => [WORST_FIRST.indexOf(severity), -score.contribution];
  const [worst] = [...metrics].sort((a, b) => rank(a)[0] - rank(b)[0] || rank(a)[1] - rank(b)[1]);
  const more = metrics.length > 1 ? ` +${metrics.length - 1}` : '';
  return `${worst.statTypeName} · ${worst.nodeName}${more}`;
}

/** An alert's time as a region: an active one lasts to the range's end. */
export function spanOf({ firstSeenAt, lastSeenAt, active }: DemoAlert, { to }: Span): Span {
  return { from: Date.parse(firstSeenAt), to: active ? to : Date.parse(lastSeenAt) };
}

/** How many of the spans there are at most at any moment. */
export function mostAtOnce(spans: Span[]): number {
  return Math.max(0, ...spans.map(({ from }) => spans.filter((other) => other.from <= from && from < other.to).length));
}

/** Explore's address for queries and a range. */
export function exploreAddress(queries: object[], range: { from: string; to: string }): string {
  return `/explore?schemaVersion=1&panes=${encodeURIComponent(JSON.stringify({ a: { queries, range } }))}`;
}

/** A dashboard's address over a range. */
export function dashboardAddress(
  uid: string,
  { from, to }: Span,
  variables: Record<string, string | number> = {}
): string {
  const parameters = new URLSearchParams({ from: String(from), to: String(to) });
  for (const [name, value] of Object.entries(variables)) {
    parameters.set(`var-${name}`, String(value));
  }
  return `/d/${uid}?${parameters}`;
}

export function panel(page: Page, title: string): Locator {
  return page.locator(`[data-panel-title="${title}"]`);
}

/** What the service was asked for metric data, oldest first. */
export async function metricRequests(
  service: ServiceControl
): Promise<Array<Span & { nodeId: string; metricId: string; url: string }>> {
  return (await service.requests()).flatMap(({ url }) => {
    const { pathname, searchParams } = new URL(url, 'http://service');
    const [, nodeId, metricId] = /^\/v1\/ad\/metrics\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
    const time = (name: string) => Date.parse(searchParams.get(name) ?? '');
    return nodeId === undefined
      ? []
      : [{ nodeId, metricId: decodeURIComponent(metricId), from: time('from'), to: time('to'), url }];
  });
}

/** Where the annotations of a panel stand, as shares of its plot's width, in order of time. */
export function markersOf(panelBox: Locator): Promise<Array<{ title: string; from: number; to: number }>> {
  return panelBox.locator('.u-over').evaluate((over) => {
    const width = over.clientWidth;
    return [...over.querySelectorAll<HTMLElement>('[data-testid="annotation-marker"]')]
      .map(({ offsetLeft, offsetWidth, ariaLabel, style }) => {
        // A moment's handle is a triangle without a width of its own, its tip in the middle.
        const region = style.width !== '';
        const from = region ? offsetLeft : offsetLeft + offsetWidth / 2;
        return { title: ariaLabel ?? '', from: from / width, to: (from + (region ? offsetWidth : 0)) / width };
      })
      .sort((a, b) => a.from - b.from || a.to - b.to);
  });
}

/** Where spans stand in a range, clipped to it, as `markersOf` gives them. */
export function shares(spans: Span[], { from, to }: Span): Span[] {
  const share = (time: number) => (Math.min(Math.max(time, from), to) - from) / (to - from);
  return spans
    .map((span) => ({ from: share(span.from), to: share(span.to) }))
    .sort((a, b) => a.from - b.from || a.to - b.to);
}
