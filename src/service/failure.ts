/** What went wrong between the plugin and the service. */
export type FailureKind =
  /** The connection was lost, or never made. */
  | 'unreachable'
  /** 401, or Grafana's proxy turning one into a 400. */
  | 'refused'
  | 'forbidden'
  | 'invalid'
  | 'notFound'
  /** 429 and 503. */
  | 'overloaded'
  /** 504 and the like: the answer took too long. */
  | 'timeout'
  /** An answer with another status that is no success. */
  | 'server'
  /** A success whose body is not what the interface shows. */
  | 'unreadable'
  /** Refused here, before anything was sent. */
  | 'input'
  | 'cancelled';

/** What an answer is not, or what of the interface's fields it has none of. */
export type Lack = 'json' | readonly string[];

/** What is known of a failure besides its kind. */
export interface Facts {
  status?: number;
  /** An error body, or the body of an answer that cannot be read; it may contain words of the service. */
  body?: unknown;
  /** Grafana's status text, which it repeats as the body where the service sent none. */
  statusText?: unknown;
  /** The body is no JSON: a page of a gateway, not the service's own word. */
  isForeign?: boolean;
  /** The part of the sentence that came from the service. */
  reason?: string;
  /** Why an answer cannot be read. */
  lack?: Lack;
  /** An identifier that no path may contain. */
  identifier?: string;
  /** A text that cannot be sent: half of a character is missing (a lone surrogate). */
  halfCharacter?: string;
  /** The data source's access is `direct`: requests would go past Grafana's proxy, without the token. */
  direct?: boolean;
  /** `Retry-After`, in milliseconds. */
  retryAfter?: number;
  /** The earliest next attempt; epoch milliseconds. */
  retryAt?: number;
}

/**
 * What every request fails with. Within `service/` it is often without words yet (`message` is ''): what decides what happens
 * next are kind and facts. Each operation puts it into words (`fail`), so other rooms always see a whole sentence.
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

/** @throws ServiceFailure, always: the body of a success is not what the interface shows */
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

/** Whether the service has no such thing (404): no error, a table without it and a notice. A gateway's 404 says nothing of it. */
export function isGone(failure: unknown): boolean {
  return isFailure(failure) && failure.kind === 'notFound' && failure.facts.isForeign !== true;
}

/** Whether the service looked at what was requested and said no to it (404, 400): it is there, and repeating the request won't help. */
export function isDeclined(failure: ServiceFailure): boolean {
  return isGone(failure) || failure.kind === 'invalid';
}

/** Where a request went, for its sentence. */
export interface RequestPlace {
  /** The data source's name in Grafana. */
  dataSource: string;
  /** Below the service's base address, without the query. */
  path: string;
}
