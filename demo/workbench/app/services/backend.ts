import { type BackendSrvRequest, config, type FetchError, type FetchResponse } from '@grafana/runtime';
import { filter, lastValueFrom, map, Observable, Subject, takeUntil, throwIfEmpty } from 'rxjs';
import { Slots } from './slots';

/** What a browser tab has for data, as Grafana shares it out: over HTTP/1, and over HTTP/2. */
const DATA_SLOTS = { http1: 5, http2: 1000 };
const DATA_PATH = /^\/?api\/(datasources\/proxy|ds\/query|datasources\/uid\/[^/]+\/resources)/;

/** Requests to the workbench's server, with the behavior of Grafana's own service on top of `window.fetch`. */
export class Backend {
  private readonly started = new Subject<string>();
  private readonly slots = new Slots(config.http2Enabled ? DATA_SLOTS.http2 : DATA_SLOTS.http1);

  fetch<T>(options: BackendSrvRequest): Observable<FetchResponse<T>> {
    const url = withoutBase(options.url);
    const request = this.send<T>({ ...options, url });
    return DATA_PATH.test(url) ? this.slots.run(request) : request;
  }

  get(url: string, params?: BackendSrvRequest['params'], requestId?: string, options?: Partial<BackendSrvRequest>) {
    return this.request({ ...options, method: 'GET', url, params, requestId });
  }

  put(url: string, data?: unknown, options?: Partial<BackendSrvRequest>) {
    return this.request({ ...options, method: 'PUT', url, data });
  }

  private request(options: BackendSrvRequest) {
    return lastValueFrom(this.fetch(options).pipe(map(({ data }) => data)));
  }

  private send<T>(options: BackendSrvRequest): Observable<FetchResponse<T>> {
    return new Observable<FetchResponse<T>>((subscriber) => {
      if (options.requestId) {
        this.started.next(options.requestId);
      }
      const controller = new AbortController();
      read<T>(options, controller.signal).then(
        (response) => {
          if (response.ok) {
            subscriber.next(response);
            subscriber.complete();
          } else {
            subscriber.error(fetchError(response, options));
          }
        },
        (error) => subscriber.error(error)
      );
      return () => controller.abort();
    }).pipe(
      takeUntil(this.started.pipe(filter((id) => id === options.requestId))),
      throwIfEmpty(() => cancelledError(options))
    );
  }
}

async function read<T>(options: BackendSrvRequest, signal: AbortSignal): Promise<FetchResponse<T>> {
  const headers = new Headers(options.headers);
  headers.set('accept', headers.get('accept') ?? 'application/json, text/plain, */*');
  const hasBody = options.data !== undefined && options.data !== null;
  if (hasBody) {
    headers.set('content-type', 'application/json');
  }
  const response = await fetch(address(options), {
    method: options.method ?? 'GET',
    headers,
    body: hasBody ? JSON.stringify(options.data) : undefined,
    credentials: 'same-origin',
    signal,
  });
  const { ok, status, statusText, url, type, redirected } = response;
  const data = parse(await response.text(), response.headers, options.responseType) as T;
  return { ok, status, statusText, url, type, redirected, headers: response.headers, data, config: options };
}

/**
 * Bodies are JSON whatever their content type says; others stay text. The content type of JSON without parameters is
 * taken at its word: such a body fails if it is not JSON.
 *
 * @throws SyntaxError
 */
export function parse(body: string, headers: Headers, responseType: BackendSrvRequest['responseType']): unknown {
  if (responseType === 'text') {
    return body;
  }
  if (responseType === 'json' || headers.get('content-type')?.toLowerCase() === 'application/json') {
    return headers.get('content-length') === '0' ? {} : JSON.parse(body);
  }
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** The path below the base address, without a leading slash; other origins stay as they are. */
function withoutBase(url: string): string {
  const base = config.appSubUrl ?? '';
  const path = base !== '' && url.startsWith(`${base}/`) ? url.slice(base.length) : url;
  return /^(https?:)?\/\//.test(path) ? path : path.replace(/^\//, '');
}

function address({ url, params }: BackendSrvRequest): string {
  const pairs = Object.entries(params ?? {}).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined)
      .map((item) => `${encodeURIComponent(key)}=${encodeURIComponent(String(item))}`)
  );
  return pairs.length > 0 ? `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}` : url;
}

interface ErrorBody {
  message?: unknown;
  error?: unknown;
  [field: string]: unknown;
}

/**
 * A failed answer as Grafana hands it on: `data` is an object with a `message` if the body has any word for it. A body of
 * text becomes the message, an empty one the status text; no body at all becomes "Unexpected error".
 */
export function fetchError(
  { status, statusText, data }: { status: number; statusText: string; data: unknown },
  config: BackendSrvRequest
): FetchError<ErrorBody> {
  return { status, statusText, data: errorBody(data, statusText), config };
}

function errorBody(data: unknown, statusText: string): ErrorBody {
  if (data === null || data === undefined) {
    return { message: 'Unexpected error' };
  }
  if (typeof data === 'string') {
    return { message: data || statusText, error: statusText, response: data };
  }
  const body = data as ErrorBody;
  return !body.message && typeof body.error === 'string' ? { ...body, message: body.error } : body;
}

/** The error of a request whose place a later one of the same `requestId` took. */
function cancelledError(config: BackendSrvRequest): FetchError {
  return { cancelled: true, status: -1, statusText: 'Request was aborted', data: null, config };
}
