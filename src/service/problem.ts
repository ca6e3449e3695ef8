import { type FailureKind } from './failure';

/** What an answer is not, or what of the interface's fields it has none of. */
export type Lack = 'json' | 'list' | readonly string[];

/** What is known of a problem beside its kind. */
export interface Facts {
  status?: number;
  /** Where words of the service may stand: an error body, or the body of an answer that cannot be read. */
  body?: unknown;
  /** Grafana's status text, which it puts where it finds no word. */
  statusText?: unknown;
  /** Why an answer cannot be read. */
  lack?: Lack;
  /** An identifier that no path may hold. */
  identifier?: string;
  /** The data source's access is `direct`: requests would go past Grafana's proxy, without the token. */
  direct?: boolean;
  /** How long the service asks to be left alone, in milliseconds. */
  retryAfter?: number;
  /** When it is asked again at the earliest; epoch milliseconds. */
  retryAt?: number;
}

/** Where a request went, for its sentence. */
export interface RequestPlace {
  /** The data source's name in Grafana. */
  dataSource: string;
  /** Below the service's base address, without the query. */
  path: string;
}

/**
 * What went wrong as far as it decides what happens next, not yet in words: what all of `service/` throws, and `fail`
 * makes a `ServiceFailure` of.
 */
export class Problem extends Error {
  constructor(
    readonly kind: FailureKind,
    readonly facts: Facts = {}
  ) {
    super(kind);
  }
}

/** @throws Problem, always: the body of a success is not what the interface shows */
export function unreadable(body: unknown, lack: Lack): never {
  throw new Problem('unreadable', { body, lack });
}
