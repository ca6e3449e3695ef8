import type { components } from '../schema';
import { fixedNow, query, startForTest } from '../harness';
import { DAY, HOUR, MINUTE, iso } from '../time';

type V1 = components['schemas']['MetricDataV1'];
type V2 = components['schemas']['MetricData'];
type Changes = Record<string, string | undefined>;

describe('metric data', () => {
  let service: Awaited<ReturnType<typeof startForTest>>;
  beforeAll(async () => {
    service = await startForTest();
  });
  afterAll(() => service.close());

  const range = (length: number) => ({ from: iso(fixedNow - length), to: iso(fixedNow) });
  const v1 = (metric: string, changes: Changes = {}) =>
    service.get<V1>('v1GetMetricData', `/v1/ad/metrics/${metric}${query(changes)}`);
  const v2 = (metric: string, changes: Changes = {}) =>
    service.get<V2>('v2GetMetricData', `/v2/metrics/${metric}${query(changes)}`);

  it('covers the last 15 minutes without a range, in epoch milliseconds', async () => {
    const { status, body } = await v1('101/response_time');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      node: 101,
      metric: 'response_time',
      aggregation: 'avg',
      granularity: '1m',
      sourceGranularity: '1m',
    });
    const times = body.data.map(({ timestamp }) => timestamp);
    expect(times[0]).toBeGreaterThanOrEqual(fixedNow - 15 * MINUTE);
    expect(times.at(-1)).toBe(Date.parse('2026-01-29T11:46:00Z'));
    expect(times.slice(1).every((time, i) => time - times[i] === MINUTE)).toBe(true);
  });

  it('is the same in v2, with ISO times and without granularity', async () => {
    const one = (await v1('101/response_time', range(HOUR))).body;
    const { body } = await v2('101/response_time', range(HOUR));
    expect(Object.keys(body).sort()).toEqual(['aggregation', 'data', 'metric', 'node']);
    expect(body.data).toEqual(one.data.map((point) => ({ ...point, timestamp: iso(point.timestamp) })));
    expect((await v2('101/response_time', { ...range(HOUR), granularity: '1m' })).status).toBe(400);
  });

  it.each([
    ['up to 12 h', 12 * HOUR, '1m'],
    ['up to 7 d', 12 * HOUR + 1, '15m'],
    ['up to 7 d', 7 * DAY, '15m'],
    ['above', 7 * DAY + 1, '60m'],
  ])('has the granularity for the range: %s', async (_, length, granularity) => {
    const { body } = await v1('101/response_time', range(length));
    expect(body.granularity).toBe(granularity);
    expect((await v2('101/response_time', range(length))).body.data).toHaveLength(body.data.length);
  });

  it('uses the coarser source if no granularity is requested, and refuses a finer one', async () => {
    const path = '102/orders%2Fcompleted';
    expect((await v1(path, range(HOUR))).body).toMatchObject({ granularity: '15m', sourceGranularity: '15m' });
    expect((await v1(path, { ...range(HOUR), granularity: '1m' })).status).toBe(400);
    expect((await v1(path, { ...range(HOUR), granularity: '1h' })).body.granularity).toBe('60m');
    expect((await v1('305/objects', { ...range(HOUR), granularity: '15m' })).status).toBe(400);
  });

  it.each<[string, Changes, number]>([
    ['14 days', range(14 * DAY), 200],
    ['more than 14 days', range(14 * DAY + 1), 400],
    ['48 hours at 1m', { ...range(48 * HOUR), granularity: '1m' }, 200],
    ['more than 48 hours at 1m', { ...range(48 * HOUR + 1), granularity: '1m' }, 400],
    ['14 days at 15m', { ...range(14 * DAY), granularity: '15m' }, 200],
    ['an unknown granularity', { granularity: '5m' }, 400],
    ['an unknown aggregation', { aggregation: 'min' }, 400],
    ['an unknown parameter', { step: '1m' }, 400],
    ['no time', { from: 'yesterday' }, 400],
    ['a time without a zone', { from: '2026-01-29T10:00:00' }, 400],
    ['from after to', { from: iso(fixedNow), to: iso(fixedNow - 1) }, 400],
  ])('has limits: %s', async (_, changes, status) => {
    expect((await v1('101/response_time', changes)).status).toBe(status);
  });

  it('needs a range in v2', async () => {
    expect((await v2('101/response_time')).status).toBe(400);
    expect((await v2('101/response_time', { from: iso(fixedNow) })).status).toBe(400);
    expect((await v2('101/response_time', { to: iso(fixedNow) })).status).toBe(400);
    expect((await v2('101/response_time', range(14 * DAY + 1))).status).toBe(400);
  });

  it('finds every metric by its ID, whatever it contains', async () => {
    for (const { node, id, series } of service.world.metrics) {
      const { status, body } = await v1(`${node.id}/${encodeURIComponent(id)}`, range(DAY));
      expect([status, body.node, body.metric]).toEqual([200, node.id, id]);
      expect(body.data.length > 0).toBe(series.baselineFrom < fixedNow);
    }
    expect((await v1('101/nothing')).status).toBe(400);
    expect((await v1('nowhere/response_time')).status).toBe(400);
    expect((await v1('1.5/response_time')).status).toBe(400);
  });

  it('aggregates as requested, or by the default of the metric', async () => {
    const data = async (aggregation?: string) => (await v1('101/requests', { ...range(DAY), aggregation })).body;
    const [own, avg, max, sum] = [await data(), await data('avg'), await data('max'), await data('sum')];
    expect(own).toEqual(sum);
    expect([avg.aggregation, max.aggregation]).toEqual(['avg', 'max']);
    const [a, m, s] = [avg, max, sum].map(({ data: [point] }) => point.smoothened);
    expect(m).toBeGreaterThan(a);
    expect(s).toBeGreaterThan(m);
  });

  it('has irregular timestamps if the source has, and regular ones in wider steps', async () => {
    const off = async (granularity: string, step: number) =>
      (await v1('404/co%2Fppm', { ...range(HOUR), granularity })).body.data.map(({ timestamp }) => timestamp % step);
    expect((await off('1m', MINUTE)).filter((rest) => rest !== 0).length).toBeGreaterThan(50);
    expect((await off('15m', 15 * MINUTE)).every((rest) => rest === 0)).toBe(true);
  });

  it('includes both ends of a range', async () => {
    const at = iso(fixedNow - (fixedNow % HOUR) - DAY);
    expect((await v1('101/response_time', { from: at, to: at })).body.data).toHaveLength(1);
  });

  it('has no data from the future', async () => {
    const { body } = await v1('101/response_time', { from: iso(fixedNow), to: iso(fixedNow + HOUR) });
    expect(body.data).toEqual([]);
  });
});
