import type { components } from '../schema';
import { type AlertRecord, eventAt, isActiveAt } from '../detection/timeline';
import { fixedNow, query, startForTest } from '../harness';
import { DAY, HOUR, MINUTE, iso } from '../time';

type Series = components['schemas']['ExploreTimeseries'];
type Parameters = Record<string, string | number | undefined>;

describe('the counts of explore', () => {
  let service: Awaited<ReturnType<typeof startForTest>>;
  beforeAll(async () => {
    service = await startForTest();
  });
  afterAll(() => service.close());

  const endOf = (alert: AlertRecord) => (isActiveAt(alert, fixedNow) ? Infinity : (alert.events.at(-1)?.at ?? 0));
  const counts = (parameters: Parameters) =>
    service.get<Series>('exploreAlertsTimeseries', `/v2/alerts/explore/timeseries${query(parameters)}`);

  it.each([
    ['15m', 15 * MINUTE, 5],
    ['1h', HOUR, 20],
    ['4h', 4 * HOUR, 60],
    ['1d', DAY, 500],
  ])('counts by %s, in buckets aligned in UTC', async (bucket, width, hours) => {
    const from = fixedNow - hours * HOUR;
    const { body } = await counts({ from: iso(from), to: iso(fixedNow), bucket });
    expect(body).toMatchObject({ bucket, from: iso(from), to: iso(fixedNow) });
    const starts = body.buckets.map(({ start }) => Date.parse(start));
    expect(starts[0]).toBe(Math.floor(from / width) * width);
    expect(starts.slice(1).every((start, i) => start - starts[i] === width)).toBe(true);
    for (const { start, end, active, impacts } of body.buckets) {
      const [first, last] = [Date.parse(start), Date.parse(end)];
      const there = service.world.alerts(fixedNow).filter((alert) => alert.events[0].at < last && endOf(alert) > first);
      expect(active).toBe(there.length);
      const severe = there.filter((alert) => eventAt(alert, Math.min(last - 1, fixedNow))?.impact === 'severe');
      expect(impacts.severe).toBe(severe.length);
      expect(impacts.low + impacts.medium + impacts.high + impacts.severe).toBe(active);
    }
  });

  it('counts alerts that pass the filters', async () => {
    const range = { from: iso(fixedNow - 5 * DAY), to: iso(fixedNow), bucket: '1d' };
    const total = async (parameters: Parameters) =>
      (await counts({ ...range, ...parameters })).body.buckets.reduce((sum, { active }) => sum + active, 0);
    expect(await total({ nodeId: 106 })).toBeGreaterThan(0);
    expect(await total({ nodeId: 106 })).toBeLessThan(await total({}));
    expect(await total({ statTypeId: 'bytes/out' })).toBe(await total({ q: 'bytes/out' }));
    expect(await total({ q: 'no such thing' })).toBe(0);
  });

  it.each<Parameters>([
    { bucket: '5m' },
    { bucket: undefined },
    { from: undefined },
    { to: undefined },
    { impact: 'low' },
  ])('refuses to count with %j', async (changes) => {
    const parameters = { from: iso(fixedNow - DAY), to: iso(fixedNow), bucket: '1h', ...changes };
    expect((await counts(parameters)).status).toBe(400);
  });
});
