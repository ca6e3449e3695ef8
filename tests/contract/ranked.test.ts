import { type DataQueryResponse } from '@grafana/data';
import fc from 'fast-check';
import { type AnomalyQuery } from '../../src/ground/query';
import { DAY, HOUR } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { type ServiceCall } from '../support/metricService';
import { errorsOf, fieldOf, panelOf, seriesOf } from '../support/panel';

/** Which metrics a ranking reads: the documented 50 and no others, whatever arrived first. */

const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const MOST = 50;
const ahead = (hours: number) => new Date(NOW + hours * HOUR).toISOString();

startTestsAt(NOW);

/** An alert that began two hours ago. The first is the most severe. */
interface Own {
  /** Metrics that joined at its start, and metrics that joined half an hour later. */
  began: number[];
  later: number[];
  isActive: boolean;
}

interface World {
  alerts: Own[];
  anomalies: number[];
  /** Milliseconds until answers, in turns. */
  latencies: number[];
}

const metricOf = (i: number) => ({ nodeId: 1 + (i % 7), nodeName: `node ${1 + (i % 7)}`, statTypeId: `m${i}` });
const keyOf = (i: number) => `${metricOf(i).nodeId}/${metricOf(i).statTypeId}`;
const IMPACTS = ['severe', 'high', 'medium', 'low'];

function rowOf({ isActive }: Own, i: number, { length }: Own[]) {
  const impact = IMPACTS[Math.floor((i * IMPACTS.length) / length)];
  const lastSeenAt = isActive ? ahead(0) : ahead(-1);
  return { id: `a${i}`, active: isActive, impact, firstSeenAt: ahead(-2 + i / 1000), lastSeenAt };
}

function eventsOf({ began, later, isActive }: Own) {
  const added = (metrics: number[]) =>
    metrics.map((i) => ({ type: 'added', ...metricOf(i), values: { severity: 'red', type: 'deviation' } }));
  return [
    { sequence: 0, eventType: 'created', eventOccurred: ahead(-2), active: true, changes: added(began) },
    { sequence: 1, eventType: 'updated', eventOccurred: ahead(-1.5), active: true, changes: added(later) },
    ...(isActive ? [] : [{ sequence: 2, eventType: 'ended', eventOccurred: ahead(-1), active: false, changes: [] }]),
  ];
}

function panelWith({ alerts, anomalies, latencies }: World, jsonData = {}) {
  const panel = panelOf({ jsonData });
  const rows = alerts.map((alert, i) => ({ alert, row: rowOf(alert, i, alerts) }));
  const { service } = panel;
  service.latency = () => latencies[service.calls.length % latencies.length];
  service.value = (_node, metric, time) => (time > NOW - 2 * HOUR - Number(metric.slice(1)) * 1000 ? 155 : 100);
  service.body = ({ segments, raw, query, from, to }: ServiceCall) => {
    if (segments.includes('metrics')) {
      // A few points are enough here.
      const [nodeId, metric] = segments.slice(-2);
      return { node: nodeId, metric, data: service.direct(nodeId, metric, from, to, Math.max(HOUR, (to - from) / 20)) };
    }
    if (raw.includes('explore')) {
      const items = query.page === '1' ? rows.map(({ row }) => row) : [];
      return { page: 1, limit: 200, total: rows.length, items };
    }
    if (segments.includes('events')) {
      const items = eventsOf(alerts[Number(segments[2].slice(1))]);
      return { page: 1, limit: 100, total: items.length, items };
    }
    if (segments.includes('alerts')) {
      const listed = query.at ? [] : rows.filter(({ alert }) => alert.isActive);
      // In a different order than they joined.
      const metricsOf = ({ began, later }: Own) =>
        [...later, ...began].map((i) => ({ ...metricOf(i), severity: 'red' }));
      return listed.map(({ alert, row }) => ({ ...row, metrics: metricsOf(alert) }));
    }
    return anomalies.map((i) => {
      const { nodeId, nodeName, statTypeId } = metricOf(i);
      const items = [{ node: { id: nodeId, name: nodeName }, metrics: [{ id: statTypeId }] }];
      return { id: `x${i}`, severity: 'low', event_occured: ahead(-1), items };
    });
  };
  return panel;
}

/** The metrics according to the docs: of the lists, then of the anomalies. Without any, of the events. */
function documented({ alerts, anomalies }: World, own: number[] = []): string[] {
  // For alerts with equal impact: the latest end first, then the earliest start.
  const order = alerts
    .map((alert, i) => ({ alert, ...rowOf(alert, i, alerts) }))
    .sort((a, b) => {
      return (
        IMPACTS.indexOf(a.impact) - IMPACTS.indexOf(b.impact) ||
        b.lastSeenAt.localeCompare(a.lastSeenAt) ||
        a.firstSeenAt.localeCompare(b.firstSeenAt)
      );
    });
  const listed = order.filter(({ alert }) => alert.isActive).flatMap(({ alert }) => [...alert.later, ...alert.began]);
  const inEvents = order.flatMap(({ alert }) => [...alert.began, ...alert.later]);
  const named = listed.length + anomalies.length > 0 ? [...listed, ...anomalies] : inEvents;
  return [...new Set(named.filter((i) => !own.includes(i)).map(keyOf))].slice(0, MOST);
}

