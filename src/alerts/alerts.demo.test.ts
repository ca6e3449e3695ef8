import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type Demo, demoContext } from '../../tests/support/demoContext';
import { fakeRequest } from '../../tests/support/fakeContext';
import { type AnomalyQuery } from '../query/query';
import { DAY, HOUR } from '../settings';
import { runAny } from '../../tests/support/run';
import { iso } from '../../tests/support/times';

// Compares every table with the demo service's data, read page by page without the plugin.

type Json = Record<string, unknown>;
interface Alert extends Json {
  id: string;
  active: boolean;
  impact: string;
  firstSeenAt: string;
  lastSeenAt: string;
  metrics: Json[];
}

const NOW = Date.UTC(2026, 10, 21, 12);
const RANGE = { from: NOW - 10 * DAY, to: NOW - 2 * HOUR };
const ms = (text: unknown) => (typeof text === 'string' ? Date.parse(text) : null);

jest.setTimeout(120_000);

let demo: Demo;
/** All alerts of the range from the search with the smallest pages, in their state at the end of the range. */
let searched: Alert[];
/** The alerts that were active at the end of the range. */
let listed: Alert[];
beforeAll(async () => {
  demo = await demoContext(NOW, { mood: 'busy' });
  listed = await demo.read<Alert[]>(`v2/alerts?expand=metrics&at=${iso(RANGE.to)}`);
  searched = asOfEnd(await pages<Alert>(`v2/alerts/explore?from=${iso(RANGE.from)}&to=${iso(RANGE.to)}`, 7));
});
afterAll(() => demo.service.close());

/** The range is in the past, so later events do not count. */
function asOfEnd(alerts: Alert[]): Alert[] {
  return alerts.map((alert) => {
    const then = listed.find((one) => one.id === alert.id) ?? { ...alert, active: false };
    return { ...then, lastSeenAt: iso(Math.min(Date.parse(then.lastSeenAt), RANGE.to)) };
  });
}

/** A list, read page by page until one is empty. */
async function pages<T>(path: string, limit: number): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page++) {
    const { items } = await demo.read<{ items: T[] }>(
      `${path}${path.includes('?') ? '&' : '?'}page=${page}&limit=${limit}`
    );
    if (items.length === 0) {
      return all;
    }
    all.push(...items);
  }
}

async function table(query: Partial<AnomalyQuery>): Promise<{ frame: DataFrame; rows: Json[]; notices: string[] }> {
  const request = fakeRequest([query], RANGE);
  const run = runAny;
  const { data, errors } = await lastValueFrom(run(request.targets, request, demo.context));
  expect(errors).toBeUndefined();
  const frame: DataFrame = data[0];
  const rows = Array.from({ length: frame.length }, (_, i) =>
    Object.fromEntries(frame.fields.map(({ name, values }) => [name, values[i] as unknown]))
  );
  return { frame, rows, notices: (frame.meta?.notices ?? []).map(({ text }) => text) };
}

/** The cells of a row, except its title. */
const alertRow = (alert: Alert, now = NOW) => ({
  id: alert.id,
  impact: alert.impact,
  active: alert.active,
  firstSeenAt: ms(alert.firstSeenAt),
  lastSeenAt: ms(alert.lastSeenAt),
  duration: (alert.active ? now : Date.parse(alert.lastSeenAt)) - Date.parse(alert.firstSeenAt),
  activeNodes: alert.activeNodes,
  activeMetrics: alert.activeMetrics,
  score: alert.score ?? null,
  learningStatus: alert.learningStatus ?? null,
});
const id = (value: unknown) => (value == null ? null : String(value));
const metricRow = (metric: Json, values: Json) => {
  const score = (values.score ?? {}) as Json;
  return {
    nodeId: id(metric.nodeId),
    nodeName: metric.nodeName ?? null,
    systemId: id(metric.systemId),
    systemName: metric.systemName ?? null,
    metricId: id(metric.statTypeId),
    metricName: metric.statTypeName ?? null,
    severity: values.severity ?? null,
    type: values.type ?? null,
    scoreAdjusted: score.adjusted ?? null,
    scoreContribution: score.contribution ?? null,
    metricLearningStatus: values.learningStatus ?? null,
    closestBaselineDeviation: values.closestBaselineDeviation ?? null,
  };
};
/** The order in the contract. */
const mostSevereFirst = (alerts: Alert[]) => {
  const rank = (alert: Alert) => ['severe', 'high', 'medium', 'low'].indexOf(alert.impact);
  const time = (text: string) => ms(text) ?? Infinity;
  return [...alerts].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      time(b.lastSeenAt) - time(a.lastSeenAt) ||
      time(b.firstSeenAt) - time(a.firstSeenAt) ||
      (a.id < b.id ? -1 : 1)
  );
};
/** Rows with equal impact and time are sorted by name, so they are compared as a set. */
const withoutNames = (rows: Json[]) => {
  const place = ({ impact, lastSeenAt }: Json) => `${String(impact)} ${String(lastSeenAt)}`;
  const places = rows.map(place);
  expect(places).toEqual([...new Set(places)].flatMap((one) => places.filter((other) => other === one)));
  return [...new Set(places)].flatMap((one) =>
    rows.filter((row) => place(row) === one).sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
  );
};

