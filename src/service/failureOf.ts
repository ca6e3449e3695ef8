import { type FailureKind, isFailure, ServiceFailure } from './failure';
import { record, text, time } from './read';

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
 * What whatever `getBackendSrv().fetch` failed with comes to. Grafana hands over status and body, never the headers;
 * other hosts may give those too.
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
    // Nobody answered: what stands in the body is Grafana's own.
    return new ServiceFailure(/timeout/i.test(`${text(statusText)} ${text(name)}`) ? 'timeout' : 'unreachable');
  }
  const kind = KINDS.get(status) ?? (status < 400 ? 'unreadable' : status < 500 ? 'invalid' : 'server');
  const retryAfter = kind === 'overloaded' ? retryAfterOf(headers, data) : undefined;
  return new ServiceFailure(kind, '', { status, statusText, body: data, retryAfter });
}

/** The usual names of a body's field for the header `Retry-After`, in seconds or as a date. */
const RETRY_AFTER = /^retry[-_]?after([-_]?s(ec(ond)?s?)?)?$/i;

/** `Retry-After` in milliseconds from now, from the headers or the body; undefined where it says nothing ahead. */
function retryAfterOf(headers: unknown, data: unknown): number | undefined {
  const body = record(data);
  const value =
    (headers instanceof Headers ? headers.get('retry-after') : record(headers)['retry-after']) ??
    [body, record(body.error), parsed(body.message)]
      .flatMap((fields) => Object.entries(fields))
      .find(([name]) => RETRY_AFTER.test(name))?.[1];
  const seconds = typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  const wait = typeof seconds === 'number' ? seconds * 1000 : (time(seconds) ?? NaN) - Date.now();
  return wait > 0 ? wait : undefined;
}

/** Where text was requested Grafana leaves an error body as it came, as the message of one of its own. */
function parsed(text: unknown): object {
  try {
    return record(JSON.parse(String(text)));
  } catch {
    return {};
  }
}
