import { fixedNow } from '../harness';
import { HOUR, MINUTE, iso } from '../time';
import { type Point, startForQuirks, times, to } from './asking';
import type { Quirk } from './quirk';

describe('metric data with quirks', () => {
  let service: Awaited<ReturnType<typeof startForQuirks>>;
  beforeAll(async () => {
    service = await startForQuirks();
  });
  afterEach(() => {
    service.quirks.set([]);
    service.clock.set(fixedNow);
  });
  afterAll(() => service.close());

  const withQuirk = (...quirks: Quirk[]) => service.quirks.set(quirks);
  const gaps = (list: number[]) => list.slice(1).map((time, i) => time - list[i]);

  it.each<[NonNullable<Quirk['step']>, number]>([
    ['15m', 9],
    ['60m', 3],
    ['1h', 3],
  ])('stored at %s: v2 is coarser than the rule, v1 refuses finer granularities', async (step, count) => {
    withQuirk({ step });
    expect((await service.v2()).body.data).toHaveLength(count);
    expect((await service.v1()).body).toMatchObject({ granularity: step.replace('1h', '60m') });
    expect((await service.v1({ granularity: '1m' })).status).toBe(400);
  });

  it('a finer granularity can get a coarser answer, and v1 can return the requested one, or none', async () => {
    withQuirk({ step: '15m', finer: 'coarser', tellGranularity: 'asked' });
    const asked = await service.v1({ granularity: '1m' });
    expect(asked.body).toMatchObject({ granularity: '1m', sourceGranularity: '15m' });
    expect(asked.body.data).toHaveLength(9);
    withQuirk({ step: '15m', finer: 'coarser', tellGranularity: 'nothing', tellSource: false });
    const { body } = await service.v1({ granularity: '1m' });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining([expect.stringMatching(/ranularity/)]));
  });

  it('jitter moves timestamps, by milliseconds or by a share of a step, and keeps their order', async () => {
    const right = times(await service.v1());
    for (const [jitter, most] of [
      [5, 5],
      [0.1, 6000],
    ]) {
      withQuirk({ jitter });
      const moved = times(await service.v1());
      const off = right.slice(1, -1).map((time) => Math.min(...moved.map((other) => Math.abs(other - time))));
      expect(Math.max(...off)).toBeLessThanOrEqual(most);
      expect(Math.max(...off)).toBeGreaterThan(most / 3);
      expect(Math.min(...gaps(moved))).toBeGreaterThan(0);
      expect(times(await service.v1())).toEqual(moved);
    }
  });

  it('one point a day is at midnight', async () => {
    withQuirk({ daily: true });
    const days = times(await service.v1({ from: iso(fixedNow - 72 * HOUR), to: iso(fixedNow) }));
    expect(days).toHaveLength(3);
    expect(days.filter((time) => time % (24 * HOUR) !== 0)).toEqual([]);
  });

  it('points arrive late, and gaps before the newest are filled later', async () => {
    const until = { from: iso(fixedNow - 2 * HOUR), to: iso(fixedNow) };
    const newest = times(await service.v1(until)).at(-1) ?? 0;
    withQuirk({ late: '5m' });
    expect(times(await service.v1(until)).at(-1)).toBe(newest - 5 * MINUTE);
    withQuirk({ late: ['0s', '40m'] });
    const early = times(await service.v1(until));
    expect(Math.max(...gaps(early))).toBeGreaterThan(MINUTE);
    service.clock.advance(41 * MINUTE);
    const late = times(await service.v1(until));
    expect(Math.max(...gaps(late))).toBe(MINUTE);
    expect(late).toEqual(expect.arrayContaining(early));
  });

  it('points are missing, always the same ones', async () => {
    withQuirk({ missing: 0.3 });
    const there = times(await service.v1());
    expect(there.length).toBeGreaterThan(60);
    expect(there.length).toBeLessThan(105);
    expect(times(await service.v1())).toEqual(there);
  });

  it('bands are null or absent, in every way', async () => {
    withQuirk({ bandless: 1 });
    const { data } = (await service.v1({ from: iso(to - 6 * HOUR) })).body;
    const ways = [
      ({ corridors }: Point) => corridors?.main && corridors.sup === null && corridors.inf === null,
      ({ corridors }: Point) => corridors?.main === null,
      ({ corridors }: Point) => corridors?.main && corridors.main.up === null,
      ({ corridors }: Point) => corridors === null,
      ({ corridors }: Point) => corridors && Object.keys(corridors).length === 0,
      (point: Point) => !('corridors' in point),
    ];
    expect(ways.map((way) => data.some(way))).toEqual(ways.map(() => true));
    withQuirk({ bandless: 0.5 });
    const half = (await service.v1({ from: iso(to - 6 * HOUR) })).body.data;
    expect(half.filter(({ corridors }) => corridors?.main?.up).length).toBeGreaterThan(60);
  });

  it('numbers and times are text', async () => {
    const [right] = (await service.v1()).body.data;
    withQuirk({ numbersAsText: true });
    const [text] = (await service.v1()).body.data;
    expect(text).toMatchObject({ timestamp: right.timestamp, smoothened: String(right.smoothened) });
    expect(text.corridors?.main).toEqual({
      up: String(right.corridors?.main?.up),
      down: String(right.corridors?.main?.down),
    });
    withQuirk({ timesAsText: true });
    expect((await service.v1()).body.data[0].timestamp).toBe(String(right.timestamp));
    expect((await service.v2()).body.data[0].timestamp).toBe(String(right.timestamp));
  });

  it('quirks of some series do not affect others, and the last one counts', async () => {
    withQuirk({ step: '60m' }, { series: '^101:resp', step: '15m' });
    expect((await service.v1()).body.sourceGranularity).toBe('15m');
    expect((await service.v1({}, '101/requests')).body.sourceGranularity).toBe('60m');
  });
});
