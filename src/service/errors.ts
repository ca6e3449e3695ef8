import { DirectAccess, type FailureKind, ServiceFailure } from './failure';
import { BadIdentifier } from './path';
import { record } from './read';
import { badIdentifier, directAccess, type RequestPlace, sentenceFor } from './sentences';

export { unreadable } from './sentences';

/** What Grafana's data proxy makes of the service's 401: a 400 with this message. */
const PROXY_REFUSED = /authentication to data source failed/i;

/** Turns whatever `getBackendSrv().fetch` failed with into a value with a sentence. */
export function toFailure(error: unknown, place: RequestPlace): ServiceFailure {
  if (error instanceof ServiceFailure) {
    return error;
  }
  const { status, statusText, data, cancelled, name } = record(error);
  if (cancelled === true || name === 'AbortError') {
    return new ServiceFailure('cancelled', sentenceFor('cancelled', place));
  }
  const code = typeof status === 'number' && status > 0 ? status : undefined;
  // Without a status nobody answered: what stands in the body is Grafana's own. The status text is no word of anybody.
  const word = code === undefined ? undefined : reasonOf(data);
  const reason = word === statusText ? undefined : word;
  const kind = kindOf(code, reason, `${String(statusText ?? '')} ${String(name ?? '')}`);
  const shown = kind === 'refused' && code === 400 ? undefined : reason;
  return new ServiceFailure(kind, sentenceFor(kind, place, code, shown), code, shown);
}

/** Why a request was not sent. */
export function toRefusal(error: unknown): unknown {
  if (error instanceof BadIdentifier) {
    return badIdentifier(error);
  }
  return error instanceof DirectAccess ? directAccess(error.message) : error;
}

function kindOf(status: number | undefined, reason: string | undefined, text: string): FailureKind {
  switch (status) {
    case undefined:
      return /timeout/i.test(text) ? 'timeout' : 'unreachable';
    case 400:
      return reason && PROXY_REFUSED.test(reason) ? 'refused' : 'invalid';
    case 401:
      return 'refused';
    case 403:
      return 'forbidden';
    case 404:
      return 'notFound';
    case 408:
    case 504:
      return 'timeout';
    case 429:
    case 503:
      return 'overloaded';
    case 502:
      return 'unreachable';
    default:
      return status < 400 ? 'unreadable' : status < 500 ? 'invalid' : 'server';
  }
}

/**
 * The service's own word in an error body, at most 200 characters. The shape of error bodies is not shown in the
 * interface, so the usual places are looked at; markup is left out.
 */
export function reasonOf(data: unknown): string | undefined {
  if (typeof data === 'string') {
    const text = data.trim();
    return text === '' || text.startsWith('<') ? undefined : shorten(text);
  }
  if (Array.isArray(data)) {
    return data.length > 0 ? reasonOf(data[0]) : undefined;
  }
  const body = record(data);
  for (const key of ['message', 'detail', 'error_description', 'error', 'title', 'reason', 'description']) {
    const value = body[key];
    const word = typeof value === 'string' || isObject(value) ? reasonOf(value) : undefined;
    if (word) {
      return word;
    }
  }
  return Array.isArray(body.errors) ? reasonOf(body.errors) : undefined;
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
