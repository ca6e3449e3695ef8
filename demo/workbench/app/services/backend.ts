import { type BackendSrvRequest, config, type FetchError, type FetchResponse } from '@grafana/runtime';
import {
  catchError,
  EMPTY,
  filter,
  lastValueFrom,
  map,
  mergeMap,
  Observable,
  ReplaySubject,
  Subject,
  takeUntil,
  tap,
  throwIfEmpty,
} from 'rxjs';

/** The slots for data requests in a browser tab, as Grafana assigns them: over HTTP/1, and over HTTP/2. */
const DATA_SLOTS = { http1: 5, http2: 1000 };
const DATA_PATH = /^\/?api\/datasources\/proxy/;

/** Requests to the workbench's server, with the behavior of Grafana's own service on top of `window.fetch`. */
export class Backend {
  private readonly started = new Subject<string>();
  private readonly slots = new Subject<Observable<unknown>>();

  constructor() {
    const limit = config.http2Enabled ? DATA_SLOTS.http2 : DATA_SLOTS.http1;
    this.slots.pipe(mergeMap((request) => request, limit)).subscribe();
  }

  fetch<T>(options: BackendSrvRequest): Observable<FetchResponse<T>> {
    const url = withoutBase(options.url);
    const request = this.send<T>({ ...options, url });
    return DATA_PATH.test(url) ? this.inTurn(request) : request;
  }

  get(url: string) {
    return lastValueFrom(this.fetch({ url }).pipe(map(({ data }) => data)));
  }

  put(url: string, data?: unknown) {
    return lastValueFrom(this.fetch({ method: 'PUT', url, data }).pipe(map((response) => response.data)));
  }

  /** Sends a request once there is a slot for it. Unsubscribing frees the slot. */
  private inTurn<T>(request: Observable<T>): Observable<T> {
    return new Observable<T>((subscriber) => {
      const gone = new ReplaySubject<void>(1);
      this.slots.next(
        request.pipe(
          takeUntil(gone),
          tap(subscriber),
          catchError(() => EMPTY)
        )
      );
      return () => gone.next();
    });
  }

  /** A later request with the same `requestId` replaces this one. */
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
      throwIfEmpty((): FetchError => ({
        cancelled: true,
        status: -1,
        statusText: 'Request was aborted',
        data: null,
        config: options,
      }))
    );
  }
}

async function read<T>(options: BackendSrvRequest, signal: AbortSignal): Promise<FetchResponse<T>> {
  const { method = 'GET', data: sent, responseType } = options;
  const headers = new Headers(options.headers);
  if (sent !== undefined) {
    headers.set('content-type', 'application/json');
  }
  const response = await fetch(options.url, { method, headers, body: sent && JSON.stringify(sent), signal });
  const { ok, status, statusText, url, type, redirected } = response;
  const data = parse(await response.text(), response.headers, responseType) as T;
  return { ok, status, statusText, url, type, redirected, headers: response.headers, data, config: options };
}

/**
 * Bodies are JSON whatever their content type. Others stay text. A content type of JSON without parameters is strict: such
 * a body fails if it is not JSON.
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

/** The path below the base address, without a leading slash. */
function withoutBase(url: string): string {
  const base = config.appSubUrl ?? '';
  return (url.startsWith(`${base}/`) ? url.slice(base.length) : url).replace(/^\//, '');
}

/**
 * A failed answer in Grafana's form: `data` is an object with a `message` if the body has one. A text body becomes the
 * message, an empty one the status text. Without a body, it is "Unexpected error".
 */
export function fetchError(
  { status, statusText, data }: { status: number; statusText: string; data: unknown },
  options: BackendSrvRequest
): FetchError {
  return { status, statusText, data: errorBody(data, statusText), config: options };
}

function errorBody(data: unknown, statusText: string): object {
  if (typeof data === 'string') {
    return { message: data || statusText, error: statusText, response: data };
  }
  const body = data as { message?: unknown; error?: unknown } | null;
  const message = body?.message || (typeof body?.error === 'string' ? body.error : undefined);
  return body ? { ...body, message } : { message: 'Unexpected error' };
}
