import { type FailureKind } from '../ground/failure';
import { MINUTE } from '../ground/spans';

/** A request that takes longer is reported while it is running, in milliseconds. */
export const LONGEST_WAIT = 15_000;

/** A service that is overloaded for less time is not reported, in milliseconds. */
const SHORT = 3000;

/** An answer that a cache returned instead of the service. */
interface StaleAnswer {
  /** When it arrived, in epoch milliseconds. */
  at: number;
  /** When the service returned it, as an HTTP date, or ''. */
  date: string;
}

/** What the requests of a data source have shown about its service. */
export class ServiceStatus {
  /** The last answer that a cache returned instead of the service. */
  stale: StaleAnswer | undefined;
  /** The time of the last readable answer, in epoch milliseconds. */
  lastAnswer: number | undefined;
  private lastFailure: { kind: FailureKind; message: string; at: number } | undefined;
  /** When each request in progress was first sent. */
  private readonly awaited = new Map<object, number>();

  /** @param overloadedFor for how long requests have waited because the service is overloaded, in milliseconds */
  constructor(private readonly overloadedFor: () => number) {}

  /** Call this when a request is sent. A retry continues the wait. */
  await(request: object) {
    this.awaited.set(request, this.awaited.get(request) ?? Date.now());
  }

  /** The request was answered, has finally failed, or was canceled. */
  settle(request: object) {
    this.awaited.delete(request);
  }

  noteFailure(kind: FailureKind, message: string) {
    this.lastFailure = { kind, message, at: Date.now() };
  }

  /** The last failure, if it is of the last minute and no request was answered since. */
  private get failure() {
    const { lastFailure, lastAnswer = -Infinity } = this;
    return lastFailure && lastFailure.at > Math.max(lastAnswer, Date.now() - MINUTE) ? lastFailure : undefined;
  }

  /** The message of that failure. */
  get trouble(): string | undefined {
    return this.failure?.message;
  }

  /** For how long a request has waited without an answer, in milliseconds. 0 if none waits. */
  get silence(): number {
    return this.awaited.size === 0 ? 0 : Math.max(0, Date.now() - Math.min(...this.awaited.values()));
  }

  /** Whether no request can be answered, as far as is known: the service is overloaded, or the connection was lost. */
  get isDown(): boolean {
    return this.failure?.kind === 'unreachable' || this.overloadedFor() >= SHORT;
  }
}
