import { type DataQueryResponse, LoadingState } from '@grafana/data';
import { type Span, HOUR } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { type ServiceCall } from '../support/metricService';
import { annotationsOf, errorsOf, noticesOf, panelOf, seriesOf } from '../support/panel';
import { iso } from '../support/times';

/** Frames of a metric query's overlay, with variables and ad hoc filters. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const RANGE = { from: NOW - 6 * HOUR, to: NOW };
const QUERY = { nodeId: '12', metricId: 'cpu', overlay: 'alerts' };

startTestsAt(NOW);

/** A service with an alert about every metric. @param listed the rows of alert lists */
function alerting(listed: object[] = []) {
  const panel = panelOf();
  const alert = { id: 'a', impact: 'severe', active: true, firstSeenAt: iso(NOW - HOUR), lastSeenAt: iso(NOW) };
  const isList = ({ raw }: ServiceCall) => raw.startsWith('v2/alerts?');
  const isSearch = ({ raw }: ServiceCall) => raw.startsWith('v2/alerts/explore');
  panel.service.body = (call) =>
    isSearch(call) ? { page: 1, limit: 200, total: 1, items: [alert] } : isList(call) ? listed : undefined;
  return { ...panel, isSearch };
}

const shows = (packet: DataQueryResponse) => [seriesOf(packet).length, annotationsOf(packet).length];

it('is another frame of its query with annotations, after the metric’s own', async () => {
  const { ask } = alerting();
  const answer = await ask([QUERY, { ...QUERY, overlay: 'none' }], RANGE).answer();
  expect(answer.state).toBe(LoadingState.Done);
  expect(answer.data.map(({ refId, meta }) => [refId, meta?.dataTopic])).toEqual([
    ['A', undefined],
    ['A', 'annotations'],
    ['B', undefined],
  ]);
});

it('does not delay the values', async () => {
  const { ask, service, isSearch } = alerting();
  service.latency = (call) => (isSearch(call) ? 5000 : 20);
  const asked = ask(QUERY, RANGE);
  await jest.advanceTimersByTimeAsync(1000);
  expect(asked.packets.map(shows)).toContainEqual([1, 0]);
  expect(shows(await asked.answer())).toEqual([1, 1]);
});

it('that arrives first waits for the values, so that the panel is not cleared', async () => {
  const { ask, service, isSearch } = alerting();
  service.latency = (call) => (isSearch(call) || call.raw.startsWith('v2/alerts') ? 5 : 3000);
  const asked = ask(QUERY, RANGE);
  await asked.answer();
  expect(asked.packets.every((packet) => seriesOf(packet).length > 0)).toBe(true);
});

it('that fails keeps the values, with an error that names it', async () => {
  const { ask, service, isSearch } = alerting();
  service.mishap = (call) => (isSearch(call) ? { status: 400 } : undefined);
  const answer = await ask(QUERY, RANGE).answer();
  expect(shows(answer)).toEqual([1, 0]);
  expect(errorsOf(answer)).toEqual([expect.stringContaining("Couldn't read Alerts")]);
});

it('that fails on a refresh stays unchanged, with an error that names it', async () => {
  const { ask, service, isSearch } = alerting();
  await ask(QUERY, RANGE).answer();
  await jest.advanceTimersByTimeAsync(10_000);
  service.mishap = (call) => (isSearch(call) ? { status: 400 } : undefined);
  const answer = await ask(QUERY, RANGE).answer();
  expect(shows(answer)).toEqual([1, 1]);
  expect(errorsOf(answer)).toEqual([expect.stringContaining("Couldn't read Alerts")]);
});

