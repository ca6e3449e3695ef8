import { type BackendSrvRequest, config, type FetchError, type FetchResponse } from '@grafana/runtime';
import {
  catchError,
  EMPTY,
  lastValueFrom,
  map,
  mergeMap,
  Observable,
  ReplaySubject,
  Subject,
  takeUntil,
  tap,
} from 'rxjs';

/** The slots for data requests in a browser tab, as Grafana assigns them: over HTTP/1, and over HTTP/2. */
const DATA_SLOTS = { http1: 5, http2: 1000 };
const DATA_PATH = /^\/?api\/datasources\/proxy/;

/** Requests to the workbench's server, as Grafana's own service sends them: only with what the plugin uses. */
export class Backend {
  private readonly slots = new Subject<Observable<unknown>>();

  constructor() {
    const limit = config.http2Enabled ? DATA_SLOTS.http2 : DATA_SLOTS.http1;
    this.slots.pipe(mergeMap((request) => request, limit)).subscribe();
  }

  fetch<T>(options: BackendSrvRequest): Observable<FetchResponse<T>> {
    const base = config.appSubUrl ?? '';
    const url = (options.url.startsWith(`${base}/`) ? options.url.slice(base.length) : options.url).replace(/^\//, '');
    const request = send<T>({ ...options, url });
    return DATA_PATH.test(url) ? this.inTurn(request) : request;
  }

  get(url: string) {
    return lastValueFrom(this.fetch({ url }).pipe(map(({ data }) => data)));
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
}

/** Unsubscribing aborts the request. */
function send<T>(options: BackendSrvRequest): Observable<FetchResponse<T>> {
  return new Observable((subscriber) => {
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
  });
}

async function read<T>(options: BackendSrvRequest, signal: AbortSignal): Promise<FetchResponse<T>> {
  const response = await fetch(options.url, { method: options.method, headers: options.headers, signal });
  const { ok, status, statusText, url, type, redirected, headers } = response;
  const data = (options.responseType === 'text' ? await response.text() : await response.json()) as T;
  return { ok, status, statusText, url, type, redirected, headers, data, config: options };
}

/** A failed answer in Grafana's form: a text body becomes the message, an empty one the status text. */
function fetchError({ status, statusText, data }: FetchResponse, options: BackendSrvRequest): FetchError {
  const body =
    typeof data === 'string' ? { message: data || statusText, error: statusText, response: data } : (data as object);
  return { status, statusText, data: body, config: options };
}
