import { type Observable, of } from 'rxjs';
import { type Client } from './client';
import { Operations } from './operations';

/** The paths of the interface's operations, each asked once. */
const AT = Date.UTC(2026, 0, 31, 14, 2);
const TIME = '2026-01-31T14%3A02%3A00.000Z';

function asked(
  version: 'v1' | 'v2',
  ask: (operations: Operations) => Observable<unknown>
): { path: string; failure?: unknown } {
  let path = '';
  const get = (asked: string) => {
    path = asked;
    return of({});
  };
  ask(new Operations({ get } as unknown as Client, version)).subscribe();
  return { path };
}

it.each<[string, (operations: Operations) => Observable<unknown>]>([
  ['v2/alerts', (o) => o.listAlerts()],
  [`v2/alerts?at=${TIME}&expand=metrics`, (o) => o.listAlerts(AT, true)],
  ['v2/alerts/a%2Fb', (o) => o.getAlert('a/b')],
  [`v2/alerts/7?at=${TIME}`, (o) => o.getAlert('7', AT)],
  ['v2/alerts/7/events?page=2&limit=100&expand=changes', (o) => o.listAlertEvents('7', { page: 2, limit: 100 }, true)],
  ['v2/alerts/7/events/0', (o) => o.getAlertEvent('7', '0')],
  [
    'v2/alerts/explore?impact=high&minScore=0&nodeId=3&statTypeId=cpu%3Bx&page=1&limit=200',
    (o) =>
      o.exploreAlerts({ impact: 'high', minScore: 0, nodeId: '3', statTypeId: 'cpu;x', q: '', page: 1, limit: 200 }),
  ],
  [
    `v2/alerts/explore/timeseries?from=${TIME}&to=${TIME}&bucket=1h`,
    (o) => o.exploreAlertCounts({ from: decodeURIComponent(TIME), to: decodeURIComponent(TIME), bucket: '1h' }),
  ],
  ['v2/corridors/1/cpu/forecast', (o) => o.getForecast('1', 'cpu')],
  ['v2/anomalies/current', (o) => o.listCurrentAnomalies()],
  [`v2/anomalies?from=${TIME}&to=${TIME}&with-metrics=true`, (o) => o.listAnomalies(AT, AT, true)],
  [`v2/anomalies?from=${TIME}&to=${TIME}`, (o) => o.listAnomalies(AT, AT)],
  [`v2/anomalies/unread?to=${TIME}`, (o) => o.listUnreadAnomalies(AT)],
  ['v2/anomalies/a', (o) => o.listAnomalyUpdates('a')],
  ['v2/anomalies/a/details/u?with-metrics=true', (o) => o.getAnomalyUpdate('a', 'u', true)],
])('GET %s', (path, ask) => {
  expect(asked('v2', ask).path).toBe(path);
});

it('reads the four alerts operations from v1 where that is set, the others from v2', () => {
  expect(asked('v1', (o) => o.listAlerts()).path).toBe('v1/alerts');
  expect(asked('v1', (o) => o.getAlert('7')).path).toBe('v1/alerts/7');
  expect(asked('v1', (o) => o.listAlertEvents('7', { page: 1, limit: 1 })).path).toBe(
    'v1/alerts/7/events?page=1&limit=1'
  );
  expect(asked('v1', (o) => o.getAlertEvent('7', '1')).path).toBe('v1/alerts/7/events/1');
  expect(asked('v1', (o) => o.exploreAlerts({})).path).toBe('v2/alerts/explore');
  expect(asked('v1', (o) => o.listCurrentAnomalies()).path).toBe('v2/anomalies/current');
});

it('reads metric data of either family', () => {
  const request = { nodeId: '1', metricId: 'cpu', from: AT, to: AT + 1, aggregation: 'max', granularity: '1m' };
  expect(asked('v2', (o) => o.getMetricData({ ...request, version: 'v1' })).path).toBe(
    `v1/ad/metrics/1/cpu?from=${TIME}&to=2026-01-31T14%3A02%3A00.001Z&aggregation=max&granularity=1m`
  );
  expect(asked('v2', (o) => o.getMetricData({ ...request, version: 'v2', aggregation: '' })).path).toBe(
    `v2/metrics/1/cpu?from=${TIME}&to=2026-01-31T14%3A02%3A00.001Z`
  );
});

it.each<[string, (operations: Operations) => Observable<unknown>]>([
  ['an alert', (o) => o.getAlert('..')],
  ['an event', (o) => o.getAlertEvent('7', '.')],
  ['an update', (o) => o.getAnomalyUpdate('..', 'u')],
  ['anomaly updates', (o) => o.listAnomalyUpdates('.')],
])('%s with an identifier that climbs is refused, and nothing is asked', async (_, ask) => {
  const get = jest.fn();
  const failure = await new Promise((resolve) =>
    ask(new Operations({ get } as unknown as Client, 'v2')).subscribe({ error: resolve })
  );
  expect(failure).toMatchObject({ kind: 'input', message: expect.stringMatching(/cannot be asked for/) });
  expect(get).not.toHaveBeenCalled();
});
