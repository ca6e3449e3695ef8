/** @jest-environment node */
import { setTimeout as wait } from 'node:timers/promises';
import { startForTest } from '../harness';
import type { RequestEntry } from './requests';

describe('the control endpoints', () => {
  let service: Awaited<ReturnType<typeof startForTest>>;
  beforeAll(async () => {
    service = await startForTest();
  });
  afterEach(async () => {
    await fetch(`${service.url}/demo/faults`, { method: 'DELETE' });
    await fetch(`${service.url}/demo/requests`, { method: 'DELETE' });
  });
  afterAll(() => service.close());

  const ask = (signal?: AbortSignal) =>
    fetch(`${service.url}/v1/alerts`, { headers: { authorization: 'Bearer demo-token' }, signal });
  const set = (faults: unknown) =>
    fetch(`${service.url}/demo/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    });
  const log = async () => (await (await fetch(`${service.url}/demo/requests`)).json()) as RequestEntry[];
  /** A request is in the log at once, its end a moment after the caller knows of it. */
  const settled = () => logged((entries) => entries.every(({ duration }) => duration !== null));
  const logged = async (enough: (entries: RequestEntry[]) => boolean, tries = 300): Promise<RequestEntry[]> => {
    const entries = await log();
    if (enough(entries) || tries === 0) {
      return entries;
    }
    await wait(10);
    return logged(enough, tries - 1);
  };

  it('log the requests of the interface, not their own', async () => {
    await (await ask()).text();
    await (await fetch(`${service.url}/v1/alerts?at=x`)).text();
    expect(await settled()).toMatchObject([
      { method: 'GET', url: '/v1/alerts', status: 200, aborted: false },
      { method: 'GET', url: '/v1/alerts?at=x', status: 401, aborted: false },
    ]);
  });

  it('set, show and clear faults', async () => {
    expect(await (await set({ fail: 503, times: 1 })).json()).toEqual([{ fail: 503, times: 1, hits: 0 }]);
    expect([(await ask()).status, (await ask()).status]).toEqual([503, 200]);
    expect(await (await fetch(`${service.url}/demo/faults`)).json()).toEqual([{ fail: 503, times: 1, hits: 1 }]);
  });

  it.each([{ fail: 'loudly' }, { fail: 200 }, { rate: 2 }, { match: '(' }, { speed: 1 }])(
    'refuse %j',
    async (fault) => {
      expect((await set(fault)).status).toBe(400);
    }
  );

  it('can make bodies unreadable', async () => {
    await set({ fail: 'garbage' });
    const page = await ask();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html']);
    await set({ fail: 'truncated' });
    await expect((await ask()).json()).rejects.toThrow();
    await set({ fail: 'empty' });
    expect(await (await ask()).text()).toBe('');
  });

  it('can lose a connection, or leave it without an answer', async () => {
    await set({ fail: 'drop' });
    await expect(ask()).rejects.toThrow();
    await set({ fail: 'hang' });
    const gone = new AbortController();
    const asked = ask(gone.signal);
    await logged(({ length }) => length === 2);
    gone.abort();
    await expect(asked).rejects.toThrow();
    expect((await settled()).map(({ status, aborted }) => [status, aborted])).toEqual([
      [null, true],
      [null, true],
    ]);
  });

  it('name the tenants and their metrics', async () => {
    const metrics = (await (await fetch(`${service.url}/demo/metrics`)).json()) as unknown[];
    expect(metrics).toContainEqual(
      expect.objectContaining({ token: 'demo-token', nodeId: 101, metricId: 'response_time' })
    );
    expect(await (await fetch(`${service.url}/demo`)).json()).toMatchObject({
      tenants: [{ tenant: 'main' }, { tenant: 'small' }],
    });
  });
});
