import { type DataFrame } from '@grafana/data';
import { type StoredSettings } from '../../src/ground/settings';
import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { type AnomalyQuery } from '../../src/ground/query';
import { errorsOf, noticesOf, panelOf, seriesOf, timesOf } from '../support/panel';

/** The shared cache. */
const SLOT = Date.UTC(2026, 10, 21, 12, 7, 30);
const SERIES = { nodeId: '12', metricId: 'cpu' };

afterEach(() => {
  jest.useRealTimers();
});

/** The requests of a viewer, `off` milliseconds into the slot. */
async function urlsOf(
  off: number,
  query: Partial<AnomalyQuery>,
  width: number,
  timezone: string,
  jsonData: StoredSettings = { sharedCache: true },
  length = DAY
) {
  jest.useFakeTimers({ now: SLOT + off });
  const now = SLOT + off;
  const { service, ask } = panelOf({ jsonData });
  service.body = ({ segments }) => (segments.includes('metrics') ? undefined : bodyOf(segments));
  const range = { from: now - length, to: now };
  const asked = ask(query, range, { maxDataPoints: width, intervalMs: (length / width) | 0, timezone });
  Object.assign(asked.request.range, { raw: { from: 'now-24h', to: 'now' } });
  const answer = await asked.answer();
  jest.useRealTimers();
  return { urls: service.calls.map(({ raw }) => raw), answer };
}

function bodyOf(segments: string[]) {
  const name = segments.join('/');
  return name.endsWith('timeseries')
    ? { bucket: '1h', buckets: [] }
    : name.endsWith('explore')
      ? { page: 1, limit: 200, total: 0, items: [] }
      : name.endsWith('unread')
        ? { new: [], updated: [], closed: [] }
        : [];
}

const QUERIES: Array<Partial<AnomalyQuery>> = [
  { ...SERIES },
  { ...SERIES, compare: '7d' },
  { ...SERIES, granularity: '1m' },
  { ...SERIES, overlay: 'alerts' },
  { queryType: 'forecast', ...SERIES },
  { queryType: 'alerts' },
  { queryType: 'alerts', at: 'now-1h' },
  { queryType: 'alerts', at: '${__to}' },
  { queryType: 'alertSearch' },
  { queryType: 'alertSearch', at: 'now' },
  { queryType: 'alertCounts' },
  { queryType: 'alertEvents' },
  { queryType: 'anomalies' },
  { queryType: 'anomalies', scope: 'current' },
  { queryType: 'anomalies', scope: 'range', to: 'now' },
  { queryType: 'deviations' },
  { queryType: 'annotations', source: 'alerts' },
  { queryType: 'variable', list: 'nodes' },
];

describe('two viewers with different clocks, screens, and time zones', () => {
  it.each(QUERIES.map((query) => [JSON.stringify(query), query] as const))(
    'send the same requests for %s',
    async (_, query) => {
      const one = await urlsOf(17, query, 400, 'utc');
      const other = await urlsOf(9876, query, 2900, 'Asia/Kolkata');
      expect(one.urls.length).toBeGreaterThan(0);
      expect([...one.urls].sort()).toEqual([...other.urls].sort());
      for (const url of one.urls) {
        const times = [...new URLSearchParams(url.split('?')[1])].filter(([name]) => /^(from|to|at)$/.test(name));
        expect(times.filter(([, text]) => Date.parse(text) % 10_000 !== 0)).toEqual([]);
      }
    }
  );

  it('see the same as with exact requests', async () => {
    const shared = await urlsOf(4321, { ...SERIES, granularity: '15m' }, 900, 'utc');
    const exact = await urlsOf(4321, { ...SERIES, granularity: '15m' }, 900, 'utc', {});
    expect(shared.urls).not.toEqual(exact.urls);
    const [one, other] = [seriesOf(shared.answer)[0], seriesOf(exact.answer)[0]];
    expect(timesOf(one)).toEqual(timesOf(other));
    const bare = ({ fields }: DataFrame) => fields;
    expect(bare(one)).toEqual(bare(other));
  });
});

it.each<[string, StoredSettings, number]>([
  ['30 series', {}, 30],
  ['100 series', {}, 100],
  ['30 series of v2', { metricVersion: 'v2' }, 30],
  ['100 series of v2', { metricVersion: 'v2' }, 100],
])('%s of a week are complete, in at most 200 requests', async (_, jsonData, count) => {
  const series = Array.from({ length: count }, (_, i) => `${i}:cpu`);
  const { urls, answer } = await urlsOf(17, { series }, 400, 'utc', { ...jsonData, sharedCache: true }, 7 * DAY);
  expect(urls.length).toBeLessThanOrEqual(200);
  expect(noticesOf(answer)).toEqual([]);
  expect(seriesOf(answer).map(({ length }) => length)).toEqual(series.map(() => 7 * 24 * 4));
});

it.each(['v1', 'v2'] as const)(
  'a time range that ends before it begins is empty, also on %s',
  async (metricVersion) => {
    const { urls, answer } = await urlsOf(17, SERIES, 400, 'utc', { metricVersion, sharedCache: true }, -HOUR);
    expect([urls, errorsOf(answer), noticesOf(answer)]).toEqual([[], [], []]);
  }
);

it.each<[StoredSettings, boolean]>([
  [{ sharedCache: true }, true],
  [{ sharedCache: true, metricVersion: 'v2' }, true],
  [{}, false],
])('metric requests that end more than 24 h ago are marked for the cache: %j', async (jsonData, isShared) => {
  jest.useFakeTimers({ now: SLOT });
  const { service, ask } = panelOf({ jsonData });
  await ask({ ...SERIES, granularity: '15m' }, { from: SLOT - 20 * DAY, to: SLOT }).answer();
  const isOld = ({ to }: { to: number }) => to < SLOT - DAY;
  expect(service.calls.map(isOld)).toEqual(expect.arrayContaining([true, false]));
  for (const call of service.calls) {
    expect([call.raw, call.isSettled]).toEqual([call.raw, isShared && isOld(call)]);
  }
});

describe('an old answer of the cache', () => {
  it.each([
    [{ 'X-Cache-Status': 'STALE', 'X-Cache-Date': 'Sat, 21 Nov 2026 11:58:00 GMT' }, /2026-11-21 11:58:00/],
    [{ 'X-Cache-Status': 'STALE' }, /The service didn't respond/],
  ])('has a notice, once per query: %j', async (headers, text) => {
    jest.useFakeTimers({ now: SLOT + 5 });
    const { service, ask } = panelOf({ jsonData: { sharedCache: true } });
    service.headers = headers;
    const answer = await ask([SERIES, { ...SERIES, metricId: 'mem' }], { from: SLOT - HOUR, to: SLOT }).answer();
    expect(noticesOf(answer).filter((one) => text.test(one))).toHaveLength(2);
    service.headers = { 'X-Cache-Status': 'MISS' };
    jest.setSystemTime(SLOT + MINUTE);
    const fresh = await ask(SERIES, { from: SLOT - HOUR, to: SLOT + MINUTE }).answer();
    expect(noticesOf(fresh)).toEqual([]);
  });
});
