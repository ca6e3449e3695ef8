import { setTimeout as wait } from 'node:timers/promises';
import { fixedNow, startForTest } from '../harness';
import { MINUTE, iso } from '../time';
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

  const ask = () => fetch(`${service.url}/v1/alerts`, { headers: { authorization: 'Bearer demo-token' } });
  const set = (faults: unknown) =>
    fetch(`${service.url}/demo/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    });
  const log = async () => (await (await fetch(`${service.url}/demo/requests`)).json()) as RequestEntry[];
  /** A request is logged at once, but its end only a moment after the caller knows about it. */
  const settled = () => logged((entries) => entries.every(({ duration }) => duration !== null));
  const logged = async (enough: (entries: RequestEntry[]) => boolean, tries = 300): Promise<RequestEntry[]> => {
    const entries = await log();
    if (enough(entries) || tries === 0) {
      return entries;
    }
    await wait(10);
    return logged(enough, tries - 1);
  };

  it('log requests to the interface, not to themselves', async () => {
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

  it('start another day, for all tokens at once', async () => {
    const mood = (body: object) =>
      fetch(`${service.url}/demo/mood`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const active = async () => ((await (await ask()).json()) as unknown[]).length;
    const usual = await active();
    expect(await (await mood({ mood: 'busy' })).json()).toEqual({ mood: 'busy' });
    expect(await active()).toBeGreaterThan(20);
    expect((await mood({ mood: 'quiet' })).status).toBe(200);
    expect(await active()).toBe(0);
    expect((await mood({ mood: 'dreadful' })).status).toBe(400);
    expect((await (await fetch(`${service.url}/demo`)).json()) as object).toMatchObject({ mood: 'quiet' });
    await mood({ mood: 'usual' });
    expect(await active()).toBe(usual);
  });

  it('refuse an invalid fault with a sentence, and change nothing', async () => {
    await set({ fail: 503 });
    const refused = await set([{ fail: 500 }, { fail: 'loudly' }]);
    expect(refused.status).toBe(400);
    expect(((await refused.json()) as { message: string }).message).toContain('fail is a status');
    expect((await ask()).status).toBe(503);
  });

  it('show the current settings, and what is available', async () => {
    await set({ fail: 503 });
    const told = await (await fetch(`${service.url}/demo`)).json();
    expect(told).toMatchObject({
      faults: [{ fail: 503 }],
      startedWith: { faults: [] },
      quirks: [],
      known: { words: { hang: expect.any(String) }, quirks: { jitter: expect.any(String) } },
    });
  });

  it('set, show, and clear quirks, and refuse invalid ones', async () => {
    const put = (quirks: unknown) =>
      fetch(`${service.url}/demo/quirks`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(quirks),
      });
    expect(await (await put({ jitter: 5 })).json()).toEqual([{ jitter: 5 }]);
    expect((await put([{ jitter: 'much' }])).status).toBe(400);
    expect(await (await fetch(`${service.url}/demo/quirks`)).json()).toEqual([{ jitter: 5 }]);
    expect(await (await fetch(`${service.url}/demo/quirks`, { method: 'DELETE' })).json()).toEqual([]);
  });

  it('move the clock', async () => {
    const put = async (body: object) => {
      const answer = await fetch(`${service.url}/demo/clock`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return [answer.status, ((await answer.json()) as { now: string }).now];
    };
    expect(await put({ advance: 60_000 })).toEqual([200, iso(fixedNow + MINUTE)]);
    expect(await put({ now: '2026-01-30T00:00:00Z', advance: 1000 })).toEqual([200, '2026-01-30T00:00:01.000Z']);
    expect((await put({ later: 1 }))[0]).toBe(400);
    const real = (await (await fetch(`${service.url}/demo/clock`, { method: 'DELETE' })).json()) as { now: string };
    expect(Math.abs(Date.parse(real.now) - Date.now())).toBeLessThan(MINUTE);
    service.clock.set(fixedNow);
  });

  it('list the tenants and their metrics', async () => {
    const metrics = (await (await fetch(`${service.url}/demo/metrics`)).json()) as unknown[];
    expect(metrics).toContainEqual(
      expect.objectContaining({ token: 'demo-token', nodeId: 101, metricId: 'response_time' })
    );
    expect(await (await fetch(`${service.url}/demo`)).json()).toMatchObject({
      tenants: [{ tenant: 'main' }, { tenant: 'small' }],
    });
  });
});
