import { type BackendSrvRequest, config, type FetchError, type FetchResponse } from '@grafana/runtime';
import { lastValueFrom, map, type Observable } from 'rxjs';
import { fromFetch } from 'rxjs/fetch';

/** Requests to the workbench's server, as Grafana's own service sends them: only with what the plugin uses. */
export class Backend {
  /** Unsubscribing aborts the request. */
  fetch<T>(options: BackendSrvRequest): Observable<FetchResponse<T>> {
    const base = config.appSubUrl ?? '';
    const url = (options.url.startsWith(`${base}/`) ? options.url.slice(base.length) : options.url).replace(/^\//, '');
    const { method, headers } = options;
    return fromFetch(url, { method, headers, selector: (response) => read<T>(response, options) });
  }

  get(url: string) {
    return lastValueFrom(this.fetch({ url }).pipe(map(({ data }) => data)));
  }
}

/** @throws FetchError for a status other than 2xx */
async function read<T>(response: Response, options: BackendSrvRequest): Promise<FetchResponse<T>> {
  const { ok, status, statusText, url, type, redirected, headers } = response;
  const data = (options.responseType === 'text' ? await response.text() : await response.json()) as T;
  const answer = { ok, status, statusText, url, type, redirected, headers, data, config: options };
  if (!ok) {
    throw fetchError(answer, options);
  }
  return answer;
}

/** A failed answer in Grafana's form: a text body becomes the message, an empty one the status text. */
function fetchError({ status, statusText, data }: FetchResponse, options: BackendSrvRequest): FetchError {
  const body =
    typeof data === 'string' ? { message: data || statusText, error: statusText, response: data } : (data as object);
  return { status, statusText, data: body, config: options };
}
