import { rangeUtil } from '@grafana/data';
import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { type ServiceCall } from '../support/metricService';
import { errorsOf, fieldOf, noticesOf, panelOf, seriesOf, timesOf } from '../support/panel';

/** Requests for metric data: granularity, windows, v2. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const SERIES = { nodeId: '12', metricId: 'cpu' };
const FORBIDDEN_STEP = { status: 400, data: { code: 17 } };
const refusesMinutes = ({ granularity }: ServiceCall) => (granularity === '1m' ? FORBIDDEN_STEP : undefined);

startTestsAt(NOW);

const last = (span: number) => ({ from: NOW - span, to: NOW });
const granularities = (calls: ServiceCall[]) => [...new Set(calls.map(({ granularity }) => granularity))];
const newestFirst = (calls: ServiceCall[]) => [...calls].sort((a, b) => b.to - a.to);

describe('windows of v1', () => {
  it.each([
    ['1m', 3 * DAY, 48 * HOUR, MINUTE],
    ['15m', 30 * DAY, 14 * DAY, 15 * MINUTE],
    ['1h', 60 * DAY, 14 * DAY, HOUR],
  ])('at %s are within the limit, on the grid, and adjacent', async (granularity, span, limit, step) => {
    const { service, ask } = panelOf();
    await ask({ ...SERIES, granularity }, last(span)).answer();
    const calls = newestFirst(service.calls);
    expect(calls[0].to).toBe(NOW);
    expect(calls[calls.length - 1].from).toBe(NOW - span);
    expect(granularities(calls)).toEqual([granularity]);
    calls.forEach(({ from, to, query }, i) => {
      expect(to - from).toBeLessThanOrEqual(limit);
      expect(query.from).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      if (i > 0) {
        expect(to).toBe(calls[i - 1].from);
        expect(to % step).toBe(0);
      }
    });
  });

  it('never exceed the interface, whatever the settings', async () => {
    const { service, ask } = panelOf({ jsonData: { maxWindow: '60d', maxFineWindow: '60d' } });
    const answer = await ask({ ...SERIES, granularity: '1m' }, last(5 * DAY)).answer();
    expect(Math.max(...service.calls.map(({ from, to }) => to - from))).toBeLessThanOrEqual(2 * DAY);
    expect(errorsOf(answer)).toEqual([]);
  });
});

describe('auto granularity', () => {
  it.each([
    [12 * HOUR, 100, '1m'],
    [12 * HOUR + MINUTE, 100, '15m'],
    [12 * HOUR + MINUTE, 721, '1m'],
    [7 * DAY, 100, '15m'],
    [7 * DAY + MINUTE, 100, '1h'],
    [8 * DAY, 768, '15m'],
    [8 * DAY, 767, '1h'],
  ])('for a range of %d ms on %d pixels is %s', async (span, maxDataPoints, expected) => {
    const { service, ask } = panelOf();
    await ask(SERIES, last(span), { maxDataPoints, intervalMs: grafanaInterval(span, maxDataPoints) }).answer();
    expect(granularities(service.calls)).toEqual([expected]);
  });

  it.each([
    ['5m', '15m'],
    ['15m', '15m'],
    ['20m', '1h'],
    ['1h', '1h'],
    ['6h', '1h'],
  ])('with a minimum interval of %s is %s', async (minimum, expected) => {
    const { service, ask } = panelOf();
    await ask(SERIES, last(6 * HOUR), { intervalMs: rangeUtil.intervalToMs(minimum) }).answer();
    expect(granularities(service.calls)).toEqual([expected]);
  });

  it('is the next coarser one after a 400, and stays so', async () => {
    const { service, ask } = panelOf();
    service.mishap = refusesMinutes;
    const answer = await ask(SERIES, last(6 * HOUR)).answer();
    expect(errorsOf(answer)).toEqual([]);
    expect(noticesOf(answer)).toEqual([expect.stringMatching(/Granularity 1m .*cpu · 12.*15m/)]);
    expect(timesOf(seriesOf(answer)[0])).toHaveLength(24);
    expect(seriesOf(answer)[0].meta?.executedQueryString?.split('\n')).toEqual(
      service.calls.map(({ raw }) => `GET /${raw}`)
    );
    service.calls.length = 0;
    await ask(SERIES, { from: NOW - 9 * HOUR, to: NOW - 6 * HOUR }).answer();
    expect(granularities(service.calls)).toEqual(['15m']);
  });

  it.each(['1m', '15m'])('has a notice while a coarser one is used, with a source of %s', async (source) => {
    const { service, ask } = panelOf();
    service.source = source;
    service.mishap = refusesMinutes;
    for (let refresh = 0; refresh < 3; refresh++) {
      const answer = await ask(SERIES, { from: Date.now() - 6 * HOUR, to: Date.now() }).answer();
      expect(noticesOf(answer)).toEqual([expect.stringMatching(/Granularity 1m .*cpu · 12.*15m/)]);
      await jest.advanceTimersByTimeAsync(MINUTE);
    }
  });

  it('only requests the newest part until it is known what the service accepts', async () => {
    const { service, ask } = panelOf();
    service.mishap = refusesMinutes;
    await ask(SERIES, last(6 * DAY), { maxDataPoints: 10_000 }).answer();
    expect(service.calls.filter(({ granularity }) => granularity === '1m')).toHaveLength(1);
    expect(service.calls[0].to).toBe(NOW);
  });

  it('shows the first error if all are refused', async () => {
    const { service, ask } = panelOf();
    service.mishap = ({ granularity }) => ({ status: 400, data: { message: `no ${granularity} here` } });
    const answer = await ask(SERIES, last(6 * HOUR)).answer();
    expect(granularities(service.calls)).toEqual(['1m', '15m', '1h']);
    expect(errorsOf(answer)).toEqual([expect.stringContaining('no 1m here')]);
    expect(answer.state).toBe('Error');
  });

  it('shows the last error if it is not a refusal', async () => {
    const { service, ask } = panelOf();
    service.mishap = ({ granularity }) => (granularity === '1h' ? { status: 500 } : FORBIDDEN_STEP);
    const answer = await ask(SERIES, last(6 * HOUR)).answer();
    expect(errorsOf(answer)).toEqual([expect.stringContaining('500')]);
  });

  it('does not mistake a refused token for a refused granularity', async () => {
    const { service, ask } = panelOf();
    service.mishap = () => ({ status: 400, data: { message: 'Authentication to data source failed' } });
    const answer = await ask(SERIES, last(6 * HOUR)).answer();
    expect(service.calls).toHaveLength(1);
    expect(errorsOf(answer)[0]).toMatch(/access token/);
  });

  it('is never finer than the source, once the source is known', async () => {
    const { service, ask } = panelOf();
    // Not every answer shows it.
    for (const source of ['15m', '']) {
      service.source = source;
      await ask(SERIES, { from: Date.now() - 5 * DAY, to: Date.now() }).answer();
      await jest.advanceTimersByTimeAsync(MINUTE);
    }
    service.calls.length = 0;
    await ask(SERIES, last(2 * HOUR)).answer();
    expect(granularities(service.calls)).not.toContain('1m');
  });
});

describe('a source that is coarser than requested is not a refusal', () => {
  it.each([
    ['one request', DAY, ['1m']],
    ['several requests', 20 * DAY, ['1m', '15m', '15m']],
  ])('is read once in %s, and a refresh shows no less', async (_, span, sent) => {
    const { service, ask } = panelOf();
    const step = 15 * MINUTE;
    service.body = ({ from, to }) => ({
      ...{ granularity: '15m', sourceGranularity: '15m' },
      data: service.direct('12', 'cpu', from, to, step),
    });
    const look = () => {
      const range = { from: Date.now() - span, to: Date.now() };
      return ask({ ...SERIES, thin: false }, range, { maxDataPoints: 40_000 });
    };
    const first = await look().answer();
    expect([errorsOf(first), noticesOf(first)]).toEqual([[], []]);
    expect(service.calls.map(({ query }) => query.granularity)).toEqual(sent);
    service.calls.length = 0;
    await jest.advanceTimersByTimeAsync(60_000);
    const again = look();
    await again.answer();
    expect(service.calls).toHaveLength(1);
    expect(service.calls[0].to - service.calls[0].from).toBeLessThan(HOUR);
    const points = Math.floor(span / step);
    expect(again.packets.map((packet) => seriesOf(packet)[0].length)).toEqual(again.packets.map(() => points));
  });
});

it('a granularity that was accepted once stays, even if it is refused later', async () => {
  const { service, ask } = panelOf();
  const look = () => ask(SERIES, { from: Date.now() - DAY, to: Date.now() }, { maxDataPoints: 3000 }).answer();
  await look();
  service.mishap = refusesMinutes;
  await jest.advanceTimersByTimeAsync(60_000);
  await look();
  service.mishap = () => undefined;
  service.calls.length = 0;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(noticesOf(await look())).toEqual([]);
  expect(granularities(service.calls)).toEqual(['1m']);
});

it('a refusal ends as soon as a query with that granularity succeeds', async () => {
  const { service, ask } = panelOf();
  const look = (granularity = 'auto') =>
    ask({ ...SERIES, granularity }, { from: Date.now() - DAY, to: Date.now() }, { maxDataPoints: 3000 }).answer();
  service.mishap = refusesMinutes;
  await look();
  service.mishap = () => undefined;
  await look('1m');
  service.calls.length = 0;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(noticesOf(await look())).toEqual([]);
  expect(granularities(service.calls)).toEqual(['1m']);
});

it('a refusal is forgotten if no coarser granularity is answered either', async () => {
  const { service, ask } = panelOf();
  const look = () => ask(SERIES, { from: Date.now() - 6 * HOUR, to: Date.now() }).answer();
  service.mishap = (call) => refusesMinutes(call) ?? { status: 500 };
  expect(errorsOf(await look())).toEqual([expect.stringContaining('500')]);
  service.mishap = () => undefined;
  service.calls.length = 0;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(noticesOf(await look())).toEqual([]);
  expect(granularities(service.calls)).toEqual(['1m']);
});

it('a refusal in an old range is remembered each time', async () => {
  const { service, ask } = panelOf();
  service.mishap = refusesMinutes;
  const look = async (days: number) => {
    service.calls.length = 0;
    await ask(SERIES, { from: NOW - days * DAY, to: NOW - days * DAY + 6 * HOUR }).answer();
    return granularities(service.calls);
  };
  expect([await look(5), await look(6)]).toEqual([['1m', '15m'], ['15m']]);
  await jest.advanceTimersByTimeAsync(61 * MINUTE);
  expect([await look(7), await look(8)]).toEqual([['1m', '15m'], ['15m']]);
});

it('lines stay while a refused granularity is tried again', async () => {
  const { service, ask } = panelOf();
  service.mishap = refusesMinutes;
  service.latency = ({ from }) => (from < Date.now() - 2 * DAY ? 2000 : 20);
  const query = { ...SERIES, bands: [], outliers: false, compare: '7d' };
  const look = () => ask(query, { from: Date.now() - DAY, to: Date.now() }, { maxDataPoints: 3000 });
  const shown = seriesOf(await look().answer()).map(({ length }) => length > 0);
  expect(shown).toEqual([true, true]);
  service.calls.length = 0;
  await jest.advanceTimersByTimeAsync(61 * MINUTE);
  const again = look();
  await again.answer();
  expect(granularities(service.calls)).toContain('1m');
  expect(again.packets.map((packet) => seriesOf(packet).map(({ length }) => length > 0))).toEqual(
    again.packets.map(() => shown)
  );
});

it('a coarser source in an old range does not affect newer panels', async () => {
  const { service, ask } = panelOf();
  service.source = '1h';
  await ask(SERIES, { from: NOW - 30 * DAY, to: NOW - 29 * DAY }).answer();
  service.calls.length = 0;
  await ask(SERIES, { from: NOW - 29 * DAY, to: NOW - 29 * DAY + 6 * HOUR }).answer();
  expect(granularities(service.calls)).toEqual(['1h']);
  service.calls.length = 0;
  service.source = '1m';
  await ask(SERIES, last(6 * HOUR)).answer();
  expect(granularities(service.calls)).toEqual(['1m']);
});

it('a coarser source in a range that ended a few hours ago affects newer panels', async () => {
  const { service, ask } = panelOf();
  service.source = '1h';
  await ask(SERIES, { from: NOW - 8 * HOUR, to: NOW - 2 * HOUR }).answer();
  service.calls.length = 0;
  await ask(SERIES, last(6 * HOUR)).answer();
  expect(granularities(service.calls)).toEqual(['1h']);
});

describe('a granularity that the user chose', () => {
  it('is never changed, and its error is shown', async () => {
    const { service, ask } = panelOf();
    service.mishap = () => ({ status: 400, data: { message: 'unsupported granularity' } });
    const answer = await ask({ ...SERIES, granularity: '15m' }, last(30 * DAY)).answer();
    expect(granularities(service.calls)).toEqual(['15m']);
    expect(errorsOf(answer)).toEqual([expect.stringContaining('unsupported granularity')]);
  });

  it('can be 60m, or come from a variable', async () => {
    const { service, ask } = panelOf({ variables: { step: { value: '60m' } } });
    await ask({ ...SERIES, granularity: '60m' }, last(HOUR)).answer();
    await ask({ ...SERIES, metricId: 'mem', granularity: '$step' }, last(HOUR)).answer();
    expect(service.calls).toHaveLength(2);
    expect(granularities(service.calls)).toEqual(['1h']);
  });

  it('that is not in the interface is an error, and nothing is sent', async () => {
    const { service, ask } = panelOf({ variables: { step: { value: '5m' } } });
    const answer = await ask({ ...SERIES, granularity: '$step' }, last(HOUR)).answer();
    expect(errorsOf(answer)[0]).toMatch(/5m/);
    expect(service.calls).toEqual([]);
  });
});

describe('v2', () => {
  const v2 = { jsonData: { metricVersion: 'v2' as const } };

  it('shows the service’s error for a 400', async () => {
    const { service, ask } = panelOf(v2);
    service.mishap = () => ({ status: 400, data: { message: 'no such metric' } });
    const answer = await ask(SERIES, last(HOUR)).answer();
    expect(errorsOf(answer)).toEqual([expect.stringContaining('no such metric')]);
    expect(service.calls).toHaveLength(1);
  });

  it('does not reuse data for a request of another class', async () => {
    const { service, ask } = panelOf(v2);
    await ask(SERIES, { from: NOW - 10 * DAY, to: NOW - 5 * DAY }).answer();
    service.calls.length = 0;
    await ask(SERIES, { from: NOW - 9 * DAY, to: NOW - 6 * DAY }).answer();
    expect(service.calls).toEqual([]);
    const fine = await ask(SERIES, { from: NOW - 9 * DAY, to: NOW - 9 * DAY + 6 * HOUR }).answer();
    expect(service.calls).toHaveLength(1);
    expect(timesOf(seriesOf(fine)[0])).toHaveLength(6 * 60);
  });

  it('reads only the newest part on a refresh, but completely', async () => {
    const { service, ask } = panelOf(v2);
    await ask(SERIES, last(30 * DAY)).answer();
    const parts = newestFirst(service.calls).map(({ from, to }) => ({ from, to }));
    service.calls.length = 0;
    await jest.advanceTimersByTimeAsync(MINUTE);
    const answer = await ask(SERIES, { from: NOW - 30 * DAY + MINUTE, to: NOW + MINUTE }).answer();
    expect(service.calls.map(({ from, to }) => ({ from, to }))).toEqual([{ from: parts[0].from, to: NOW + MINUTE }]);
    expect(timesOf(seriesOf(answer)[0])).toHaveLength(720);
  });

  it('reads dates that are text', async () => {
    const { service, ask } = panelOf(v2);
    const [frame] = seriesOf(await ask(SERIES, last(HOUR)).answer());
    const points = service.direct('12', 'cpu', NOW - HOUR, NOW, MINUTE);
    expect(timesOf(frame)).toEqual(points.map(({ timestamp }) => timestamp));
    expect(fieldOf(frame, 'smoothened')?.values).toEqual(points.map(({ smoothened }) => smoothened));
    expect(frame.meta?.custom).toEqual({ granularity: null, sourceGranularity: null, aggregation: 'avg' });
  });
});

function grafanaInterval(span: number, maxDataPoints: number): number {
  const raw = { from: 'now-1h', to: 'now' };
  const moments = { from: { valueOf: () => NOW - span }, to: { valueOf: () => NOW } };
  return rangeUtil.calculateInterval({ ...moments, raw } as never, maxDataPoints).intervalMs;
}
