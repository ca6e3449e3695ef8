import { fixedNow, startForTest } from './harness';
import { loadOperations } from './http/openapi';
import { createDemoService } from './server';

describe('the demo service', () => {
  let service: Awaited<ReturnType<typeof startForTest>>;
  beforeAll(async () => {
    service = await startForTest();
  });
  afterAll(() => service.close());

  const paths = loadOperations().map(({ path }) =>
    path
      .replace('{node-id}', '101')
      .replace('{metric-id}', 'response_time')
      .replace(/\{[^}]+\}/g, '0')
  );
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(service.url + path, { headers, method });

  it.each(paths)('requires a known token with permission: %s', async (path) => {
    const bearer = async (authorization: string) => (await ask(path, { authorization })).status;
    expect((await ask(path)).status).toBe(401);
    expect(await bearer('Bearer something')).toBe(401);
    expect(await bearer('Basic demo-token')).toBe(401);
    expect(await bearer('Bearer demo-token-forbidden')).toBe(403);
    expect([200, 400, 404]).toContain(await bearer('Bearer demo-token'));
  });

  it('shows each tenant its own data', async () => {
    const ids = async (token: string) =>
      (await service.get<Array<{ id: string }>>('v1ListAlerts', '/v1/alerts', token)).body;
    expect(await ids('demo-token-small')).not.toEqual(await ids('demo-token'));
    const path = '/v1/ad/metrics/101/response_time';
    expect((await service.get('v1GetMetricData', path, 'demo-token-small')).status).toBe(400);
  });

  it('has no other path and no other method', async () => {
    const headers = { authorization: 'Bearer demo-token' };
    expect((await ask('/v3/alerts', headers)).status).toBe(404);
    expect((await ask('/v1/alerts/explore', headers)).status).toBe(404);
    const post = await ask('/v1/alerts', headers, 'POST');
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET']);
    expect((await ask('/v1/alerts', {}, 'DELETE')).status).toBe(401);
  });

  it('accepts IDs of up to 64 bits', async () => {
    const found = async (nodeId: string) => {
      const answer = await service.get<{ total: number }>('exploreAlerts', `/v2/alerts/explore?nodeId=${nodeId}`);
      return [answer.status, answer.body.total];
    };
    expect(await found('9223372036854775807')).toEqual([200, 0]);
    expect(await found('-9223372036854775808')).toEqual([200, 0]);
    expect((await found('9223372036854775808'))[0]).toBe(400);
    expect((await found('1e3'))[1]).toBe(0);
  });

  it('returns errors with a message', async () => {
    const response = await ask('/v1/alerts');
    expect(await response.json()).toEqual({
      status: 401,
      error: 'Unauthorized',
      message: expect.stringContaining('Bearer'),
    });
  });

  it('compresses bodies of 1 KB and more for those who accept it', async () => {
    const encoding = async (path: string, accepted: string) => {
      const headers = { authorization: 'Bearer demo-token', 'accept-encoding': accepted };
      const answer = await ask(path, headers);
      return [answer.headers.get('content-encoding'), typeof (await answer.json())];
    };
    expect(await encoding('/v2/alerts', 'gzip, deflate')).toEqual(['gzip', 'object']);
    expect(await encoding('/v2/alerts', 'identity')).toEqual([null, 'object']);
    expect(await encoding('/v2/alerts/0', 'gzip')).toEqual([null, 'object']);
  });

  it('uses the next port if one is in use, unless forbidden', async () => {
    const port = Number(new URL(service.url).port);
    const second = await createDemoService({ port, now: fixedNow });
    expect(Number(new URL(second.url).port)).toBeGreaterThan(port);
    await second.close();
    await expect(createDemoService({ port, now: fixedNow, strictPort: true })).rejects.toThrow('EADDRINUSE');
  });
});
