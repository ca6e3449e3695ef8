import { startForTest } from '../harness';
import { type Told, ask, path } from './asking';
import type { Fault } from './fault';

describe('a fault returns the body of its word', () => {
  let service: Awaited<ReturnType<typeof startForTest>>;
  let right: Told;
  beforeAll(async () => {
    service = await startForTest();
    right = await ask(service.url + path);
  });
  afterAll(() => service.close());

  const json = ({ body }: Told) => JSON.parse(body);
  const fail = async (word: Fault['fail'], more: Fault = {}) => {
    await service.suffer({ ...more, fail: word });
    return ask(service.url + path);
  };

  it('truncated: the body ends in the middle', async () => {
    const told = await fail('truncated');
    expect(told).toMatchObject({ status: 200, end: 'whole' });
    expect(() => json(told)).toThrow();
    expect(right.body.startsWith(told.body)).toBe(true);
  });

  it('empty, html', async () => {
    expect(await fail('empty')).toMatchObject({ status: 200, body: '', end: 'whole' });
    expect(await fail('html')).toMatchObject({ type: 'text/html; charset=utf-8', body: expect.stringMatching(/^<!d/) });
  });

  it.each<[Fault['fail'], unknown]>([
    ['object', {}],
    ['error', { error: expect.any(String) }],
    ['array', []],
    ['null', null],
    ['text', expect.any(String)],
  ])('%s: JSON of another shape', async (word, body) => {
    const told = await fail(word);
    expect([told.status, json(told)]).toEqual([200, body]);
  });

  it('nested: 20,000 arrays, with any status', async () => {
    const told = await fail('nested', { status: 400 });
    expect(told.status).toBe(400);
    expect(told.body).toMatch(/^\[{20000}\]{20000}$/);
  });

  it('bare, nulls, types, huge: the right answer, but', async () => {
    expect(json(await fail('bare')).buckets).toEqual([{}, {}, {}, {}, {}]);
    const [first] = json(await fail('nulls')).buckets;
    expect(first).toMatchObject({ start: null, active: null, impacts: { low: null } });
    expect(json(await fail('types')).buckets[0]).toMatchObject({ start: 24, active: { value: expect.any(Number) } });
    const { buckets } = json(await fail('huge'));
    expect(new Set(buckets.map(({ start }: { start: number }) => start))).toEqual(new Set([-1e300, 2e40, -5e51]));
  });
});
