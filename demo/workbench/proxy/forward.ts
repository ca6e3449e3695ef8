import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { omit } from 'lodash';
import { matchRoute, renderHeader, rewriteQuery, type Route } from './route';

/** What the proxy knows about a data source. The secrets never leave the server. */
export interface ProxiedSource {
  url: string;
  jsonData: Record<string, unknown>;
  secureJsonData: Record<string, string>;
}

const DEFAULT_TIMEOUT_SECONDS = 30;
/** They belong to the browser's connection or to Grafana's session, or would change the browser's behavior. */
const NOT_SENT =
  'connection host origin referer cookie authorization x-ds-authorization upgrade accept-encoding content-length transfer-encoding'.split(
    ' '
  );
/** A body is passed on uncompressed. */
const NOT_RETURNED =
  'connection keep-alive alt-svc server set-cookie strict-transport-security content-encoding content-length transfer-encoding'.split(
    ' '
  );

/**
 * Forwards a request of the plugin to the service, like Grafana's data proxy.
 *
 * @param path what follows `/api/datasources/proxy/uid/<uid>/`, with the browser's escapes
 * @param query without the question mark
 */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  source: ProxiedSource,
  routes: Route[],
  { path, query }: { path: string; query: string }
) {
  const base = baseOf(source.url);
  if (!base) {
    return end(response, 500, JSON.stringify({ message: 'Failed creating data source proxy' }));
  }
  const { method = 'GET' } = request;
  const route = matchRoute(routes, method, path);
  const search = route ? rewriteQuery(query) : query;
  const url = `${base.href.replace(/\/$/, '')}/${path}${search && `?${search}`}`;
  const given = new AbortController();
  const timeout = new AbortController();
  const seconds = Number(source.jsonData.timeout) || DEFAULT_TIMEOUT_SECONDS;
  const timer = setTimeout(() => timeout.abort(), seconds * 1000);
  // The browser left, or has its answer.
  response.on('close', () => given.abort());
  try {
    const answer = await fetch(url, {
      method,
      headers: { ...requestHeaders(request), ...routeHeaders(route, source), connection: 'close' },
      redirect: 'manual',
      signal: AbortSignal.any([given.signal, timeout.signal]),
      ...(/^(GET|HEAD)$/.test(method) ? {} : { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' }),
    });
    clearTimeout(timer);
    await returnAnswer(answer, response);
  } catch {
    end(response, timeout.signal.aborted ? 504 : 502);
  } finally {
    clearTimeout(timer);
  }
}

/** Like Grafana: with `http://` if it has no scheme. Undefined if it is not a URL. */
function baseOf(url: string): URL | undefined {
  const whole = /^[^:]*:\/\//.test(url) ? url : `http://${url}`;
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

async function returnAnswer({ status, headers, body }: Response, response: ServerResponse) {
  if (status === 401) {
    await body?.cancel();
    return end(response, 400, 'Authentication to data source failed');
  }
  response.writeHead(status, {
    ...omit(Object.fromEntries(headers), NOT_RETURNED),
    'content-security-policy': 'sandbox',
  });
  await (body ? pipeline(Readable.fromWeb(body as never), response) : response.end());
}

function end(response: ServerResponse, status: number, body = '') {
  if (response.headersSent) {
    response.destroy();
  } else {
    response.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body);
  }
}

function requestHeaders({ headers }: IncomingMessage): Record<string, string> {
  const given = headers['x-ds-authorization'];
  const sent = Object.entries(omit<IncomingHttpHeaders>(headers, NOT_SENT));
  return {
    ...Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
    ...(given ? { authorization: String(given) } : {}),
  };
}

function routeHeaders(route: Route | undefined, source: ProxiedSource): Record<string, string> {
  const data = { URL: source.url, JsonData: source.jsonData, SecureJsonData: source.secureJsonData };
  const headers = route?.headers ?? [];
  return Object.fromEntries(headers.map(({ name, content }) => [name.toLowerCase(), renderHeader(content, data)]));
}
