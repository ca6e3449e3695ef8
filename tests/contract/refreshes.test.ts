import { isLast } from '../../src/table/runner';
import { type AnomalyQuery } from '../../src/ground/query';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { type StoredSettings } from '../../src/ground/settings';
import { type Asked, errorsOf } from '../support/panel';
import { answerOf, STORY } from '../support/trueAnswers';
import { variantsOfFormats } from '../support/variants';
import { type WholeService } from '../support/wholeService';
import { sampleOf } from '../support/long';

/** A refresh before an answer is Done continues it, however slow the service and however frequent the refreshes. */

const SECOND = 1000;
const START = STORY + 30 * SECOND;
const SPAN = 6 * 3600 * SECOND;

startTestsAt(START);

const QUERIES = variantsOfFormats();

type Queries = Partial<AnomalyQuery> | Array<Partial<AnomalyQuery>>;

const CORRIDOR = { queryType: 'metric', nodeId: '12', metricId: 'cpu' } satisfies Partial<AnomalyQuery>;

/** Panels with queries of several runners. One of them is done before the others. */
const PANELS: Array<[string, Queries]> = [
  ['a metric with alerts over it', { ...CORRIDOR, overlay: 'alerts' }],
  ['a metric with anomalies over it', { ...CORRIDOR, overlay: 'anomalies' }],
  ['a metric next to a ranking', [CORRIDOR, { queryType: 'deviations' }]],
  ['counts next to a report', [{ queryType: 'alertCounts' }, { queryType: 'alertReport' }]],
  ['a list next to earlier alerts', [{ queryType: 'alerts' }, { queryType: 'alertSearch', earlier: true }]],
];

/** Seconds until Done, with a refresh at intervals. Each moves the range. Grafana leaves the old query first. */
async function timeToDone(
  query: Queries,
  latency: number,
  every: number,
  jsonData = {},
  fails?: WholeService['fault'],
  body?: WholeService['body']
) {
  jest.setSystemTime(START);
  const { service, panel } = wholePanel({ jsonData });
  service.latency = latency;
  service.fault = fails ?? service.fault;
  service.body = body ?? service.body;
  const look = (): Asked => {
    const asked = panel.ask(query, { from: Date.now() - SPAN, to: Date.now() }, { app: 'dashboard', panelId: 1 });
    Object.assign(asked.request.range, { raw: { from: 'now-6h', to: 'now' } });
    return asked;
  };
  let asked = look();
  for (let waited = 0; waited < 600 * SECOND; waited += 100) {
    if (waited > 0 && waited % every === 0) {
      asked.leave();
      await jest.advanceTimersByTimeAsync(50);
      asked = look();
      await jest.advanceTimersByTimeAsync(50);
    } else {
      await jest.advanceTimersByTimeAsync(100);
    }
    if (asked.packets.some(isLast)) {
      const points = service.calls.filter(({ query: { granularity } }) => granularity === '1m').length;
      return { time: Date.now() - START, calls: service.calls.length, points, last: asked.packets.find(isLast) };
    }
  }
  asked.leave();
  return { time: Infinity, calls: service.calls.length, points: NaN, last: undefined };
}

const PACES = sampleOf<[latency: number, every: number]>([
  [200, 5],
  [1500, 5],
  [6000, 5],
  [10_000, 5],
  [10_000, 60],
]);

describe.each(PACES)('with answers after %d ms and a refresh every %d s', (latency, every) => {
  it.each<[string, Queries]>([...QUERIES, ...PANELS])('%s is Done at most a quarter later', async (name, query) => {
    // Without refreshes, it stops waiting for how the alert ended. With refreshes, it waits again each time, and finally
    // shows that.
    const most = name === 'story timeline' && latency === 10_000 ? 1.5 : 1.25;
    const alone = await timeToDone(query, latency, Infinity);
    const refreshed = await timeToDone(query, latency, every * SECOND);
    expect(alone.time).toBeLessThan(Infinity);
    expect(alone.calls === 0 || alone.time >= latency).toBe(true);
    expect(refreshed.time).toBeLessThanOrEqual(alone.time * most + 200);
  });
});

it('the newest points of a metric and of its story are read once, even with a shared cache', async () => {
  const panel = [{ queryType: 'story', alertId: 'a', format: 'summary' }, CORRIDOR];
  const alone = await timeToDone(panel, 4000, Infinity, { sharedCache: true });
  const refreshed = await timeToDone(panel, 4000, 5 * SECOND, { sharedCache: true });
  expect([alone.points > 0, refreshed.points]).toEqual([true, alone.points]);
});

it('a metric next to its story is Done, even if data is not reused', async () => {
  const panel = [{ queryType: 'story', alertId: 'a' }, CORRIDOR];
  const refreshed = await timeToDone(panel, 9900, 5 * SECOND, { reuseData: false });
  expect(refreshed.time).toBeLessThan(Infinity);
});

const REFUSED = { status: 400, text: '{}' };
const failsFor =
  (status: number, ...ids: string[]): WholeService['fault'] =>
  ({ segments }) =>
    ids.some((id) => segments.includes(id)) ? { status, text: '{}' } : undefined;

