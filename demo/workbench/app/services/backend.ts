import { type BackendSrv, type BackendSrvRequest, type FetchResponse } from '@grafana/runtime';
import { filter, lastValueFrom, map, Observable, Subject, takeUntil, throwIfEmpty } from 'rxjs';
import { cancelledError, fetchError } from './error';
import { Slots } from './slots';

/** What a browser tab has for data over HTTP/1, as Grafana shares it out. */
const DATA_SLOTS = 5;
const DATA_PATH = /^\/?api\/(datasources\/proxy|ds\/query|datasources\/uid\/[^/]+\/resources)/;

/** Requests to the workbench's server, with the behaviour of Grafana's own service on top of `window.fetch`. */
export class Backend implements BackendSrv {
  private readonly started = new Subject<string>();
  private readonly slots = new Slots(DATA_SLOTS);

  fetch<T>(options: BackendSrvRequest): Observable<FetchResponse<T>> {
    const request = this.send<T>(options);
    return DATA_PATH.test(options.url) ? this.slots.run(request) : request;
  }

  async get(
    url: string,
    params?: BackendSrvRequest['params'],
    requestId?: string,
    options?: Partial<BackendSrvRequest>
  ) {
    return this.request({ ...options, method: 'GET', url, params, requestId });
  }

  async post(url: string, data?: unknown, options?: Partial<BackendSrvRequest>) {
    return this.request({ ...options, method: 'POST', url, data });
  }

  async put(url: string, data?: unknown, options?: Partial<BackendSrvRequest>) {
    return this.request({ ...options, method: 'PUT', url, data });
  }

  async patch(url: string, data?: unknown, options?: Partial<BackendSrvRequest>) {
    return this.request({ ...options, method: 'PATCH', url, data });
  }

  async delete(url: string, data?: unknown, options?: Partial<BackendSrvRequest>) {
    return this.request({ ...options, method: 'DELETE', url, data });
  }

  request(options: BackendSrvRequest) {
    return lastValueFrom(this.fetch(options).pipe(map(({ data }) => data))) as Promise<never>;
  }

  datasourceRequest(options: BackendSrvRequest) {
    return lastValueFrom(this.fetch(options)) as Promise<never>;
  }

  chunked(): Observable<FetchResponse<Uint8Array | undefined>> {
    throw new Error('The workbench has no chunked requests');
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
 * Bodies are JSON whatever their content type says; what is not stays text. The content type of JSON without parameters is
 * taken at its word: such a body fails where it is not JSON.
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

function address({ url, params }: BackendSrvRequest): string {
  const path = /^(https?:)?\/\//.test(url) || url.startsWith('/') ? url : `/${url}`;
  const pairs = Object.entries(params ?? {}).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined)
      .map((item) => `${encodeURIComponent(key)}=${encodeURIComponent(String(item))}`)
  );
  return pairs.length > 0 ? `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}` : path;
}
