/** What went wrong between the plugin and the service. */
export type FailureKind =
  /** The connection was lost, or never made. */
  | 'unreachable'
  /** A certificate was not accepted, as far as anybody says so. */
  | 'certificate'
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

/**
 * A failed request as a value: what every operation fails with. `message` is a whole sentence for the user; `reason` the
 * part of it that came from the service, if anything came.
 */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';

  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly status?: number,
    readonly reason?: string
  ) {
    super(message);
  }
}

export function isFailure(error: unknown): error is ServiceFailure {
  return error instanceof ServiceFailure;
}

/** What a failure says, a sentence where it is one of ours. */
export function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

/** Whether the service has no such thing (404): no error, a table without it and a notice. */
export function isGone(failure: unknown): boolean {
  return isFailure(failure) && failure.kind === 'notFound';
}

/** Whether the service looked at what was asked for and said no to it (404, 400): it is there, and to ask again is in vain. */
export function isDeclined({ kind }: ServiceFailure): boolean {
  return kind === 'notFound' || kind === 'invalid';
}
