import http from 'node:http';
import fs from 'node:fs';
import path from 'node:path';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { forward } from '../proxy/forward';
import { type Route } from '../proxy/route';
import { sendFile, sendIcon } from './files';
import { page } from './page';
import { forInstance, forSettingsPage, type SourceUpdate, type StoredSource, update } from './source';

/** The font files, by Grafana's names. */
const FONTS: Record<string, string> = {
  Regular: '400-normal',
  Medium: '500-normal',
  Italic: '400-italic',
  MediumItalic: '500-italic',
};
/** The shipped dashboards in order of use. */
const SHIPPED = ['overview', 'alert', 'metric', 'report'];
const PROXY = /^\/api\/datasources\/proxy\/uid\/([\w-]+)\/?/;
const ROOT = path.resolve(__dirname, '../../..');

interface Plugin {
  id: string;
  name: string;
  routes?: Route[];
}

export interface Options {
  port: number;
  service: string;
  token: string;
  grafana: string;
  prefix: string;
  policy: string;
}

/** The workbench's server, not yet listening: page, built plugin, settings, dashboards, and the data proxy. */
export function createApp({ service, token, grafana, prefix, policy }: Options): FastifyInstance {
  const dist = path.join(ROOT, 'dist');
  const plugin = () => readJson<Plugin>(path.join(dist, 'plugin.json'));
  const { id, name } = plugin();
  const source: StoredSource = {
    uid: 'anomaly-monitoring',
    name,
    type: id,
    url: service,
    jsonData: {},
    secureJsonData: token ? { accessToken: token } : {},
  };
  const own = path.join(ROOT, '.config/grafana', grafana, 'node_modules');
  const ui = path.join(fs.existsSync(own) ? own : path.join(ROOT, 'node_modules'), '@grafana/ui');
  const { version } = readJson<{ version: string }>(path.join(ui, 'package.json'));
  const built = path.join(ROOT, 'demo/workbench/dist', grafana);
  const fonts = path.join(ROOT, 'node_modules/@fontsource');
  const dashboard = (file: string) =>
    readJson<{ uid: string; title: string }>(path.join(ROOT, `src/dashboards/${file}.json`));

  const app = Fastify({
    forceCloseConnections: true,
    // Escapes in a proxied path must survive, but every router changes them.
    serverFactory: (handler) =>
      http.createServer((request, response) => {
        if (`${request.url}/`.startsWith(`${prefix}/`)) {
          request.url = request.url?.slice(prefix.length) || '/';
        }
        const [raw, ...query] = (request.url ?? '/').split('?');
        if (PROXY.exec(raw)?.[1] === source.uid) {
          const asked = { path: raw.replace(PROXY, ''), query: query.join('?') };
          void forward(request, response, source, plugin().routes ?? [], asked);
        } else {
          handler(request, response);
        }
      }),
  });

  if (policy) {
    app.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', policy);
    });
  }
  const folder = `public/plugins/${id}`;
  app.get('/api/plugins/:id/settings', async () => ({
    ...plugin(),
    module: `${folder}/module.js`,
    baseUrl: folder,
  }));
  app.get('/api/workbench/datasources', async () => [forInstance(source, prefix)]);
  app.get(`/api/datasources/uid/${source.uid}`, async () => forSettingsPage(source));
  app.put<{ Body: SourceUpdate }>(`/api/datasources/uid/${source.uid}`, async ({ body }) => {
    update(source, body);
    return { message: 'Datasource updated', datasource: forSettingsPage(source) };
  });
  app.get('/api/search', async () => SHIPPED.map(dashboard).map(({ uid, title }) => ({ uid, title })));
  app.get<{ Params: { uid: string } }>('/api/dashboards/uid/:uid', async ({ params: { uid } }, reply) => {
    const found = SHIPPED.map(dashboard).find((one) => one.uid === uid);
    return found ? { dashboard: found } : notFound(reply, 'Dashboard not found');
  });
  app.get<{ Params: { id: string; '*': string } }>('/public/plugins/:id/*', (request, reply) =>
    sendFile(reply, dist, request.params['*'])
  );
  // 11.6 looks for them in the second path.
  for (const place of ['/public/build/img/*', '/public/img/*']) {
    app.get<{ Params: { '*': string } }>(place, (request, reply) =>
      sendIcon(reply, path.join(ui, 'dist/public/img'), request.params['*'], path.join(ROOT, 'demo/workbench/icons'))
    );
  }
  app.get<{ Params: { style: string } }>('/public/fonts/inter/Inter-:style.woff2', (request, reply) =>
    sendFile(reply, path.join(fonts, 'inter/files'), `inter-latin-${FONTS[request.params.style]}.woff2`)
  );
  app.get('/public/fonts/roboto/*', (_request, reply) =>
    sendFile(reply, path.join(fonts, 'roboto-mono/files'), 'roboto-mono-latin-400-normal.woff2')
  );
  app.get<{ Params: { '*': string } }>('/workbench/*', (request, reply) => sendFile(reply, built, request.params['*']));
  // Every other address is a page. The browser's router knows which.
  app.setNotFoundHandler((request, reply) =>
    /^\/(api|public)\//.test(request.url) || request.method !== 'GET'
      ? notFound(reply, 'Not found')
      : reply.type('text/html').send(page(version, prefix))
  );
  return app;
}

function readJson<T>(file: string): T {
  return JSON.parse(fs.readFileSync(file, 'utf8')) as T;
}

function notFound(reply: FastifyReply, message: string) {
  return reply.code(404).send({ message });
}
