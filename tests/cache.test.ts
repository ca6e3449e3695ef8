import http, { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDemoService, type DemoService, tokens } from '../demo/service/server';
import { type Cache, findNginx, startCache } from './bench/viewers/nginx';

const NOW = Date.UTC(2026, 10, 21, 12);
const ALERTS = '/v2/alerts';
const nginx = findNginx();

/** The path of a day's metric data. */
const dayOf = (day: number) =>
  `/v1/ad/metrics/101/response_time?from=2026-11-${day}T00:00:00Z&to=2026-11-${day}T23:00:00Z&granularity=1m`;

/** A real nginx with the shipped recipe, in front of the demo service. Without an nginx on this machine, it is skipped. */
(nginx ? describe : describe.skip)('provisioning/cache/nginx.conf, which needs nginx', () => {
  let service: DemoService;
  let front: Server;
  let cache: Cache;
  /** The requests that reached the service. */
  const upstream: http.IncomingMessage[] = [];

  beforeAll(async () => {
    service = await createDemoService({ port: 0, now: NOW });
    front = http.createServer((request, response) => {
      upstream.push(request);
      const { url, headers } = request;
      http.get(service.url + url, { headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
    });
    await new Promise<void>((resolve) => void front.listen(0, '127.0.0.1', resolve));
    cache = await startCache(nginx ?? '', `127.0.0.1:${(front.address() as AddressInfo).port}`);
  });
  afterAll(async () => {
    await cache.stop();
    front.close();
    front.closeAllConnections();
    await service.close();
  });
  beforeEach(() => {
    upstream.length = 0;
    cache.takeStatuses();
  });

  const ask = async (path: string, token: string = tokens.main, headers: Record<string, string> = {}) => {
    const answer = await fetch(cache.url + path, { headers: { authorization: `Bearer ${token}`, ...headers } });
    return { answer, body: await answer.text() };
  };
  const statusOf = async (...asked: Parameters<typeof ask>) =>
    (await ask(...asked)).answer.headers.get('x-cache-status');

  it('answers equal requests at the same time with one of its own, and the next ones from its memory', async () => {
    const bodies = await Promise.all(Array.from({ length: 20 }, async () => (await ask(ALERTS)).body));
    expect(new Set(bodies).size).toBe(1);
    expect(JSON.parse(bodies[0])).not.toHaveLength(0);
    expect(await statusOf(ALERTS)).toBe('HIT');
    expect(upstream).toHaveLength(1);
    // A line of the log can follow its response.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(cache.takeStatuses()).toEqual({ MISS: 1, HIT: 20 });
  });

  it('gives each token its own answers', async () => {
    const path = '/v1/alerts';
    const [one, other] = [await ask(path), await ask(path, tokens.small)];
    expect(one.body).not.toBe(other.body);
    expect((await ask(path, 'unknown')).answer.status).toBe(401);
    expect(upstream).toHaveLength(3);
  });

  it('keeps settled data apart, and does not send the mark to the service', async () => {
    const path = dayOf(18);
    const settled = { 'x-settled': '1' };
    expect([await statusOf(path), await statusOf(path, tokens.main, settled)]).toEqual(['MISS', 'MISS']);
    expect(await statusOf(path, tokens.main, settled)).toBe('HIT');
    expect(upstream.map(({ headers }) => headers['x-settled'])).toEqual([undefined, undefined]);
  });

  it('compresses, and asks for compressed bodies', async () => {
    const path = dayOf(19);
    const answers = [
      await ask(path, tokens.main, { 'accept-encoding': 'gzip' }),
      await ask(path, tokens.main, { 'accept-encoding': 'identity' }),
    ];
    expect(answers.map(({ answer }) => answer.headers.get('content-encoding'))).toEqual(['gzip', null]);
    expect(answers[0].body).toBe(answers[1].body);
    expect(upstream.map(({ headers }) => headers['accept-encoding'])).toEqual(['gzip']);
  });

  it('never keeps a failure of the service', async () => {
    const path = dayOf(20);
    await service.suffer({ fail: 503 });
    expect((await ask(path)).answer.status).toBe(503);
    await service.suffer();
    expect((await ask(path)).answer.status).toBe(200);
  });
});
