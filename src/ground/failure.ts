/** What went wrong between the plugin and the service. */
export type FailureKind =
  /** The connection was lost, or never made. */
  | 'unreachable'
  /** 401, or a 400 that Grafana's proxy made of one. */
  | 'refused'
  | 'forbidden'
  | 'invalid'
  | 'notFound'
  /** 429 and 503. */
  | 'overloaded'
  /** 504 and similar: the answer took too long. */
  | 'timeout'
  /** Another status that means a failure. */
  | 'server'
  /** A success with a body that doesn't follow the interface. */
  | 'unreadable'
  /** Refused here, before anything was sent. */
  | 'input'
  | 'cancelled';

/** Why an answer can't be read: it is not JSON, or has another shape than in the interface. */
export type Lack = 'json' | readonly string[];

/** Facts about a failure in addition to its kind. */
export interface Facts {
  status?: number;
  /** An error body, or the body of an unreadable answer. It may contain a message of the service. */
  body?: unknown;
  /** Grafana's status text, which it repeats as the body if the service sent none. */
  statusText?: unknown;
  /** Grafana or a gateway answered: the service may not have received the request. */
  isForeign?: boolean;
  /** The part of the sentence that came from the service. */
  reason?: string;
  /** Why an answer can't be read. */
  lack?: Lack;
  /** An identifier that paths can't contain. */
  identifier?: string;
  /** A text that can't be sent: half of a character is missing (a lone surrogate). */
  halfCharacter?: string;
  /** The data source's access is `direct`: requests would bypass Grafana's proxy, without the token. */
  direct?: boolean;
  /** `Retry-After`, in milliseconds. */
  retryAfter?: number;
  /** The earliest next attempt, in epoch milliseconds. */
  retryAt?: number;
}

/**
 * What every request fails with. In `service/`, it often has no sentence yet (`message` is ''), because kind and facts
 * decide what happens next. Each operation adds the sentence (`fail`), so that others always get one.
 */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';

  constructor(
    readonly kind: FailureKind,
    message = '',
    readonly facts: Facts = {}
  ) {
    super(message);
  }

  get status(): number | undefined {
    return this.facts.status;
  }
}

/** @throws ServiceFailure, always: the body of a success has another shape than in the interface */
export function unreadable(body: unknown, lack: Lack): never {
  throw new ServiceFailure('unreadable', '', { body, lack });
}

export function isFailure(error: unknown): error is ServiceFailure {
  return error instanceof ServiceFailure;
}

/** The message of a failure. */
export function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

/** Whether the service has no such thing (404), which is a notice instead of an error. A gateway's 404 does not count. */
export function isGone(failure: unknown): boolean {
  return isFailure(failure) && failure.kind === 'notFound' && failure.facts.isForeign !== true;
}

/** Whether the service rejected the request itself (404, 400): it is available, and repeating the request won't help. */
export function isDeclined(failure: ServiceFailure): boolean {
  return isGone(failure) || failure.kind === 'invalid';
}

/** The target of a request, for its sentence. */
export interface RequestPlace {
  /** The data source's name in Grafana. */
  dataSource: string;
  /** Below the service's base address, without the query. */
  path: string;
}
