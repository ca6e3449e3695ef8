import { type Observable, throwError } from 'rxjs';
import { withSentence } from '../ground/sentences';
import { type FailureKind, isFailure, type RequestPlace, ServiceFailure } from '../ground/failure';
import { number, record, text } from '../ground/read';

const KINDS = new Map<number, FailureKind>([
  [400, 'invalid'],
  [401, 'refused'],
  [403, 'forbidden'],
  [404, 'notFound'],
  [408, 'timeout'],
  [429, 'overloaded'],
  [502, 'unreachable'],
  [503, 'overloaded'],
  [504, 'timeout'],
]);

/**
 * The failure for an error of `getBackendSrv().fetch`. Grafana passes on status and body but no headers. Other hosts may
 * pass these on, too.
 */
export function failureOf(error: unknown): ServiceFailure {
  if (isFailure(error)) {
    return error;
  }
  const { status, statusText, data, cancelled, name, headers } = record(error);
  if (cancelled === true || name === 'AbortError') {
    return new ServiceFailure('cancelled');
  }
  if (name === 'SyntaxError') {
    return new ServiceFailure('unreadable', '', { lack: 'json' });
  }
  if (typeof status !== 'number' || status <= 0) {
    // The service did not respond: the body is Grafana's own.
    return new ServiceFailure(/timeout/i.test(`${text(statusText)} ${text(name)}`) ? 'timeout' : 'unreachable');
  }
  const kind = KINDS.get(status) ?? kindOfRange(status);
  const retryAfter = kind === 'overloaded' ? retryAfterOf(headers, data) : undefined;
  const isForeign = (kind === 'notFound' && isPage(data)) || (kind === 'forbidden' && isDeniedByGrafana(data));
  return new ServiceFailure(kind, '', { status, statusText, body: data, isForeign, retryAfter });
}

/** Whether Grafana refused access to the data source, as its body shows. */
function isDeniedByGrafana(data: unknown): boolean {
  return /accessErrorId|access denied to datasource/i.test(JSON.stringify(data) ?? '');
}

/** Whether a body is an HTML page, which does not come from the service. Grafana puts text into `response`. */
function isPage(data: unknown): boolean {
  return /^\s*<(!doctype|html)/i.test(text(typeof data === 'string' ? data : record(data).response) ?? '');
}

function kindOfRange(status: number): FailureKind {
  if (status < 400) {
    return 'unreadable';
  }
  return status < 500 ? 'invalid' : 'server';
}

/**
 * `Retry-After` in milliseconds: seconds or a date, from the header or from the body's field `retryAfter`. Undefined if
 * neither is a wait.
 */
function retryAfterOf(headers: unknown, data: unknown): number | undefined {
  const header = headers instanceof Headers ? headers.get('retry-after') : null;
  const body = record(data);
  const given = header ?? body.retryAfter ?? record(parsed(body.message)).retryAfter;
  const seconds = number(given);
  const wait = seconds === null ? Date.parse(text(given) ?? '') - Date.now() : seconds * 1000;
  return wait > 0 ? wait : undefined;
}

/** If text was requested, Grafana uses an unchanged error body as the message of its own. Undefined if it is not JSON. */
function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text)) as unknown;
  } catch {
    return undefined;
  }
}

/** Fails with the failure, which has its sentence. */
export function fail(error: unknown, place: RequestPlace): Observable<never> {
  const isPlain = isFailure(error) && error.message === '';
  return throwError(() => (isPlain ? withSentence(error, place) : error));
}
