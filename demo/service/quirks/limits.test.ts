import { HOUR, MINUTE } from '../time';
import { startForQuirks, times, to } from './asking';
import type { Quirk } from './quirk';

describe('windows and limits with quirks', () => {
  let service: Awaited<ReturnType<typeof startForQuirks>>;
  beforeAll(async () => {
    service = await startForQuirks();
  });
  afterAll(() => service.close());

  const withQuirk = (quirk: Quirk) => service.quirks.set([quirk]);

  it.each<[NonNullable<Quirk['window']>, number, number]>([
    ['closed', 0, 0],
    ['openStart', 1, 0],
    ['openEnd', 0, 1],
    ['open', 1, 1],
  ])('a window that is %s', async (window, first, last) => {
    withQuirk({ window });
    const found = times(await service.v1());
    expect([found[0], found.at(-1)]).toEqual([to - 2 * HOUR + first * MINUTE, to - last * MINUTE]);
  });

  it('limits, retention, and refusals return a 400', async () => {
    withQuirk({ maxWindow: '1h' });
    expect((await service.v1()).status).toBe(400);
    expect((await service.v2()).status).toBe(400);
    withQuirk({ maxFineWindow: '1h' });
    expect([
      (await service.v1({ granularity: '1m' })).status,
      (await service.v1({ granularity: '15m' })).status,
    ]).toEqual([400, 200]);
    withQuirk({ fineFor: '1h' });
    expect((await service.v1({ granularity: '1m' })).status).toBe(400);
    withQuirk({ refuseAggregation: 'sum', refuseGranularity: ['1m', '15m'] });
    expect((await service.v1({ aggregation: 'sum' })).status).toBe(400);
    expect((await service.v1({ aggregation: 'max' })).status).toBe(200);
    expect((await service.v1({ granularity: '15m' })).status).toBe(400);
    expect((await service.v1()).body.granularity).toBe('60m');
  });
});
