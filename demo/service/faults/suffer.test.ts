import { setTimeout as wait } from 'node:timers/promises';
import { startForTest } from '../harness';
import { type Told, ask, path } from './asking';
import type { Fault } from './fault';

describe('a fault has its effect over a real socket', () => {
  let service: Awaited<ReturnType<typeof startForTest>>;
  let right: Told;
  beforeAll(async () => {
    service = await startForTest();
    right = await ask(service.url + path);
  });
  afterEach(() => service.suffer());
  afterAll(() => service.close());

  const suffering = async (fault: Fault, patience?: number) => {
    await service.suffer(fault);
    return ask(service.url + path, patience);
  };
  const json = ({ body }: Told) => JSON.parse(body);
  const fail = (word: Fault['fail'], more: Fault = {}) =>
    suffering({ ...more, fail: word }, word === 'hang' || word === 'stall' ? 300 : undefined);

  it('none: the right answer', () => {
    expect(right).toMatchObject({ status: 200, end: 'whole' });
    expect(json(right).buckets).toHaveLength(5);
  });

  it.each([400, 401, 403, 404, 429, 500, 502, 503, 504])('status %i', async (status) => {
    const told = await fail(status);
    expect(told).toMatchObject({ status, end: 'whole', retryAfter: undefined });
    expect(json(told)).toMatchObject({ status, message: expect.stringContaining('fault') });
  });

  it.each([
    [2, '2'],
    ['Thu, 29 Jan 2026 12:00:00 GMT', 'Thu, 29 Jan 2026 12:00:00 GMT'],
  ])('429 with Retry-After %s', async (retryAfter, header) => {
    expect(await fail(429, { retryAfter })).toMatchObject({ status: 429, retryAfter: header });
  });

  it('refuse: connections are refused until it is removed', async () => {
    expect((await fail('refuse')).end).toBe('ECONNREFUSED');
    await service.suffer();
    expect(await ask(service.url + path)).toEqual(right);
  });

  it('refuse, set and removed over HTTP: the control address stays open', async () => {
    const put = (url: string, faults: Fault[]) =>
      fetch(`${url}/demo/faults`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(faults),
      });
    const { control } = (await (await fetch(`${service.url}/demo`)).json()) as { control: string };
    expect((await put(service.url, [{ fail: 'refuse' }])).status).toBe(200);
    expect((await ask(service.url + path)).end).toBe('ECONNREFUSED');
    expect((await ask(control + path)).status).toBe(404);
    expect((await put(control, [])).status).toBe(200);
    expect(await ask(service.url + path)).toEqual(right);
  });

  it('refuse: the service can shut down meanwhile', async () => {
    const other = await startForTest({ faults: [{ fail: 'refuse' }] });
    expect((await ask(other.url + path)).end).toBe('ECONNREFUSED');
    await other.close();
    expect((await ask(`${other.control}/demo`)).end).toBe('ECONNREFUSED');
  });

  it('hang: no answer', async () => {
    expect(await fail('hang')).toEqual({ body: '', end: 'open' });
  });

  it('drop: the connection is closed without an answer', async () => {
    expect(await fail('drop')).toEqual({ body: '', end: 'ECONNRESET' });
  });

  it.each<['reset' | 'stall', string]>([
    ['reset', 'ECONNRESET'],
    ['stall', 'open'],
  ])('%s: half of the body, then %s', async (word, end) => {
    const told = await fail(word);
    expect(told).toMatchObject({ status: 200, end });
    expect(told.body).toBe(right.body.slice(0, Math.ceil(right.body.length / 2)));
  });

  it('latency: the right answer, late', async () => {
    expect((await suffering({ latency: 300 }, 100)).end).toBe('open');
    expect(await suffering({ latency: 30 })).toEqual(right);
  });

  it('latency and 504: a time-out of a proxy', async () => {
    expect(await suffering({ latency: 30, fail: 504 })).toMatchObject({ status: 504, end: 'whole' });
  });

  it('a custom body, as a success or as an error', async () => {
    expect(await suffering({ body: { buckets: 3 } })).toMatchObject({ status: 200, body: '{"buckets":3}' });
    expect(await suffering({ fail: 400, body: [1] })).toMatchObject({ status: 400, body: '[1]' });
    expect(await suffering({ status: 418, body: 'x' })).toMatchObject({ status: 418, body: '"x"' });
  });

  it('only affects its operation, as often as requested', async () => {
    await service.suffer({ operation: 'explore', times: 1, fail: 500 }, { token: 'demo-token-small', fail: 502 });
    const statuses = [];
    for (const at of ['/v1/alerts', path, path]) {
      statuses.push((await ask(service.url + at)).status);
    }
    expect(statuses).toEqual([200, 500, 200]);
  });

  it('is logged with its end', async () => {
    service.requests.clear();
    await fail('reset');
    await fail('drop');
    await fail(503);
    for (let tries = 0; tries < 200 && service.requests.all.some(({ duration }) => duration === null); tries++) {
      await wait(10);
    }
    expect(service.requests.all.map(({ status, aborted }) => [status, aborted])).toEqual([
      [null, true],
      [null, true],
      [503, false],
    ]);
  });
});
