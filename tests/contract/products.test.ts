import { type StoredSettings } from '../../src/ground/settings';
import { HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { type MetricService, type ServiceCall } from '../support/metricService';
import { errorsOf, fieldOf, noticesOf, panelOf, seriesOf } from '../support/panel';

/** Query model: pairs of a product that do not exist. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const range = () => ({ from: Date.now() - HOUR, to: Date.now() });
const QUERY = { nodeId: '$node', metricId: '$metric' };

startTestsAt(NOW);

const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
const pairOf = ({ segments }: ServiceCall) => segments.slice(-2).join('/');
const pairs = (service: MetricService) => [...new Set(service.metricCalls().map(pairOf))];
const shown = (answer: Parameters<typeof seriesOf>[0]) =>
  seriesOf(answer).map((frame) => {
    const { node_id, metric_id } = fieldOf(frame, 'smoothened')?.labels ?? {};
    return `${node_id}/${metric_id}`;
  });

/** Nodes and metrics with only some existing pairs. The others are refused, or empty. */
function productOf(
  nodes: number,
  metrics: number,
  exists: (pair: string) => boolean,
  absence: 'refused' | 'empty',
  jsonData: StoredSettings = {}
) {
  const panel = panelOf({
    jsonData,
    variables: { node: { value: ids('n', nodes) }, metric: { value: ids('m', metrics) } },
  });
  const { service } = panel;
  service.has = (node, metric) => exists(`${node}/${metric}`);
  service.mishap = (call) =>
    absence === 'refused' && call.segments.includes('metrics') && !exists(pairOf(call)) ? { status: 400 } : undefined;
  return panel;
}

describe.each(['refused', 'empty'] as const)('pairs that are %s', (absence) => {
  /** Each node has its own metrics, as in real life. */
  const own = (pair: string) => /^n(\d+)\/m(\d+)$/.test(pair) && Number(RegExp.$1) === Number(RegExp.$2) % 9;

  it('do not count toward the 100, and are not requested again on refreshes', async () => {
    const { service, ask } = productOf(9, 5, own, absence);
    const first = await ask(QUERY, range()).answer();
    expect(shown(first)).toHaveLength(5);
    expect(pairs(service)).toHaveLength(9 * 5);
    expect(noticesOf(first)).toEqual([expect.stringMatching(/^No data: .* 35 more\.$/)]);
    expect(errorsOf(first)).toEqual([]);
    for (let refresh = 1; refresh <= 3; refresh++) {
      service.calls.length = 0;
      await jest.advanceTimersByTimeAsync(MINUTE);
      const again = await ask(QUERY, range()).answer();
      expect(shown(again)).toEqual(shown(first));
      expect(service.calls).toHaveLength(5);
      expect(noticesOf(again)).toEqual([expect.stringMatching(/^No data: .* 35 more\.$/)]);
    }
    // Not at another granularity either.
    service.calls.length = 0;
    await ask({ ...QUERY, granularity: '15m' }, range()).answer();
    expect(pairs(service)).toHaveLength(5);
  });

  it('are requested again after a while', async () => {
    const { service, ask } = productOf(3, 2, (pair) => pair === 'n1/m1', absence);
    await ask(QUERY, range()).answer();
    await jest.advanceTimersByTimeAsync(4 * MINUTE);
    service.calls.length = 0;
    await ask(QUERY, range()).answer();
    expect(pairs(service)).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(2 * MINUTE);
    service.calls.length = 0;
    await ask(QUERY, range()).answer();
    expect(pairs(service)).toHaveLength(6);
  });

  it('of v2 are left out with any granularity, because it is not sent', async () => {
    const jsonData = { metricVersion: 'v2' } as const;
    const { service, ask } = productOf(3, 2, (pair) => pair === 'n1/m1', absence, jsonData);
    const answer = await ask({ ...QUERY, granularity: '15m' }, range()).answer();
    expect([shown(answer), errorsOf(answer)]).toEqual([['n1/m1'], []]);
    await jest.advanceTimersByTimeAsync(MINUTE);
    service.calls.length = 0;
    await ask({ ...QUERY, granularity: '15m' }, range()).answer();
    expect(pairs(service)).toEqual(['n1/m1']);
  });

  it('leave one notice and no frame, or one error of the service, if no pair exists', async () => {
    const { ask } = productOf(3, 2, () => false, absence);
    const answer = await ask(QUERY, range()).answer();
    expect(seriesOf(answer).map(({ length }) => length)).toEqual(absence === 'empty' ? [0] : []);
    expect(noticesOf(answer)).toHaveLength(absence === 'empty' ? 1 : 0);
    expect(errorsOf(answer)).toHaveLength(absence === 'empty' ? 0 : 1);
  });

  it.each([HOUR, 40 * 24 * HOUR])('take at most 200 requests, over %d ms', async (span) => {
    const { service, ask } = productOf(15, 15, () => false, absence);
    await ask(QUERY, { from: NOW - span, to: NOW }).answer();
    expect(service.metricCalls().length).toBeLessThanOrEqual(200);
  });

  it('leave all requests of a long range to existing pairs from the first refresh on', async () => {
    const { service, ask } = productOf(9, 9, own, absence);
    await ask(QUERY, { from: NOW - 40 * 24 * HOUR, to: NOW }).answer();
    expect(service.metricCalls().length).toBeLessThanOrEqual(200);
    const answer = await ask(QUERY, { from: NOW - 40 * 24 * HOUR, to: NOW }).answer();
    expect(shown(answer)).toHaveLength(9);
    expect(seriesOf(answer).every((frame) => frame.length > 950)).toBe(true);
    expect(noticesOf(answer)).toEqual([expect.stringMatching(/^No data: .* 67 more\.$/)]);
  });

  it('are left out of the first 100', async () => {
    const { service, ask } = productOf(20, 6, (pair) => !pair.startsWith('n7/'), absence);
    const answer = await ask({ ...QUERY, granularity: '1m' }, range()).answer();
    expect(service.metricCalls().length).toBeLessThanOrEqual(200);
    expect(shown(answer)).toHaveLength(absence === 'empty' ? 94 : shown(answer).length);
    const order = shown(answer).map((pair) => Number(pair.slice(1).split('/')[0]));
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  it('cause no requests for forecasts or comparisons', async () => {
    const { service, ask } = productOf(5, 4, (pair) => pair.endsWith('m2'), absence);
    await ask({ ...QUERY, forecast: true, compare: '7d' }, range()).answer();
    expect(service.calls.filter(({ segments }) => segments.includes('forecast'))).toHaveLength(5);
    const before = service.metricCalls().filter(({ to }) => to < NOW - 24 * HOUR);
    expect(new Set(before.map(pairOf)).size).toBe(5);
  });
});

it('every packet of a refresh has all lines of the last answer, even if one of them fails', async () => {
  const { service, ask } = productOf(2, 1, () => true, 'empty');
  service.body = ({ segments }) =>
    segments.includes('forecast') ? [{ timestamp: NOW + HOUR, corridors: { main: { up: 110, down: 90 } } }] : undefined;
  service.mishap = ({ segments }) =>
    segments.includes('forecast') && segments.includes('n1') ? { status: 500 } : undefined;
  const asked = () => ask({ ...QUERY, forecast: true, compare: '1d' }, range());
  const names = (answer: Parameters<typeof seriesOf>[0]) => seriesOf(answer).map(({ name }) => name);
  const first = names(await asked().answer());
  expect(first).toEqual(['m0 · n0', 'm0 · n0 forecast', 'm0 · n0 1d before', 'm0 · n1', 'm0 · n1 1d before']);
  await jest.advanceTimersByTimeAsync(MINUTE);
  service.latency = ({ from }) => (from < NOW - 12 * HOUR ? 4000 : 2000);
  const again = asked();
  await again.answer();
  expect(again.packets.length).toBeGreaterThan(1);
  again.packets.forEach((packet) => expect(names(packet)).toEqual(expect.arrayContaining(first)));
});

it('the rest of more than 100 listed series is reported as left out', async () => {
  const { service, ask } = panelOf({});
  const answer = await ask({ series: ids('7:m', 103) }, range()).answer();
  expect(seriesOf(answer)).toHaveLength(100);
  expect(new Set(pairs(service)).size).toBe(100);
  expect(noticesOf(answer)).toEqual(['More than 100, so left out: m100 · 7, m101 · 7, m102 · 7']);
});

it('a node whose data stopped is back five minutes after its data is', async () => {
  const { service, ask } = panelOf({ variables: { node: { value: ['1', '2'] } } });
  await ask({ nodeId: '$node', metricId: 'cpu' }, range()).answer();
  service.has = (node) => node === '1';
  await jest.advanceTimersByTimeAsync(90 * MINUTE);
  expect(shown(await ask({ nodeId: '$node', metricId: 'cpu' }, range()).answer())).toEqual(['1/cpu']);
  service.has = () => true;
  await jest.advanceTimersByTimeAsync(5 * MINUTE + 1);
  expect(shown(await ask({ nodeId: '$node', metricId: 'cpu' }, range()).answer())).toEqual(['1/cpu', '2/cpu']);
});

it('a product that takes exactly 200 requests is read completely', async () => {
  const { service, ask } = productOf(100, 1, () => true, 'empty');
  const answer = await ask({ ...QUERY, compare: '1d', forecast: true }, range()).answer();
  expect(service.metricCalls()).toHaveLength(200);
  expect(noticesOf(answer).filter((text) => text.includes('left out'))).toEqual([]);
});

it('the rest of more than 100 pairs is left out', async () => {
  const { service, ask } = productOf(20, 20, (pair) => pair === 'n0/m0', 'empty');
  const answer = await ask(QUERY, range()).answer();
  expect(service.metricCalls()).toHaveLength(100);
  expect(noticesOf(answer).filter((text) => text.includes('left out'))).toEqual([
    'More than 100, so left out: m0 · n5, m1 · n5, m2 · n5, m3 · n5, m4 · n5 and 295 more',
  ]);
});

it('pairs that were all refused are an error on each refresh, and are not requested again at once', async () => {
  const { service, ask } = productOf(2, 2, () => false, 'refused');
  expect(errorsOf(await ask(QUERY, range()).answer())).toHaveLength(1);
  service.calls.length = 0;
  await jest.advanceTimersByTimeAsync(MINUTE);
  const again = await ask(QUERY, range()).answer();
  expect(errorsOf(again)).toHaveLength(1);
  expect(service.calls).toEqual([]);
});

describe('a range without room for a point proves nothing about a metric', () => {
  it.each([
    ['of no length', NOW, NOW],
    ['that ends before its start', NOW, NOW - HOUR],
    ['between two points', NOW - 20_000, NOW],
    ['whose past is between two points', NOW - 20_000, NOW + HOUR],
    ['in the future', NOW + HOUR, NOW + 2 * HOUR],
  ])('%s', async (_, from, to) => {
    const { ask, service } = productOf(2, 1, () => true, 'empty');
    const answers = [await ask({ nodeId: 'n0', metricId: 'm0' }, { from, to }).answer()];
    answers.push(await ask(QUERY, { from, to }).answer());
    expect(answers.flatMap((answer) => [...errorsOf(answer), ...noticesOf(answer)])).toEqual([]);
    service.calls.length = 0;
    // A later range within the previous one.
    await jest.advanceTimersByTimeAsync(4 * MINUTE);
    const later = { from: Math.max(Date.now() - MINUTE, from), to: Math.max(Date.now(), to) };
    await ask(QUERY, later).answer();
    expect(pairs(service)).toEqual(['n0/m0', 'n1/m0']);
  });
});
