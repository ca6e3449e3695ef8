import { identity } from 'lodash';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Observable, of } from 'rxjs';
import { parse } from 'yaml';
import { eventPages, exploreAlertCounts, exploreAlerts, getAlert, getAlertEvent, listAlerts } from './alerts';
import {
  getAnomalyUpdate,
  listAnomalies,
  listAnomalyUpdates,
  listCurrentAnomalies,
  listUnreadAnomalies,
} from './anomalies';
import { type Client } from './client';
import { Operations } from './operations';
import { ServiceStatus } from './status';

const AT = Date.UTC(2026, 0, 31, 14, 2);
const TIME = '2026-01-31T14%3A02%3A00.000Z';

type RequestOptions = (operations: Operations) => Observable<unknown>;

/** The path of an operation's request. */
function clientWith(get: (path: string) => Observable<unknown>): Client {
  return { name: 'A', get, discard: () => undefined, status: new ServiceStatus(() => 0) } as unknown as Client;
}

function asked(version: 'v1' | 'v2', ask: RequestOptions): string {
  let path = '';
  const get = (asked: string) => {
    path = asked;
    return of({});
  };
  ask(new Operations(clientWith(get), version)).subscribe({ error: () => undefined });
  return path;
}

it.each<[string, RequestOptions]>([
  ['v2/alerts?expand=metrics', (o) => listAlerts(o)],
  [`v2/alerts?at=${TIME}&expand=metrics`, (o) => listAlerts(o, AT)],
  ['v2/alerts/a%2Fb', (o) => getAlert(o, 'a/b')],
  [`v2/alerts/7?at=${TIME}`, (o) => getAlert(o, '7', AT)],
  ['v2/alerts/7/events?page=2&limit=100&expand=changes', (o) => eventPages(o, '7')(2, 0)],
  ['v2/alerts/7/events/0', (o) => getAlertEvent(o, '7', '0')],
  [
    'v2/alerts/explore?page=1&limit=200&impact=high&minScore=0&nodeId=3&statTypeId=cpu%3Bx',
    (o) =>
      exploreAlerts(o, { impact: 'high', minScore: 0, statTypeId: 'cpu;x', nodeId: '3', q: '', page: 1, limit: 200 }),
  ],
  [
    `v2/alerts/explore/timeseries?from=${TIME}&to=${TIME}&bucket=1h`,
    (o) => exploreAlertCounts(o, { bucket: '1h', to: decodeURIComponent(TIME), from: decodeURIComponent(TIME) }),
  ],
  ['v2/corridors/1/cpu/forecast', (o) => o.getForecast('1', 'cpu', identity)],
  ['v2/anomalies/current', (o) => listCurrentAnomalies(o)],
  [`v2/anomalies?from=${TIME}&to=${TIME}&with-metrics=true`, (o) => listAnomalies(o, AT, AT, true)],
  [`v2/anomalies?from=${TIME}&to=${TIME}`, (o) => listAnomalies(o, AT, AT)],
  [`v2/anomalies/unread?to=${TIME}`, (o) => listUnreadAnomalies(o, AT)],
  ['v2/anomalies/a', (o) => listAnomalyUpdates(o, 'a')],
  ['v2/anomalies/a/details/u?with-metrics=true', (o) => getAnomalyUpdate(o, 'a', 'u', true)],
])('GET %s', (path, ask) => {
  expect(asked('v2', ask)).toBe(path);
});

it('reads the four alerts operations from v1 if that is set, the others from v2', () => {
  expect(asked('v1', (o) => listAlerts(o))).toBe('v1/alerts?expand=metrics');
  expect(asked('v1', (o) => getAlert(o, '7'))).toBe('v1/alerts/7');
  expect(asked('v1', (o) => eventPages(o, '7')(1, 0))).toBe('v1/alerts/7/events?page=1&limit=100&expand=changes');
  expect(asked('v1', (o) => getAlertEvent(o, '7', '1'))).toBe('v1/alerts/7/events/1');
  expect(asked('v1', (o) => exploreAlerts(o, {}))).toBe('v2/alerts/explore');
  expect(asked('v1', (o) => listCurrentAnomalies(o))).toBe('v2/anomalies/current');
});

it.each([[[{}]], [[null, { timestamp: null }]], [[{ timestamp: 2e40 }]], [[3, 'x']]])(
  'metric data with points without times is unreadable, not empty: %j',
  async (data) => {
    const request = { version: 'v1', nodeId: '1', metricId: 'm', from: AT, to: AT, aggregation: '' } as const;
    const ask = (points: unknown[]) =>
      new Promise((resolve) =>
        new Operations(
          clientWith(() => of({ data: points })),
          'v2'
        )
          .getMetricData(request)
          .subscribe({ next: resolve, error: resolve })
      );
    expect(await ask(data)).toMatchObject({ kind: 'unreadable', message: expect.stringMatching(/no "timestamp"/) });
    const points = [...data, { timestamp: '2026-01-31T14:00:00Z' }];
    expect(await ask(points)).toEqual({ data: points });
  }
);

describe("parameters are in the order of the interface's tables, whatever their order in the code", () => {
  interface Parameter {
    $ref?: string;
    name: string;
    in: string;
  }
  interface Description {
    paths: Record<string, { get: { parameters?: Parameter[] } }>;
    components: { parameters: Record<string, Parameter> };
  }
  const { paths, components } = parse(readFileSync(join(__dirname, 'openapi.yaml'), 'utf8')) as Description;

  /** The names of an operation's query parameters in the interface's order. */
  const orderOf = (path: string) =>
    (paths[path].get.parameters ?? [])
      .map((parameter) => (parameter.$ref ? components.parameters[parameter.$ref.split('/').pop() ?? ''] : parameter))
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => name);

  const shuffled = <T extends object>(values: T) =>
    fc.shuffledSubarray(Object.entries(values)).map((pairs) => Object.fromEntries(pairs) as Partial<T>);
  const search = { q: 'a', impact: 'low', minScore: 1, nodeId: '1', statTypeId: 'm', page: 1, limit: 2 };
  const range = { from: 'f', to: 't' };

  it.each<[string, (given: object) => RequestOptions, object]>([
    ['/v2/alerts/explore', (given) => (o) => exploreAlerts(o, given), { ...search, ...range, at: 'a' }],
    [
      '/v2/alerts/explore/timeseries',
      (given) => (o) => exploreAlertCounts(o, given),
      { nodeId: '1', statTypeId: 'm', q: 'a', bucket: '1h', ...range },
    ],
    ['/v2/alerts', () => (o) => listAlerts(o, AT), {}],
    ['/v2/alerts/{alertId}/events', () => (o) => eventPages(o, '7')(1, 0), {}],
    ['/v2/anomalies', () => (o) => listAnomalies(o, AT, AT, true), {}],
    ['/v2/anomalies/unread', () => (o) => listUnreadAnomalies(o, AT, true), {}],
    [
      '/v1/ad/metrics/{node-id}/{metric-id}',
      () => (o) =>
        o.getMetricData({
          granularity: '1m',
          aggregation: 'avg',
          to: AT,
          from: AT,
          metricId: 'm',
          nodeId: '1',
          version: 'v1',
        }),
      {},
    ],
  ])('%s', (path, ask, values) => {
    const order = orderOf(path);
    fc.assert(
      fc.property(shuffled(values), (given) => {
        const names = [...new URLSearchParams(asked('v2', ask(given)).split('?')[1]).keys()];
        expect(names).toEqual(order.filter((name) => names.includes(name)));
        expect(names.length).toBeGreaterThanOrEqual(Object.keys(given).length);
      })
    );
  });
});
