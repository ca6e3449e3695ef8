import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { omit } from 'lodash';
import { matchRoute, renderHeader, rewriteQuery, type Route } from './route';

/** What the proxy knows of a data source; the secrets never leave the server. */
export interface ProxiedSource {
  url: string;
  jsonData: Record<string, unknown>;
  secureJsonData: Record<string, string>;
}

const DEFAULT_TIMEOUT_SECONDS = 30;
/** Belong to the connection with the browser, to Grafana's session, or would change what the browser does next. */
const NOT_SENT = 'connection host origin referer cookie authorization x-ds-authorization upgrade'.split(' ');
const NOT_RETURNED = 'connection keep-alive alt-svc server set-cookie strict-transport-security'.split(' ');

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
  const base = baseOf(source.url);
  if (!base) {
    return end(response, 500, JSON.stringify({ message: 'Failed creating data source proxy' }));
  }
  const method = request.method ?? 'GET';
  const route = matchRoute(routes, method, path);
  const search = route ? rewriteQuery(query) : query;
  const target = `${base.pathname.replace(/\/$/, '')}/${path}`;
  const upstream = (base.protocol === 'https:' ? https : http).request({
    protocol: base.protocol,
    hostname: base.hostname.replace(/^\[|\]$/g, ''),
    port: base.port,
    method,
    path: search ? `${target}?${search}` : target,
    headers: { ...requestHeaders(request), ...routeHeaders(route, source), host: base.host },
    agent: false,
  });
  const seconds = Number(source.jsonData.timeout) || DEFAULT_TIMEOUT_SECONDS;
  const timer = setTimeout(() => {
    upstream.destroy();
    end(response, 504);
  }, seconds * 1000);
  upstream.on('response', (answer) => {
    clearTimeout(timer);
    returnAnswer(answer, response);
  });
  upstream.on('error', () => end(response, 502));
  // The browser went away, or has its answer.
  response.on('close', () => {
    clearTimeout(timer);
    upstream.destroy();
  });
  request.pipe(upstream);
}

/** As Grafana takes it: with `http://` if it names no scheme. Undefined if it is no URL. */
function baseOf(url: string): URL | undefined {
  const whole = /^[^:]*:\/\//.test(url) ? url : `http://${url}`;
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

function returnAnswer(answer: IncomingMessage, response: ServerResponse) {
  if (answer.statusCode === 401) {
    answer.resume();
    return end(response, 400, 'Authentication to data source failed');
  }
  response.writeHead(answer.statusCode ?? 502, {
    ...omit(answer.headers, NOT_RETURNED),
    'content-security-policy': 'sandbox',
  });
  answer.on('error', () => response.destroy());
  answer.pipe(response);
}

function end(response: ServerResponse, status: number, body = '') {
  if (!response.headersSent) {
    response.writeHead(status, { 'content-length': Buffer.byteLength(body) });
  }
  response.end(body);
}

function requestHeaders({ headers }: IncomingMessage): IncomingHttpHeaders {
  const given = headers['x-ds-authorization'];
  return { ...omit(headers, NOT_SENT), ...(given ? { authorization: String(given) } : {}) };
}

function routeHeaders(route: Route | undefined, source: ProxiedSource): Record<string, string> {
  const data = { URL: source.url, JsonData: source.jsonData, SecureJsonData: source.secureJsonData };
  const headers = route?.headers ?? [];
  return Object.fromEntries(headers.map(({ name, content }) => [name.toLowerCase(), renderHeader(content, data)]));
}
