import http from 'node:http';
import fs from 'node:fs';
import path from 'node:path';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { page } from './page';
import { forward, type Route, type StoredSource } from './proxy';

/** The shipped dashboards in order of use. */
const SHIPPED = ['overview', 'alert', 'metric', 'report'];
const UID = 'anomaly-monitoring';
const PROXY = `/api/datasources/proxy/uid/${UID}`;
const ROOT = path.resolve(__dirname, '../../..');
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown; charset=utf-8',
  '.woff2': 'font/woff2',
};

type Options = Record<'service' | 'token' | 'grafana' | 'prefix' | 'policy', string>;

/** The workbench's server, not yet listening: page, built plugin, dashboards, data source in memory, and data proxy. */
export function createApp({ service, token, grafana, prefix, policy }: Options): FastifyInstance {
  const dist = path.join(ROOT, 'dist');
  const plugin = () => readJson<{ id: string; name: string; routes: Route[] }>(path.join(dist, 'plugin.json'));
  const { id, name } = plugin();
  const source: StoredSource = { url: service, jsonData: {}, secureJsonData: { accessToken: token } };
  const own = path.join(ROOT, '.config/grafana', grafana, 'node_modules');
  const ui = path.join(fs.existsSync(own) ? own : path.join(ROOT, 'node_modules'), '@grafana/ui');
  const { version } = readJson<{ version: string }>(path.join(ui, 'package.json'));
  const fonts = path.join(ROOT, 'node_modules/@fontsource');
  const dashboards = () =>
    SHIPPED.map((file) => readJson<{ uid: string; title: string }>(path.join(ROOT, `src/dashboards/${file}.json`)));

  const app = Fastify({
    forceCloseConnections: true,
    // Escapes in a proxied path must survive, but every router changes them.
    serverFactory: (handler) =>
      http.createServer((request, response) => {
        if (`${request.url}/`.startsWith(`${prefix}/`)) {
          request.url = request.url?.slice(prefix.length) || '/';
        }
        const [raw, ...query] = (request.url ?? '/').split('?');
        if (raw.startsWith(`${PROXY}/`)) {
          const asked = { path: raw.slice(PROXY.length + 1), query: query.join('?') };
          void forward(request, response, source, plugin().routes, asked);
        } else {
          handler(request, response);
        }
      }),
  });
  if (policy) {
    app.addHook('onSend', async (_request, reply) => void reply.header('content-security-policy', policy));
  }
  const folder = `public/plugins/${id}`;
  app.get('/api/plugins/:id/settings', async () => ({ ...plugin(), module: `${folder}/module.js`, baseUrl: folder }));
  app.get('/api/workbench/datasource', async () => {
    const { jsonData } = source;
    const common = { id: 1, uid: UID, name, type: id, isDefault: true, access: 'proxy', readOnly: false };
    return { ...common, jsonData, url: prefix + PROXY };
  });
  // The tests change the data source. A missing setting stays.
  app.put<{ Body: Partial<StoredSource> }>(`/api/datasources/uid/${UID}`, async ({ body }) => {
    Object.assign(source, body, { secureJsonData: { ...source.secureJsonData, ...body.secureJsonData } });
    return { message: 'Datasource updated' };
  });
  app.get('/api/search', async () => dashboards().map(({ uid, title }) => ({ uid, title })));
  app.get<{ Params: { uid: string } }>('/api/dashboards/uid/:uid', async ({ params: { uid } }, reply) => {
    const dashboard = dashboards().find((one) => one.uid === uid);
    return dashboard ? { dashboard } : reply.code(404).send({ message: 'Dashboard not found' });
  });
  const files = (address: string, find: (name: string) => string[]) =>
    app.get<{ Params: { '*': string } }>(address, (request, reply) => send(reply, find(request.params['*'])));
  files(`/${folder}/*`, (file) => [dist, file]);
  files('/workbench/*', (file) => [path.join(ROOT, 'demo/workbench/dist', grafana), file]);
  const weight = (file: string) => `${/Medium/.test(file) ? 500 : 400}-${/Italic/.test(file) ? 'italic' : 'normal'}`;
  files('/public/fonts/inter/*', (file) => [path.join(fonts, 'inter/files'), `inter-latin-${weight(file)}.woff2`]);
  files('/public/fonts/roboto/*', () => [path.join(fonts, 'roboto-mono/files'), 'roboto-mono-latin-400-normal.woff2']);
  // The package lacks the icons that only Grafana's own parts use.
  const icons = path.join(ROOT, 'demo/workbench/icons');
  files('/public/build/img/*', (file) => {
    const known = fs.existsSync(path.join(ui, 'dist/public/img', file));
    const spare = fs.existsSync(path.join(icons, path.basename(file))) ? path.basename(file) : 'missing.svg';
    return known ? [path.join(ui, 'dist/public/img'), file] : [icons, spare];
  });
  // Every other address is a page. The browser's router knows which.
  app.setNotFoundHandler((request, reply) =>
    /^\/(api|public)\//.test(request.url) || request.method !== 'GET'
      ? reply.code(404).send({ message: 'Not found' })
      : reply.type('text/html').send(page(version, prefix))
  );
  return app;
}

/** Sends a file of a folder. The browser checks its copy each time, so that it can keep the compiled code. */
async function send(reply: FastifyReply, [folder, name]: string[]) {
  const file = path.resolve(folder, name);
  const stats = file.startsWith(folder + path.sep) ? await fs.promises.stat(file).catch(() => undefined) : undefined;
  if (!stats?.isFile()) {
    return reply.code(404).send({ message: 'Not found' });
  }
  const tag = `"${stats.mtimeMs}"`;
  reply.header('cache-control', 'no-cache').header('etag', tag);
  return reply.request.headers['if-none-match'] === tag
    ? reply.code(304).send()
    : reply.type(TYPES[path.extname(file)] ?? 'application/octet-stream').send(await fs.promises.readFile(file));
}

function readJson<T>(file: string): T {
  return JSON.parse(fs.readFileSync(file, 'utf8')) as T;
}
