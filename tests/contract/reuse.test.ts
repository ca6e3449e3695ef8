import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { type MetricService } from '../support/metricService';
import { panelOf, seriesOf, timesOf } from '../support/panel';

/** Requests for metric data: known points are not requested again. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const SERIES = { nodeId: '12', metricId: 'cpu' };

startTestsAt(NOW);

const last = (span: number) => ({ from: Date.now() - span, to: Date.now() });
const spans = (service: MetricService) => service.calls.map(({ from, to }) => ({ from, to }));

describe('data that was read', () => {
  it('serves a zoom without a request', async () => {
    const { service, ask } = panelOf();
    await ask({ ...SERIES, granularity: '15m' }, { from: NOW - 10 * DAY, to: NOW - 2 * DAY }).answer();
    service.calls.length = 0;
    const range = { from: NOW - 5 * DAY, to: NOW - 4 * DAY };
    const asked = ask({ ...SERIES, granularity: '15m' }, range);
    const answer = await asked.answer();
    expect(service.calls).toEqual([]);
    expect(asked.packets).toHaveLength(1);
    expect(timesOf(seriesOf(answer)[0])).toEqual(
      service.direct('12', 'cpu', range.from, range.to, 15 * MINUTE).map(({ timestamp }) => timestamp)
    );
    expect(seriesOf(answer)[0].meta?.custom).toMatchObject({ granularity: '15m' });
  });

  it.each([
    ['turns nulls into something else', (values: unknown[]) => values.forEach((v, i) => (values[i] = v ?? undefined))],
    ['writes over them', (values: unknown[]) => values.fill(7)],
    ['reverses them', (values: unknown[]) => values.reverse()],
    ['throws them away', (values: unknown[]) => values.splice(0)],
  ])('is not changed by a panel that %s', async (_, spoil) => {
    const { service, ask } = panelOf();
    const range = { from: NOW - 3 * DAY, to: NOW - 2 * DAY };
    const query = { ...SERIES, granularity: '15m' };
    const valuesOf = async () =>
      seriesOf(await ask(query, range).answer()).flatMap(({ fields }) =>
        fields.map((field): unknown[] => field.values)
      );
    const first = await valuesOf();
    const told = first.map((values) => [...values]);
    service.calls.length = 0;
    for (const values of first) {
      spoil(values);
    }
    expect(await valuesOf()).toStrictEqual(told);
    expect(await valuesOf()).toStrictEqual(told);
    expect(service.calls).toEqual([]);
  });

  it('serves a longer range except for new data', async () => {
    const { service, ask } = panelOf();
    const query = { ...SERIES, granularity: '1h' };
    await ask(query, { from: NOW - 10 * DAY, to: NOW - 5 * DAY }).answer();
    service.calls.length = 0;
    await ask(query, { from: NOW - 12 * DAY, to: NOW - 3 * DAY }).answer();
    const read = spans(service).sort((a, b) => a.from - b.from);
    expect(read).toHaveLength(2);
    expect(read[0].from).toBe(NOW - 12 * DAY);
    expect(read[1].to).toBe(NOW - 3 * DAY);
    expect(read[0].to).toBeLessThanOrEqual(NOW - 10 * DAY + HOUR);
    expect(read[1].from).toBeGreaterThan(NOW - 5 * DAY - HOUR);
  });

  it('is read again after reuseFor, from its last reading', async () => {
    const { service, ask } = panelOf({ jsonData: { reuseFor: '30m' } });
    const query = { ...SERIES, granularity: '1h' };
    const range = { from: NOW - 10 * DAY, to: NOW - 2 * DAY };
    await ask(query, range).answer();
    service.calls.length = 0;
    await jest.advanceTimersByTimeAsync(29 * MINUTE);
    await ask(query, range).answer();
    expect(service.calls).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(2 * MINUTE);
    await ask(query, range).answer();
    expect(spans(service)).toEqual([range]);
  });

  it('is not reused if reuseData is off', async () => {
    const { service, ask } = panelOf({ jsonData: { reuseData: false } });
    const range = { from: NOW - 3 * DAY, to: NOW - 2 * DAY };
    await ask(SERIES, range).answer();
    await ask(SERIES, range).answer();
    expect(spans(service)).toEqual([range, range]);
  });

  it('is separate for each node, metric, aggregation, and granularity', async () => {
    const { service, ask } = panelOf();
    const range = { from: NOW - 3 * DAY, to: NOW - 2 * DAY };
    const queries = [
      SERIES,
      { ...SERIES, nodeId: '13' },
      { ...SERIES, metricId: 'mem' },
      { ...SERIES, aggregation: 'max' },
      { ...SERIES, granularity: '1h' },
    ];
    for (const query of queries) {
      await ask(query, range).answer();
    }
    expect(service.calls).toHaveLength(queries.length);
  });
});

describe('the newest data', () => {
  it.each([
    ['1m', HOUR * 6, 10 * MINUTE],
    ['15m', 5 * DAY, 15 * MINUTE],
    ['1h', 30 * DAY, HOUR],
  ])('at %s are read again on a refresh, from the start of a step', async (granularity, span, least) => {
    const { service, ask } = panelOf();
    await ask({ ...SERIES, granularity }, last(span)).answer();
    service.calls.length = 0;
    await jest.advanceTimersByTimeAsync(MINUTE);
    await ask({ ...SERIES, granularity }, last(span)).answer();
    expect(service.calls).toHaveLength(1);
    const [{ from, to }] = spans(service);
    const step = { '1m': MINUTE, '15m': 15 * MINUTE, '1h': HOUR }[granularity] ?? NaN;
    expect(to).toBe(service.calls[0].at);
    expect(to - from).toBeGreaterThanOrEqual(least);
    // The two newest steps: the current one and the previous one.
    expect(from).toBeLessThanOrEqual(Math.floor(to / step) * step - step);
    expect(to - from).toBeLessThan(Math.max(10 * MINUTE, 3 * step) + 2 * MINUTE);
    expect(from % step).toBe(0);
  });

  it('go as far back as refreshOverlap', async () => {
    const { service, ask } = panelOf({ jsonData: { refreshOverlap: '2h' } });
    await ask({ ...SERIES, granularity: '1m' }, last(6 * HOUR)).answer();
    service.calls.length = 0;
    await jest.advanceTimersByTimeAsync(MINUTE);
    await ask({ ...SERIES, granularity: '1m' }, last(6 * HOUR)).answer();
    const [{ from, to }] = spans(service);
    expect(to - from).toBeGreaterThanOrEqual(2 * HOUR);
    expect(to - from).toBeLessThan(2 * HOUR + 2 * MINUTE);
  });

  it('of a source that lags are its two newest steps', async () => {
    const { service, ask } = panelOf();
    const newest = NOW - (NOW % HOUR) - 5 * HOUR;
    service.until = () => newest;
    const look = () => ask({ ...SERIES, granularity: '15m' }, last(DAY)).answer();
    await look();
    service.calls.length = 0;
    await jest.advanceTimersByTimeAsync(MINUTE);
    await look();
    expect(spans(service).map(({ from }) => from)).toEqual([newest - 15 * MINUTE]);
  });

  it.each([
    ['1h', 250],
    ['15m', 100],
  ])(
    'of 30 days at %s, refreshed each minute for an hour, are at most 1/%d of the points',
    async (granularity, share) => {
      const { service, ask } = panelOf();
      const query = { ...SERIES, granularity };
      await ask(query, last(30 * DAY)).answer();
      const whole = service.sent;
      service.sent = 0;
      for (let i = 0; i < 59; i++) {
        await jest.advanceTimersByTimeAsync(MINUTE - 100);
        await ask(query, last(30 * DAY)).answer();
      }
      expect(service.sent).toBeGreaterThan(0);
      expect(service.sent / 59).toBeLessThanOrEqual(whole / share);
    }
  );
});

describe('equal requests', () => {
  it('of simultaneous panels are one', async () => {
    const one = panelOf();
    await one.ask(SERIES, last(30 * DAY)).answer();
    const { service, ask } = panelOf();
    const panels = Array.from({ length: 8 }, () => ask(SERIES, last(30 * DAY)));
    const answers = await Promise.all(panels.map((panel) => panel.answer()));
    expect(service.calls).toHaveLength(one.service.calls.length);
    const [first, ...others] = answers.map((answer) => timesOf(seriesOf(answer)[0]));
    expect(first).toHaveLength(720);
    others.forEach((times) => expect(times).toEqual(first));
    answers.forEach((answer) => expect(seriesOf(answer)[0].meta?.executedQueryString).toMatch(/^GET /));
  });

  it('of queries of one panel are one', async () => {
    const { service, ask } = panelOf();
    const answer = await ask([SERIES, { ...SERIES, legend: 'x' }], last(HOUR)).answer();
    expect(service.calls).toHaveLength(1);
    expect(seriesOf(answer)).toHaveLength(2);
  });

  it('for a list of alerts are one for five seconds, whoever asks', async () => {
    const { service, ask } = panelOf();
    service.body = () => [];
    const two = [ask({ queryType: 'alerts' }, last(HOUR)), ask({ queryType: 'alerts' }, last(HOUR))];
    await Promise.all(two.map((asked) => asked.answer()));
    await ask({ queryType: 'alerts' }, last(HOUR)).answer();
    expect(service.calls).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(6000);
    await ask({ queryType: 'alerts' }, last(HOUR)).answer();
    expect(service.calls).toHaveLength(2);
  });

  it.each([
    ['a forecast', { queryType: 'forecast' }],
    ['a metric with its forecast', { forecast: true }],
  ])('for %s are one within five seconds, whoever asks', async (_, more) => {
    const { service, ask } = panelOf();
    service.body = ({ segments }) => (segments.includes('forecast') ? { data: [] } : undefined);
    const read = async (panelId: number) => {
      await ask({ ...SERIES, ...more }, last(HOUR), { panelId }).answer();
      return service.calls.filter(({ segments }) => segments.includes('forecast')).length;
    };
    expect([await read(1), await read(2), await read(1)]).toEqual([1, 1, 1]);
    await jest.advanceTimersByTimeAsync(6000);
    expect(await read(3)).toBe(2);
  });

  it.each([{}, { metricVersion: 'v2' }, { sharedCache: true }, { sharedCache: true, metricVersion: 'v2' }] as const)(
    'for metric data are one within five seconds, whoever asks: %p',
    async (jsonData) => {
      const { service, ask } = panelOf({ jsonData });
      const range = last(HOUR);
      const read = async (panelId: number) => {
        await ask(SERIES, range, { panelId }).answer();
        return service.calls.length;
      };
      expect([await read(1), await read(2), await read(1)]).toEqual([1, 1, 1]);
      await jest.advanceTimersByTimeAsync(6000);
      expect([await read(1), await read(2), await read(2)]).toEqual([2, 2, 2]);
    }
  );
});