const anyMetrics = fc.uniqueArray(fc.nat({ max: 99 }), { minLength: 1, maxLength: 20 });
const fewAnomalies: fc.Arbitrary<number[]> = fc.oneof(anyMetrics, fc.constant<number[]>([]));
const anyAlert: fc.Arbitrary<Own> = fc.record({ began: anyMetrics, later: anyMetrics, isActive: fc.boolean() });
const anyWorld: fc.Arbitrary<World> = fc.record({
  alerts: fc.array(anyAlert, { minLength: 1, maxLength: 8 }),
  anomalies: fewAnomalies,
  latencies: fc.array(fc.constantFrom(5, 20, 60, 200), { minLength: 1, maxLength: 9 }),
});

const QUERIES: Array<[string, Partial<AnomalyQuery> & { suspectsOf?: string }]> = [
  ['a table', {}],
  ['lanes', { format: 'lanes' }],
  ['lanes by system', { format: 'lanes', by: 'system' }],
  ['the share', { format: 'share' }],
  ['metrics without data', { format: 'silent' }],
  ['suspects', { suspectsOf: 'a0' }],
] as never;

/** The last is the number of worlds. */
const SPANS: Array<[string, number, object, number]> = [
  ['six hours', 6 * HOUR, {}, 4],
  ['five days, a day each', 5 * DAY, { maxWindow: '1d' }, 1],
  ['a day, with a shared cache', DAY, { sharedCache: true }, 2],
];

describe.each(QUERIES)('%s', (_, query) => {
  it.each(SPANS)('for %s reads the documented 50 metrics and no others', async (_name, span, jsonData, numRuns) => {
    await fc.assert(
      fc.asyncProperty(anyWorld, async (world) => {
        const { ask, service } = panelWith(world, jsonData);
        const range = { from: NOW - span, to: NOW };
        const target = { queryType: 'deviations', limit: MOST, ...query } as Partial<AnomalyQuery>;
        const answer = await ask(target, range).answer();
        expect(errorsOf(answer)).toEqual([]);
        const own = query.suspectsOf ? [...world.alerts[0].began, ...world.alerts[0].later] : [];
        const wanted = documented(world, own);
        const read = service.metricCalls().map(({ segments }) => segments.slice(-2).join('/'));
        expect([...new Set(read)].sort()).toEqual([...wanted].sort());
        expect(read.length).toBeLessThanOrEqual(200);
        const [frame] = seriesOf(answer);
        if (!query.suspectsOf && (query as { format?: string }).format === undefined) {
          const nodes = fieldOf(frame, 'nodeId')?.values ?? [];
          const shown = (fieldOf(frame, 'metricId')?.values ?? []).map((id: string, i: number) => `${nodes[i]}/${id}`);
          expect([...shown].sort()).toEqual([...wanted].sort());
        }
      }),
      { numRuns, endOnFailure: true }
    );
  });
});

/** Forty alerts of three metrics each. */
const FORTY = Array.from({ length: 40 }, (_, i) => {
  return { began: [3 * i, 3 * i + 1].map((one) => one % 99), later: [(3 * i + 2) % 99], isActive: true };
});
const idsIn = (answer: DataQueryResponse) => [...(fieldOf(seriesOf(answer)[0], 'metricId')?.values ?? [])].sort();

it('shows the first metrics before all are read', async () => {
  const world = { alerts: FORTY, anomalies: [], latencies: [50] };
  const { ask, service } = panelWith(world);
  const asked = ask({ queryType: 'deviations', limit: MOST }, { from: NOW - 6 * HOUR, to: NOW });
  const all = idsIn(await asked.answer());
  expect(service.calls.some(({ segments }) => segments.includes('events'))).toBe(false);
  const early = idsIn(asked.packets[0]);
  expect([early.length > 0, early.length < all.length]).toEqual([true, true]);
  expect(all).toEqual(expect.arrayContaining(early));
});

it.each(['table', 'lanes'])('a refresh of %s never shows fewer metrics', async (format) => {
  const { ask, service } = panelWith({ alerts: FORTY, anomalies: [], latencies: [50] });
  const range = { from: NOW - 6 * HOUR, to: NOW };
  const target = { queryType: 'deviations', limit: MOST, format } as Partial<AnomalyQuery>;
  const first = seriesOf(await ask(target, range, { panelId: 1 }).answer())[0];
  service.latency = ({ segments }) => (segments.includes('metrics') ? 500 : 50);
  await jest.advanceTimersByTimeAsync(60_000);
  const asked = ask(target, { from: range.from + 60_000, to: range.to + 60_000 }, { panelId: 1 });
  await asked.answer();
  const sizes = asked.packets.map((packet) => seriesOf(packet)[0]).map(({ fields, length }) => [fields.length, length]);
  expect(sizes.every(([fields, length]) => fields >= first.fields.length && length >= first.length)).toBe(true);
});
