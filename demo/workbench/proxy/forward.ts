import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { rewriteQuery } from './query';
import { matchRoute, renderHeader, type Route } from './route';
import { baseOf, joinPath } from './target';

/** What the proxy knows of a data source; the secrets never leave the server. */
export interface ProxiedSource {
  url: string;
  jsonData: Record<string, unknown>;
  secureJsonData: Record<string, string>;
}

const DEFAULT_TIMEOUT_SECONDS = 30;
/** Belong to the connection with the browser, to Grafana's session, or would change what the browser does next. */
const NOT_SENT_ON = [
  'connection',
  'host',
  'origin',
  'referer',
  'cookie',
  'authorization',
  'x-ds-authorization',
  'upgrade',
];
const NOT_HANDED_BACK = ['connection', 'keep-alive', 'alt-svc', 'server', 'set-cookie', 'strict-transport-security'];

/**
 * Sends a request of the plugin on to the service, as Grafana's data proxy does.
 *
 * @param path what follows `/api/datasources/proxy/uid/<uid>/`, escapes as the browser sent them
 * @param query without the question mark
 */
export function forward(
  request: IncomingMessage,
  response: ServerResponse,
  source: ProxiedSource,
  routes: Route[],
  { path, query }: { path: string; query: string }
) {
  let base: URL;
  try {
    base = baseOf(source.url);
  } catch {
    return end(response, 500, JSON.stringify({ message: 'Failed creating data source proxy' }));
  }
  const target = joinPath(base.pathname, path);
  if (target === undefined) {
    return end(response, 502);
  }
  const route = matchRoute(routes, request.method ?? 'GET', path);
  const headers = { ...requestHeaders(request), ...(route ? routeHeaders(route, source) : {}) };
  const search = route ? rewriteQuery(query) : query;
  const seconds = Number(source.jsonData.timeout) || DEFAULT_TIMEOUT_SECONDS;
  const upstream = (base.protocol === 'https:' ? https : http).request({
    protocol: base.protocol,
    hostname: base.hostname.replace(/^\[|\]$/g, ''),
    port: base.port,
    method: request.method,
    path: search ? `${target}?${search}` : target,
    headers: { ...headers, host: base.host },
    agent: false,
  });
  const timer = setTimeout(() => {
    upstream.destroy();
    end(response, 504);
  }, seconds * 1000);
  upstream.on('response', (answer) => {
    clearTimeout(timer);
    handBack(answer, response);
  });
  upstream.on('error', () => {
    clearTimeout(timer);
    end(response, 502);
  });
  // The browser went away: nobody waits for the service any more.
  response.on('close', () => {
    clearTimeout(timer);
    upstream.destroy();
  });
  request.pipe(upstream);
}

function handBack(answer: IncomingMessage, response: ServerResponse) {
  const status = answer.statusCode ?? 502;
  if (status === 401) {
    answer.resume();
    end(response, 400, 'Authentication to data source failed');
    return;
  }
  response.writeHead(status, {
    ...without(answer.headers, NOT_HANDED_BACK),
    'content-security-policy': 'sandbox',
    via: '1.1 workbench',
  });
  answer.pipe(response);
  answer.on('error', () => response.destroy());
}

function end(response: ServerResponse, status: number, body = '') {
  if (!response.headersSent) {
    response.writeHead(status, { 'content-length': Buffer.byteLength(body) });
  }
  response.end(body);
}

function requestHeaders(request: IncomingMessage): IncomingHttpHeaders {
  const given = request.headers['x-ds-authorization'];
  return {
    ...without(request.headers, NOT_SENT_ON),
    ...(given ? { authorization: String(given) } : {}),
    'user-agent': 'Grafana/12.4.10',
    'x-forwarded-for': request.socket.remoteAddress,
  };
}

function routeHeaders(route: Route, source: ProxiedSource): Record<string, string> {
  const data = { URL: source.url, JsonData: source.jsonData, SecureJsonData: source.secureJsonData };
  return Object.fromEntries(
    (route.headers ?? []).map(({ name, content }) => [name.toLowerCase(), renderHeader(content, data)])
  );
}

function without(headers: IncomingHttpHeaders, names: string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}
