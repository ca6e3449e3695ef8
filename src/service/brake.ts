import { type Observable, of, throwError, timer } from 'rxjs';
import { ServiceFailure } from '../ground/failure';
import { failureOf } from './failureOf';
import { Gate } from './gate';

/** The longest wait that the service may request, in milliseconds. */
const LONGEST_ASKED = 60_000;
/** Waits without `Retry-After`: the first, the factor by which each grows, and the longest. Each is varied by a quarter. */
const FIRST = 500;
const GROWTH = 3;
const LONGEST = 20_000;
/** Waiting requests fail after this many failures in a row, or with a failure after this many milliseconds. */
const GIVE_UP_AFTER = 4;
const TOO_LONG = 30_000;

/** Waits after a lost connection before the second, third, and fourth attempt, in milliseconds, each varied by a quarter. */
const RETRY_WAITS = [300, 900, 2700];

/** A request in progress, and how many failures there had been when it was sent. */
interface Sent {
  failures: number;
}

/** An overloaded service, while requests wait for it. Times are epoch milliseconds. */
interface Trouble {
  /** 429 or 503. */
  status: number | undefined;
  since: number;
  /** When one request goes ahead. */
  until: number;
}

/**
 * Handles failing requests. A request with a lost connection is retried separately. While the service is overloaded, all
 * requests wait at the gate: after a 429 or 503, none is sent for as long as `Retry-After` requests, or for a wait that
 * grows with each failure. Then, one goes first, and its answer decides whether the others follow or wait again. With the
 * fourth failure in a row, or a failure after half a minute, all waiting requests fail. Later ones wait for one more
 * attempt.
 */
export class Brake {
  readonly gate: Gate;
  private trouble: Trouble | null = null;
  private failures = 0;
  /** Whether waiting requests were notified. */
  private givenUp = false;
  /** The request that has gone first. */
  private trial: Sent | undefined;
  /** Runs while no request may be sent. */
  private rest: ReturnType<typeof setTimeout> | undefined;

  /** @param limit how many requests run at once */
  constructor(limit: number) {
    this.gate = new Gate(limit, () => !this.trouble || (this.rest === undefined && this.trial === undefined));
  }

  /** For how long requests have failed or waited because the service is overloaded, in milliseconds. 0 if it isn't. */
  get duration(): number {
    return this.trouble ? Date.now() - this.trouble.since : 0;
  }

  /** Call this when a request is sent. */
  sent(): Sent {
    const sent = { failures: this.failures };
    if (this.trouble) {
      this.trial = sent;
    }
    return sent;
  }

  succeeded(sent: Sent) {
    if (this.trial === sent) {
      this.release();
    }
  }

  failed(error: unknown, sent: Sent): ServiceFailure {
    const failure = failureOf(error);
    const { kind, facts } = failure;
    const wasTrial = this.trial === sent;
    if (kind === 'overloaded' || (wasTrial && (kind === 'unreachable' || kind === 'timeout'))) {
      // Of requests that were sent together, the first failure counts.
      if (sent.failures === this.failures) {
        this.engage(failure);
      }
    } else if (wasTrial && kind !== 'cancelled') {
      this.release();
    }
    return kind === 'overloaded' ? new ServiceFailure(kind, '', { ...facts, retryAt: this.trouble?.until }) : failure;
  }

  /** The request is over, however it ended. If the one that went first was canceled, the next one goes first. */
  over(sent: Sent) {
    if (this.trial === sent) {
      this.trial = undefined;
      this.gate.serve();
    }
  }

  /** When a failed request is sent again. Fails if it isn't. @param tries so far */
  again(failure: ServiceFailure, tries: number): Observable<unknown> {
    if (failure.kind === 'overloaded' && !this.givenUp) {
      return of(true);
    }
    return failure.kind === 'unreachable' ? timer(varied(RETRY_WAITS[tries - 1])) : throwError(() => failure);
  }

  private engage({ facts }: ServiceFailure) {
    const now = Date.now();
    const { retryAfter } = facts;
    const wait = retryAfter
      ? Math.min(LONGEST_ASKED, retryAfter * (1 + Math.random() / 10))
      : varied(Math.min(LONGEST, FIRST * GROWTH ** this.failures));
    this.failures++;
    this.trial = undefined;
    const { status, since } = this.trouble ?? { status: facts.status, since: now };
    const until = now + Math.round(wait);
    this.trouble = { status, since, until };
    this.rest = setTimeout(() => {
      this.rest = undefined;
      this.gate.serve();
    }, wait);
    this.givenUp ||= this.failures >= GIVE_UP_AFTER || now - since >= TOO_LONG;
    if (this.givenUp) {
      this.gate.refuse(new ServiceFailure('overloaded', '', { ...facts, status, retryAt: until }));
    }
  }

  private release() {
    this.failures = 0;
    this.givenUp = false;
    this.trial = undefined;
    this.trouble = null;
    this.gate.serve();
  }
}

function varied(wait: number): number {
  return wait * (0.75 + Math.random() / 2);
}
