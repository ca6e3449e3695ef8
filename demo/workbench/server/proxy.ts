import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { omit } from 'lodash';

/** A data source as the server knows it. The secrets never leave the server. */
export interface StoredSource {
  url: string;
  jsonData: Record<string, unknown>;
  secureJsonData: Record<string, string>;
}

/** A route of plugin.json: which requests of the plugin get the access token. */
export interface Route {
  path: string;
  method?: string;
}

const DEFAULT_TIMEOUT_SECONDS = 30;
/** They belong to the browser's connection or to Grafana's session. */
const NOT_SENT =
  'connection host origin referer cookie authorization upgrade accept-encoding content-length transfer-encoding'.split(
    ' '
  );
/** They would change the browser's behavior. A body is passed on uncompressed. */
const NOT_RETURNED =
  'connection keep-alive alt-svc server set-cookie strict-transport-security content-encoding content-length transfer-encoding'.split(
    ' '
  );

/**
 * Forwards a request of the plugin to the service, like Grafana's data proxy.
 *
 * @param path what follows `/api/datasources/proxy/uid/<uid>/`, with the browser's escapes
 */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  source: StoredSource,
  routes: Route[],
  { path, query }: { path: string; query: string }
) {
  const { method = 'GET' } = request;
  const route = routeFor(routes, method, path);
  const search = route ? rewriteQuery(query) : query;
  const left = new AbortController();
  response.on('close', () => left.abort());
  const timeout = AbortSignal.timeout((Number(source.jsonData.timeout) || DEFAULT_TIMEOUT_SECONDS) * 1000);
  try {
    const answer = await fetch(`${source.url.replace(/\/$/, '')}/${path}${search && `?${search}`}`, {
      method,
      headers: {
        ...(omit(request.headers, NOT_SENT) as Record<string, string>),
        ...(route && { authorization: `Bearer ${source.secureJsonData.accessToken}` }),
        connection: 'close',
      },
      redirect: 'manual',
      signal: AbortSignal.any([left.signal, timeout]),
      ...(/^(GET|HEAD)$/.test(method) ? {} : { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' }),
    });
    if (answer.status === 401) {
      await answer.body?.cancel();
      response.writeHead(400).end('Authentication to data source failed');
      return;
    }
    const returned = omit(Object.fromEntries(answer.headers), NOT_RETURNED);
    response.writeHead(answer.status, { ...returned, 'content-security-policy': 'sandbox' });
    await (answer.body ? pipeline(Readable.fromWeb(answer.body as never), response) : response.end());
  } catch {
    if (response.headersSent) {
      response.destroy();
    } else {
      response.writeHead(timeout.aborted ? 504 : 502, { 'content-length': 0 }).end();
    }
  }
}

/** The first route whose path starts the cleaned path, even within a segment: `v1` also matches `v10`. */
function routeFor(routes: Route[], method: string, path: string): Route | undefined {
  const { pathname } = new URL(path, 'http://service/');
  return routes.find((route) => (route.method ?? method) === method && pathname.startsWith(`/${route.path}`));
}

/** On a route, keys are sorted, pairs with a `;` are dropped, and a space becomes `+`. */
function rewriteQuery(query: string): string {
  const pairs = query.split('&').filter((pair) => !pair.includes(';'));
  const values = new URLSearchParams(pairs.join('&'));
  values.sort();
  return values.toString();
}
