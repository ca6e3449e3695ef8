/** @jest-environment node */
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo } from 'node:net';
import { forward, type ProxiedSource } from './forward';

const ROUTES = [
  {
    path: 'v1',
    method: 'GET',
    headers: [{ name: 'Authorization', content: 'Bearer {{ .SecureJsonData.accessToken }}' }],
  },
];
const servers: http.Server[] = [];

async function listen(listener: RequestListener): Promise<string> {
  const server = http.createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A service that records its requests, and a proxy in front of it. */
async function proxied(answer: RequestListener, jsonData: ProxiedSource['jsonData'] = {}, url?: string) {
  const asked: IncomingMessage[] = [];
  const service = await listen((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  const source = { url: url ?? `${service}/base`, jsonData, secureJsonData: { accessToken: 'secret' } };
  const proxy = await listen((request, response) => {
    const [path, query = ''] = (request.url ?? '').split('?');
    forward(request, response, source, ROUTES, { path: path.slice(1), query });
  });
  return { proxy, asked };
}

const ok: RequestListener = (_request, response) => response.end('{"fine":true}');

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

describe('forward', () => {
  it('adds the token and rewrites the query on a route, keeping the escapes of the path', async () => {
    const { proxy, asked } = await proxied(ok);
    const response = await fetch(`${proxy}/v1/metrics/a%2Fb%20c?to=2&from=1;x`, { headers: { cookie: 'session=1' } });
    expect(await response.json()).toEqual({ fine: true });
    expect(asked[0].url).toBe('/base/v1/metrics/a%2Fb%20c?to=2');
    expect(asked[0].headers.authorization).toBe('Bearer secret');
    expect(asked[0].headers.cookie).toBeUndefined();
  });

  it('forwards requests without a matching route, without the token and with an unchanged query', async () => {
    const { proxy, asked } = await proxied(ok);
    await fetch(`${proxy}/demo/x?b=1&a=2`, { headers: { authorization: 'Bearer of the browser' } });
    await fetch(`${proxy}/v1/x`, { method: 'POST', body: 'x' });
    expect(asked.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/base/demo/x?b=1&a=2', undefined],
      ['/base/v1/x', undefined],
    ]);
  });

  it('turns a 401 into a 400 with a message', async () => {
    const { proxy } = await proxied((_request, response) => response.writeHead(401).end('{"message":"no"}'));
    const response = await fetch(`${proxy}/v1/alerts`);
    expect(response.status).toBe(400);
    expect(await response.text()).toBe('Authentication to data source failed');
  });

  it('returns other statuses unchanged, without cookies', async () => {
    const { proxy } = await proxied((_request, response) =>
      response.writeHead(429, { 'set-cookie': 'a=b', 'retry-after': '1' }).end('{"message":"later"}')
    );
    const response = await fetch(`${proxy}/v1/alerts`);
    expect(response.status).toBe(429);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toEqual({ message: 'later' });
  });

  it("returns 502 without a body if the service can't be reached", async () => {
    const { proxy } = await proxied(ok, {}, 'http://127.0.0.1:1');
    const response = await fetch(`${proxy}/v1/alerts`);
    expect([response.status, await response.text()]).toEqual([502, '']);
  });

  it('returns 504 without a body if the service takes longer than the timeout', async () => {
    const { proxy } = await proxied(() => {}, { timeout: 0.05 });
    const response = await fetch(`${proxy}/v1/alerts`);
    expect([response.status, await response.text()]).toEqual([504, '']);
  });

  it('closes the connection to the service when the browser leaves', async () => {
    let gone = () => {};
    const left = new Promise<void>((resolve) => (gone = resolve));
    let arrived = () => {};
    const there = new Promise<void>((resolve) => (arrived = resolve));
    const { proxy } = await proxied((request) => {
      request.socket.on('close', gone);
      arrived();
    });
    const controller = new AbortController();
    const answer = fetch(`${proxy}/v1/alerts`, { signal: controller.signal }).catch((error) => error.name);
    await there;
    controller.abort();
    expect(await answer).toBe('AbortError');
    await left;
  });
});
