import http from 'node:http';
import fs from 'node:fs';
import path from 'node:path';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { forward } from '../proxy/forward';
import { type Route } from '../proxy/route';
import { CORRIDORS, corridorsDashboard } from './corridors';
import { demoRoutes } from './demo';
import { readDashboards, type StoredDashboard } from './dashboards';
import { sendFile, sendIcon } from './files';
import { hostPackages } from './host-packages';
import { DEFAULTS, type WorkbenchOptions } from './options';
import { page } from './page';
import { forInstance, forSettingsPage, Sources, type SourceUpdate, type StoredSource } from './sources';

/** The typeface's files, by the names that Grafana gives them. */
const FONTS: Record<string, string> = {
  Regular: '400-normal',
  Medium: '500-normal',
  Italic: '400-italic',
  MediumItalic: '500-italic',
};
const ORDER = ['overview', 'alert', 'metric', 'report'];
const PROXY = /^\/api\/datasources\/proxy\/uid\/([\w-]+)\/?/;

interface Plugin {
  id: string;
  name: string;
  routes?: Route[];
}

/** The workbench's server, not yet listening: page, built plugin, settings, dashboards and the data proxy. */
export function createApp(options: WorkbenchOptions): FastifyInstance {
  const { root, serviceUrl, accessToken, span, metrics, grafana, prefix, policy } = { ...DEFAULTS, ...options };
  const dist = path.join(root, 'dist');
  const plugin = (): Plugin => JSON.parse(fs.readFileSync(path.join(dist, 'plugin.json'), 'utf8'));
  const sources = new Sources([defaultSource(plugin(), serviceUrl, accessToken)]);
  const [main] = sources.all;
  const icons = path.join(root, 'demo/workbench/icons');
  const { images, version } = hostPackages(root, grafana);
  const folders = ['src/dashboards', 'provisioning/dashboards'].map((folder) => path.join(root, folder));
  const corridors = () => corridorsDashboard(main, { span, metrics });
  const built = path.join(root, 'demo/workbench/dist', grafana);
  const stored = () => readDashboards(folders);

  const app = Fastify({
    forceCloseConnections: true,
    // Escapes in a proxied path must survive, which no router leaves alone.
    serverFactory: (handler) =>
      http.createServer((request, response) => {
        if (`${request.url}/`.startsWith(`${prefix}/`)) {
          request.url = request.url?.slice(prefix.length) || '/';
        }
        const [raw, query = ''] = split(request.url ?? '/');
        const uid = PROXY.exec(raw)?.[1];
        const source = uid === undefined ? undefined : sources.get(uid);
        if (source) {
          forward(request, response, source, plugin().routes ?? [], { path: raw.replace(PROXY, ''), query });
        } else {
          handler(request, response);
        }
      }),
  });

  demoRoutes(app, serviceUrl);
  if (policy) {
    app.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', policy);
    });
  }
  app.get('/api/plugins/:id/settings', async () => describe(plugin()));
  app.get('/api/workbench/datasources', async () => sources.all.map((source) => forInstance(source, prefix)));
  app.get<{ Params: { uid: string } }>('/api/datasources/uid/:uid', async ({ params }, reply) => {
    const source = sources.get(params.uid);
    return source ? forSettingsPage(source) : notFound(reply, 'Data source not found');
  });
  app.put<{ Params: { uid: string }; Body: SourceUpdate }>(
    '/api/datasources/uid/:uid',
    async ({ params, body }, reply) => {
      const source = sources.get(params.uid);
      if (!source) {
        return notFound(reply, 'Data source not found');
      }
      sources.update(source, body);
      return { message: 'Datasource updated', datasource: forSettingsPage(source) };
    }
  );
  app.get('/api/search', async () =>
    [...stored().sort(byShipping), CORRIDORS].map(({ uid, title, description }) => ({ uid, title, description }))
  );
  app.get<{ Params: { uid: string } }>('/api/dashboards/uid/:uid', async ({ params: { uid } }, reply) => {
    const dashboard: StoredDashboard | undefined =
      stored().find((candidate) => candidate.uid === uid) ?? (uid === CORRIDORS.uid ? await corridors() : undefined);
    return dashboard ? { dashboard, meta: {} } : notFound(reply, 'Dashboard not found');
  });
  app.get<{ Params: { id: string; '*': string } }>('/public/plugins/:id/*', (request, reply) =>
    sendFile(reply, dist, request.params['*'])
  );
  // 11.6 looks for them in the second place.
  for (const place of ['/public/build/img/*', '/public/img/*']) {
    app.get<{ Params: { '*': string } }>(place, (request, reply) =>
      sendIcon(reply, images, request.params['*'], icons)
    );
  }
  app.get<{ Params: { style: string } }>('/public/fonts/inter/Inter-:style.woff2', (request, reply) =>
    sendFile(
      reply,
      path.join(root, 'node_modules/@fontsource/inter/files'),
      `inter-latin-${FONTS[request.params.style]}.woff2`
    )
  );
  app.get('/public/fonts/roboto/*', (_request, reply) =>
    sendFile(reply, path.join(root, 'node_modules/@fontsource/roboto-mono/files'), 'roboto-mono-latin-400-normal.woff2')
  );
  app.get<{ Params: { '*': string } }>('/workbench/*', (request, reply) => sendFile(reply, built, request.params['*']));
  // Every other address is a page: the browser's router knows which.
  app.setNotFoundHandler((request, reply) =>
    /^\/(api|public)\//.test(request.url) || request.method !== 'GET'
      ? reply.code(404).send({ message: 'Not found' })
      : reply.type('text/html').send(page(version, prefix))
  );
  return app;
}

function defaultSource(plugin: Plugin, url: string, accessToken: string): StoredSource {
  return {
    id: 1,
    uid: 'anomaly-monitoring',
    name: plugin.name,
    type: plugin.id,
    isDefault: true,
    version: 1,
    url,
    jsonData: {},
    secureJsonData: accessToken ? { accessToken } : {},
  };
}

function describe(plugin: Plugin) {
  return { ...plugin, module: `public/plugins/${plugin.id}/module.js`, baseUrl: `public/plugins/${plugin.id}` };
}

/** Overview first, then what it leads to: the shipped dashboards in the order in which people need them. */
function byShipping(a: StoredDashboard, b: StoredDashboard): number {
  const rank = ({ uid }: StoredDashboard) => ORDER.indexOf(uid.replace('anomaly-monitoring-', '')) >>> 0;
  return rank(a) - rank(b);
}

function split(url: string): [string, string?] {
  const place = url.indexOf('?');
  return place < 0 ? [url] : [url.slice(0, place), url.slice(place + 1)];
}

function notFound(reply: FastifyReply, message: string) {
  return reply.code(404).send({ message });
}
