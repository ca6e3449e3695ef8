import { type BackendSrvRequest, type FetchError } from '@grafana/runtime';

export interface ErrorBody {
  message?: unknown;
  error?: unknown;
  [field: string]: unknown;
}

/**
 * A failed answer as Grafana hands it on: `data` is an object with a `message` wherever the body has any word for it.
 * A body of text becomes the message, an empty one the status text; no body at all becomes "Unexpected error".
 */
export function fetchError(
  response: { status: number; statusText: string; data: unknown },
  config: BackendSrvRequest
): FetchError<ErrorBody> {
  const { status, statusText } = response;
  return { status, statusText, data: errorBody(response.data, statusText), config };
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

/** What a request fails with when a later one of the same `requestId` took its place. */
export function cancelledError(config: BackendSrvRequest): FetchError {
  return {
    cancelled: true,
    status: -1,
    statusText: 'Request was aborted',
    data: null,
    config,
  };
}