it.each<[string, Partial<AnomalyQuery>, StoredSettings, WholeService['fault'] | undefined]>([
  ['in parts that are not reused', {}, { reuseFor: '0s', maxFineWindow: '1h' }, undefined],
  [
    'whose refused granularity is forgotten',
    {},
    { reuseFor: '0s', maxFineWindow: '4h' },
    ({ query: { granularity } }) => (granularity === '1m' ? REFUSED : undefined),
  ],
  [
    'of v2, compared with the day before',
    { series: ['12:cpu', '13:cpu'], compare: '1d' },
    { metricVersion: 'v2' },
    undefined,
  ],
  ['compared with the day before', { compare: '1d' }, {}, undefined],
  ['next to unknown ones', { series: ['98:cpu', '12:cpu', '99:cpu', '13:cpu'] }, {}, failsFor(400, '98', '99')],
  ['next to failing ones', { series: ['98:cpu', '12:cpu', '99:cpu', '13:cpu'] }, {}, failsFor(500, '98', '99')],
  [
    'next to unreadable ones',
    { series: ['98:cpu', '12:cpu', '99:cpu', '13:cpu'] },
    {},
    ({ segments }) => (segments.includes('98') || segments.includes('99') ? { body: '{"status":"up"}' } : undefined),
  ],
  [
    'explained next to unknown ones',
    { queryType: 'explain', nodeId: ['12', '98', '99'], metricId: ['cpu', 'mem'] },
    {},
    failsFor(400, '98', '99'),
  ],
])('a metric %s is Done at most a quarter later', async (_, more, jsonData, fails) => {
  const settings = { ...jsonData, maxConcurrentRequests: 1 };
  const alone = await timeToDone({ ...CORRIDOR, ...more }, 4500, Infinity, settings, fails);
  const refreshed = await timeToDone({ ...CORRIDOR, ...more }, 4500, 5 * SECOND, settings, fails);
  expect(alone.time).toBeGreaterThan(5 * SECOND);
  expect(refreshed.time).toBeLessThanOrEqual(alone.time * 1.25 + 200);
  expect(refreshed.calls).toBe(alone.calls);
});

it.each([{ queryType: 'alertSearch' }, { queryType: 'annotations', source: 'alerts' }])(
  'reads the titles of fifty alerts of many, and not of the next fifty with each refresh: %j',
  async (query) => {
    const plans = Array.from({ length: 120 }, (_, i) => ({ id: `a${i}`, impact: 'low', from: -3, metrics: [i % 3] }));
    const body: WholeService['body'] = (call) => answerOf(call, plans);
    const alone = await timeToDone(query, 900, Infinity, {}, undefined, body);
    const refreshed = await timeToDone(query, 900, 5 * SECOND, {}, undefined, body);
    expect(alone.time).toBeGreaterThan(10 * SECOND);
    expect(refreshed.time).toBeLessThanOrEqual(alone.time * 1.25 + 200);
    expect(refreshed.calls).toBe(alone.calls);
  }
);

it('a granularity that the user chose has its own request, next to one that the service chooses', async () => {
  const errors = [];
  for (const every of [Infinity, 5 * SECOND]) {
    const chosen = { ...CORRIDOR, granularity: '1m' } as const;
    const fails: WholeService['fault'] = ({ query: { granularity } }) => (granularity === '1m' ? REFUSED : undefined);
    const { last } = await timeToDone([CORRIDOR, chosen], 7000, every, {}, fails);
    errors.push(last && errorsOf(last));
  }
  expect(errors[0]).toHaveLength(1);
  expect(errors[1]).toEqual(errors[0]);
});

it('a finished query is read again after a minute, even while another in its panel hangs', async () => {
  const { service, panel } = wholePanel();
  service.fault = ({ segments }) => (segments.includes('explore') ? 'hang' : undefined);
  const read: number[] = [];
  for (let refresh = 0; refresh <= 18; refresh++) {
    const range = { from: Date.now() - SPAN, to: Date.now() };
    const asked = panel.ask([CORRIDOR, { queryType: 'alertSearch' }], range, { app: 'dashboard', panelId: 1 });
    Object.assign(asked.request.range, { raw: { from: 'now-6h', to: 'now' } });
    await jest.advanceTimersByTimeAsync(5 * SECOND);
    asked.leave();
    read.push(service.calls.filter(({ segments }) => segments.includes('metrics')).length);
  }
  expect(read.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => 1));
  expect(read[18]).toBe(2);
});

it.each([
  ['alone', []],
  ['next to a known one', ['15:cpu']],
])('the first answer of a query %s goes before refreshes', async (_, known) => {
  const { service, panel } = wholePanel({ jsonData: { maxConcurrentRequests: 1 } });
  service.latency = SECOND;
  const metrics = (...series: string[]) => series.map((one) => ({ ...CORRIDOR, series: [one] }));
  const ask = (panelId: number, queries: Queries) =>
    panel.ask(queries, { from: Date.now() - SPAN, to: Date.now() }, { app: 'dashboard', panelId });
  const many = metrics('12:cpu', '13:cpu', '14:cpu');
  await ended(ask(1, many));
  await ended(ask(2, metrics(...known)));
  await jest.advanceTimersByTimeAsync(60 * SECOND);
  const before = service.calls.length;
  const asked = [ask(1, many), ask(2, metrics(...known, '16:cpu'))];
  await Promise.all(asked.map((one) => ended(one)));
  const nodes = service.calls.slice(before).map(({ segments }) => segments.at(-2));
  expect(nodes.filter((node) => node !== '15')).toEqual(['12', '16', '13', '14']);
});
