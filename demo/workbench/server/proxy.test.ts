import http, { type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo } from 'node:net';
import { forward } from './proxy';

const content = '{{ if .SecureJsonData.accessToken }}Bearer {{ .SecureJsonData.accessToken }}{{ end }}';
const ROUTES = [{ path: 'v1', method: 'GET', headers: [{ name: 'Authorization', content }] }];
const servers: http.Server[] = [];

async function listen(listener: RequestListener): Promise<string> {
  const server = http.createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A service that records its requests, and a proxy in front of it. */
async function proxied(answer: RequestListener, jsonData = {}, url?: string) {
  const asked: IncomingMessage[] = [];
  const service = await listen((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  const source = { url: url ?? `${service}/base`, jsonData, secureJsonData: { accessToken: 'secret' } };
  const proxy = await listen((request, response) => {
    const [path, query = ''] = (request.url ?? '').split('?');
    void forward(request, response, source, ROUTES, { path: path.slice(1), query });
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

it('adds the token and rewrites the query on a route, keeping the escapes of the path', async () => {
  const { proxy, asked } = await proxied(ok);
  const response = await fetch(`${proxy}/v1/metrics/a%2Fb%20c?to=2&from=1&a=1;x`, { headers: { cookie: 'session=1' } });
  expect(await response.json()).toEqual({ fine: true });
  expect(asked[0].url).toBe('/base/v1/metrics/a%2Fb%20c?from=1&to=2');
  expect(asked[0].headers).toMatchObject({ authorization: 'Bearer secret' });
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

it.each<[string, RequestListener, object, string | undefined, number, string]>([
  ['a 401', (_, response) => response.writeHead(401).end('no'), {}, , 400, 'Authentication to data source failed'],
  ['a 429', (_, response) => response.writeHead(429).end('later'), {}, , 429, 'later'],
  ['a service that is down', ok, {}, 'http://127.0.0.1:1', 502, ''],
  ['a service that is slower than the timeout', () => {}, { timeout: 0.05 }, , 504, ''],
])('answers %s like Grafana', async (_, answer, jsonData, url, status, body) => {
  const { proxy } = await proxied(answer, jsonData, url);
  const response = await fetch(`${proxy}/v1/alerts`);
  expect([response.status, await response.text()]).toEqual([status, body]);
});
