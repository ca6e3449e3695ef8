import type { components } from '../schema';
import { fixedNow, query, startForTest } from '../harness';
import { DAY, HOUR, iso } from '../time';

type V1 = components['schemas']['MetricDataV1'];
type V2 = components['schemas']['MetricData'];

describe('the forecast', () => {
  it('has corridors ahead, and none for a metric without a baseline', async () => {
    const service = await startForTest();
    const forecast = (path: string) => service.get<V2>('getForecast', `/v2/corridors/${path}/forecast`);
    const { body } = await forecast('101/response_time');
    const times = body.data.map(({ timestamp }) => Date.parse(timestamp));
    expect(times[0]).toBeGreaterThan(fixedNow);
    expect(times.at(-1)).toBeGreaterThan(fixedNow + 47 * HOUR);
    expect(body.data[0].corridors.main.up).toBeGreaterThan(body.data[0].corridors.main.down);
    expect(body.data[0]).not.toHaveProperty('smoothened');
    expect((await forecast('307/cpu')).body.data).toEqual([]);
    expect((await forecast('307/nothing')).status).toBe(400);
    await service.close();
  });

  it('has the level of metric data at its step, even for sums', async () => {
    const service = await startForTest();
    const { body } = await service.get<V2>('getForecast', '/v2/corridors/104/queries/forecast');
    const range = { from: iso(fixedNow - DAY), to: iso(fixedNow), granularity: '15m' };
    const past = (await service.get<V1>('v1GetMetricData', `/v1/ad/metrics/104/queries${query(range)}`)).body.data;
    const highest = (points: Array<{ corridors: { main: { up: number } } }>) =>
      Math.max(...points.map(({ corridors }) => corridors.main.up));
    expect(highest(body.data) / highest(past)).toBeGreaterThan(0.7);
    expect(highest(body.data) / highest(past)).toBeLessThan(1.4);
    await service.close();
  });
});