describe('alerts', () => {
  it.each([[''], [String(NOW - 5 * DAY)], [iso(NOW - 3 * DAY)]])(
    'match the list at "%s", and its metrics',
    async (at) => {
      const moment = at === '' ? '' : `at=${/^\d+$/.test(at) ? iso(Number(at)) : at}`;
      const list = mostSevereFirst(await demo.read<Alert[]>(`v2/alerts?expand=metrics&${moment}`));
      const query = { queryType: 'alerts', at };
      const now = moment === '' ? NOW : Date.parse(moment.slice(3));
      expect(withoutNames((await table(query)).rows)).toMatchObject(
        withoutNames(list.map((alert) => alertRow(alert, now)))
      );
      expect(withoutNames((await table({ ...query, metrics: true })).rows)).toMatchObject(
        withoutNames(list.map((row) => ({ ...row, lastSeenAt: ms(row.lastSeenAt) })))
          .flatMap((row) => list.filter(({ id: one }) => one === row.id))
          .flatMap((alert) =>
            alert.metrics.map((metric) => ({ ...alertRow(alert, now), ...metricRow(metric, metric) }))
          )
      );
    }
  );
});

describe('anomalies', () => {
  type Metric = Json & { id: string; data?: Array<{ timestamp: string }> };
  type Anomaly = Json & {
    items?: Array<{ node: { id: number; name: string; system: { id: number; name: string } }; metrics: Metric[] }>;
  };
  const anomalyRow = (one: Anomaly, group: string | null = null) => ({
    time: ms(one.event_occured),
    severity: one.severity,
    eventType: one.event_type,
    group,
    nodesAffected: one.nodes_affected,
    metricsAffected: one.metrics_affected,
    severityNum: one.severity_num,
    id: one.id,
  });
  const rowsOf = (one: Anomaly, group: string | null = null) =>
    (one.items ?? []).flatMap(({ node, metrics }) =>
      metrics.map((metric) => ({
        ...anomalyRow(one, group),
        metricName: metric.name,
        nodeName: node.name,
        systemName: node.system.name,
        metricSeverity: metric.severity,
        aggregation: metric.aggregation,
        metricType: metric.metric_type,
        started: ms(metric.started),
        updated: ms(metric.updated),
        metricSeverityNum: metric.severity_num,
        nodeId: String(node.id),
        systemId: String(node.system.id),
        metricId: metric.id,
      }))
    );

  it('match those of the range, the current, and the unread ones', async () => {
    const span = `from=${iso(RANGE.from)}&to=${iso(RANGE.to)}`;
    const inRange = await demo.read<Anomaly[]>(`v2/anomalies?${span}&with-metrics=true`);
    const query = { queryType: 'anomalies' };
    expect(inRange.length).toBeGreaterThan(5);
    expect((await table({ ...query, withMetrics: true })).rows).toEqual(inRange.flatMap((one) => rowsOf(one)));
    const current = await demo.read<Anomaly[]>(`v2/anomalies/current?to=${iso(NOW - HOUR)}`);
    const until = { scope: 'current', to: iso(NOW - HOUR) };
    expect((await table({ ...query, ...until })).rows).toEqual(current.flatMap((one) => rowsOf(one)));
    const unread = await demo.read<Record<'new' | 'updated' | 'closed', Anomaly[]>>('v2/anomalies/unread');
    expect((await table({ ...query, scope: 'unread' })).rows).toEqual(
      (['new', 'updated', 'closed'] as const).flatMap((group) => unread[group].flatMap((one) => rowsOf(one, group)))
    );
  });

  it("match an alert's updates, and each update", async () => {
    const alertId = searched[0].id;
    const updates = await demo.read<Anomaly[]>(`v2/anomalies/${alertId}`);
    const query = { queryType: 'anomalies', alertId };
    const { rows } = await table({ ...query, scope: 'alert' });
    expect(rows).toEqual(updates.map((one) => ({ ...anomalyRow(one), updateId: one.update_id })));
    const updateId = String(updates[0].update_id);
    const update = await demo.read<Anomaly>(`v2/anomalies/${alertId}/details/${updateId}`);
    expect((await table({ ...query, scope: 'update', updateId })).rows).toEqual(rowsOf(update));
  });

  it('match the data points, with a frame for each metric', async () => {
    const span = `from=${iso(RANGE.from)}&to=${iso(RANGE.to)}`;
    const inRange = await demo.read<Anomaly[]>(`v2/anomalies?${span}&with-metrics=true`);
    const times = new Map<string, Set<number>>();
    for (const { node, metrics } of inRange.flatMap(({ items }) => items ?? [])) {
      for (const metric of metrics) {
        const key = `${node.id}/${metric.id}`;
        const known = times.get(key) ?? new Set<number>();
        metric.data?.forEach(({ timestamp }) => known.add(Date.parse(timestamp)));
        times.set(key, known);
      }
    }
    const request = fakeRequest([{ queryType: 'anomalies', withMetrics: true, format: 'timeseries' }], RANGE);
    const { data } = await lastValueFrom(runAny(request.targets, request, demo.context));
    const shown = new Map<string, number[]>(
      data.map(({ fields: [time, value] }: DataFrame) => [
        `${value.labels?.node_id ?? ''}/${value.labels?.metric_id ?? ''}`,
        time.values as number[],
      ])
    );
    const expected = [...times].filter(([, known]) => known.size > 0);
    expect(shown.size).toBe(Math.min(100, expected.length));
    for (const [key, known] of shown) {
      expect(known).toEqual([...(times.get(key) ?? [])].sort((a, b) => a - b));
    }
  });
});