describe('an overlay that was drawn', () => {
  it.each(['alerts', 'anomalies'])('stays during a refresh until the new answer arrives: %s', async (overlay) => {
    const { ask, service, isSearch } = alerting();
    const isOverlay = (call: ServiceCall) => isSearch(call) || call.raw.startsWith('v2/anomalies');
    const anomaly = {
      id: 'x',
      event_occured: iso(NOW - HOUR),
      items: [{ node: { id: 12 }, metrics: [{ id: 'cpu' }] }],
    };
    const { body } = service;
    service.body = (call) => (call.raw.startsWith('v2/anomalies') ? [anomaly] : body?.(call));
    const query = { ...QUERY, overlay };
    expect(shows(await ask(query, RANGE).answer())).toEqual([1, 1]);
    await jest.advanceTimersByTimeAsync(10_000);
    service.latency = (call) => (isOverlay(call) ? 5000 : 20);
    const asked = ask(query, { from: RANGE.from + 10_000, to: RANGE.to + 10_000 });
    await asked.answer();
    expect(asked.packets.length).toBeGreaterThan(1);
    expect(asked.packets.map(shows)).toEqual(asked.packets.map(() => [1, 1]));
  });

  it.each<[string, object, Span]>([
    ['another metric', { metricId: 'mem' }, RANGE],
    ['an earlier time range', {}, { from: RANGE.from - 24 * HOUR, to: RANGE.to - 24 * HOUR }],
  ])('is never shown for %s', async (_, other, range) => {
    const { ask, service, isSearch } = alerting();
    await ask(QUERY, RANGE).answer();
    await jest.advanceTimersByTimeAsync(10_000);
    service.latency = (call) => (isSearch(call) ? 5000 : 20);
    const asked = ask({ ...QUERY, ...other }, range);
    await jest.advanceTimersByTimeAsync(1000);
    expect(asked.packets.map(shows)).toContainEqual([1, 0]);
    expect(asked.packets.map(shows)).not.toContainEqual([1, 1]);
    asked.leave();
  });
});

it('sends one search for ten panels of one metric, and ten for ten metrics', async () => {
  const { ask, service, isSearch } = alerting();
  const panels = (metric: (i: number) => string) =>
    Promise.all(Array.from({ length: 10 }, (_, i) => ask({ ...QUERY, metricId: metric(i) }, RANGE).answer()));
  await panels(() => 'cpu');
  expect(service.calls.filter(isSearch)).toHaveLength(1);
  service.calls.length = 0;
  await panels((i) => `m${i}`);
  expect(service.calls.filter(isSearch)).toHaveLength(10);
});

it('requests end within half a second after leaving the panel', async () => {
  const { ask, service } = alerting();
  service.latency = () => 5000;
  const asked = ask(QUERY, RANGE);
  await jest.advanceTimersByTimeAsync(100);
  expect(service.active).toBeGreaterThan(1);
  asked.leave();
  await jest.advanceTimersByTimeAsync(500);
  expect(service.active).toBe(0);
});

it('an ad hoc filter applies to the search, not to metric queries', async () => {
  const { ask, service, isSearch } = alerting([{ id: 'a', active: true, metrics: [{ nodeId: 7, statTypeId: 'cpu' }] }]);
  const filters = [{ key: 'node', operator: '=', value: '7' }];
  await ask([{ queryType: 'alertSearch' }, { nodeId: '12', metricId: 'cpu' }], RANGE, { filters }).answer();
  expect(service.calls.filter(isSearch).map(({ query }) => query.nodeId)).toEqual(['7']);
  const metricData = service.calls.filter(({ raw }) => raw.startsWith('v1/ad/metrics'));
  expect(new Set(metricData.map(({ segments }) => segments[3]))).toEqual(new Set(['12']));
});

it('the metric queries of a panel have one notice about an ad hoc filter', async () => {
  const { ask } = alerting();
  const filters = [{ key: 'node', operator: '=', value: '7' }];
  const queries = ['cpu', 'mem', 'disk'].map((metricId) => ({ nodeId: '12', metricId }));
  const answer = await ask(queries, RANGE, { filters }).answer();
  expect(noticesOf(answer).filter((text) => text.includes('node'))).toHaveLength(1);
  expect(noticesOf(await ask(queries, RANGE).answer())).toEqual([]);
});
