import { catchError, defer, finalize, Observable, of, retry, type Subscription, tap, throwError, timer } from 'rxjs';
import { ServiceFailure } from '../ground/failure';
import { MINUTE } from '../ground/spans';
import { failureOf } from './failureOf';
import { inTurn } from './turns';

/**
 * The panels of a dashboard send their requests shortly after each other. All but those for newest parts wait for this many
 * milliseconds, because the first panel would use all slots.
 */
const GRACE = 5;

/** How many turns later a request is sent that refreshes a panel with data. */
export const AFTER_FIRST_ANSWERS = 10_000_000;

/** The maximum of retries, and the waits before each after a lost connection, in milliseconds, varied by a quarter. */
const RETRIES = 3;
const RETRY_WAITS = [300, 900, 2700];

/** The longest wait that the service may request, in milliseconds. */
const LONGEST_ASKED = MINUTE;
/** Waits without `Retry-After`: the first, the factor by which each grows, and the longest. Each is varied by a quarter. */
const FIRST = 500;
const GROWTH = 3;
const LONGEST = 20_000;
/** Waiting requests fail after this many failures in a row, or with a failure after this many milliseconds. */
const GIVE_UP_AFTER = 4;
const TOO_LONG = 30_000;

/** What decides when a request is sent. It can change while the request waits. */
export interface Ticket {
  /** 0 for the newest part of a query, 1 for its second, and so on. Higher for less urgent data (see `Rank`). */
  turn: number;
}

interface Waiting {
  ticket: Ticket;
  /** Whether it may be sent. */
  isDue: boolean;
  send: () => void;
  refuse: (error: unknown) => void;
}

/** An overloaded service, while requests wait for it. Times are epoch milliseconds. */
interface Overload {
  /** 429 or 503. */
  status: number | undefined;
  since: number;
  /** When one request goes ahead. */
  until: number;
  /** Until then, nothing is sent. */
  isResting: boolean;
  /** The request that has gone ahead. */
  trial?: Ticket;
  /** In a row. */
  failures: number;
  /** Requests that waited have failed. Later ones wait for one more attempt. */
  isGivenUp: boolean;
}

/** The newest part of a query, even of a refresh. */
function isNewest({ turn }: Ticket): boolean {
  return turn === 0 || turn === AFTER_FIRST_ANSWERS;
}

/**
 * Sends at most `limit` requests at once. Those with the smallest `turn` are first (the newest part of every query has turn
 * 0, its second part turn 1), and those with the same turn in the order of arrival. Unsubscribing removes a request,
 * waiting or sent.
 *
 * A request with a lost connection is retried separately. While the service is overloaded, all requests wait: after a 429
 * or 503, none is sent for as long as `Retry-After` requests, or for a wait that grows with each failure. Then, one goes
 * ahead, and its answer decides whether the others follow or wait again. With the fourth failure in a row, or a failure
 * after half a minute, all waiting requests fail.
 */
export class RequestQueue {
  private sent = 0;
  private readonly waiting: Waiting[] = [];
  private overload: Overload | null = null;

  /** @param limit how many requests are sent at once */
  constructor(private readonly limit: number) {}

  /** For how long requests have failed or waited because the service is overloaded, in milliseconds. 0 if it isn't. */
  get overloadedFor(): number {
    return this.overload ? Date.now() - this.overload.since : 0;
  }

  /** The answer to a request, or a `ServiceFailure`. @param request sends it at each subscription */
  pass<T>(request: Observable<T>, ticket: Ticket): Observable<T> {
    const attempt = defer(() => {
      if (this.overload) {
        this.overload.trial = ticket;
      }
      return request.pipe(
        tap(() => this.succeed(ticket)),
        catchError((error: unknown) => throwError(() => this.fail(failureOf(error), ticket))),
        finalize(() => this.leave(ticket))
      );
    });
    const delay = (failure: ServiceFailure, tries: number) => this.retryAfter(failure, tries);
    return this.enter(attempt, ticket).pipe(retry({ count: RETRIES, delay }));
  }

  /** Changes the turn of a request. A waiting one moves to its new place, after those with that turn. */
  move(ticket: Ticket, turn: number) {
    ticket.turn = turn;
    const waiting = this.waiting.find((other) => other.ticket === ticket);
    if (waiting) {
      this.forget(waiting);
      this.insert(waiting);
    }
  }

  private enter<T>(attempt: Observable<T>, ticket: Ticket): Observable<T> {
    return new Observable<T>((subscriber) => {
      let inner: Subscription | undefined;
      let isSent = false;
      const waiting: Waiting = {
        ticket,
        isDue: isNewest(ticket),
        send: () => {
          isSent = true;
          inner = attempt.subscribe(subscriber);
        },
        refuse: (error) => subscriber.error(error),
      };
      this.insert(waiting);
      if (!waiting.isDue) {
        setTimeout(() => {
          waiting.isDue = true;
          this.serve();
        }, GRACE);
      }
      this.serve();
      return () => {
        inner?.unsubscribe();
        if (isSent) {
          this.sent--;
          // Not at once: a canceled query ends the requests that it has sent before it removes the waiting ones.
          queueMicrotask(() => this.serve());
        } else {
          this.forget(waiting);
        }
      };
    });
  }

  /** After the others of its turn. */
  private insert(waiting: Waiting) {
    const behind = this.waiting.findIndex(({ ticket }) => ticket.turn > waiting.ticket.turn);
    this.waiting.splice(behind < 0 ? this.waiting.length : behind, 0, waiting);
  }

  private forget(waiting: Waiting) {
    const index = this.waiting.indexOf(waiting);
    if (index >= 0) {
      this.waiting.splice(index, 1);
    }
  }

  /** Sends the requests that may be sent now, in turn with the page: a browser needs a while to send a request. */
  private serve() {
    const { overload, waiting } = this;
    const isPaused = overload !== null && (overload.isResting || overload.trial !== undefined);
    if (this.sent >= this.limit || !waiting.at(0)?.isDue || isPaused) {
      return;
    }
    this.sent++;
    waiting.shift()?.send();
    inTurn(() => this.serve());
  }

  private succeed(ticket: Ticket) {
    if (this.overload?.trial === ticket) {
      this.overload = null;
    }
  }

  /** If the request that went ahead was canceled, the next one goes ahead. */
  private leave(ticket: Ticket) {
    if (this.overload?.trial === ticket) {
      this.overload.trial = undefined;
    }
  }

  private fail(failure: ServiceFailure, ticket: Ticket): ServiceFailure {
    const { kind, facts } = failure;
    const wasTrial = this.overload?.trial === ticket;
    if (kind === 'overloaded' || (wasTrial && (kind === 'unreachable' || kind === 'timeout'))) {
      // Of requests that were sent together, the first failure counts.
      if (wasTrial || !this.overload) {
        this.pause(failure);
      }
    } else if (wasTrial && kind !== 'cancelled') {
      this.overload = null;
    }
    return kind === 'overloaded' ? new ServiceFailure(kind, '', { ...facts, retryAt: this.overload?.until }) : failure;
  }

  private pause({ facts }: ServiceFailure) {
    const now = Date.now();
    const { status = facts.status, since = now, failures = 0, isGivenUp = false } = this.overload ?? {};
    const wait = facts.retryAfter
      ? Math.min(LONGEST_ASKED, facts.retryAfter * (1 + Math.random() / 10))
      : varied(Math.min(LONGEST, FIRST * GROWTH ** failures));
    const overload: Overload = {
      status,
      since,
      until: now + Math.round(wait),
      isResting: true,
      failures: failures + 1,
      isGivenUp: isGivenUp || failures + 1 >= GIVE_UP_AFTER || now - since >= TOO_LONG,
    };
    this.overload = overload;
    setTimeout(() => {
      overload.isResting = false;
      this.serve();
    }, wait);
    if (overload.isGivenUp) {
      const failure = new ServiceFailure('overloaded', '', { ...facts, status, retryAt: overload.until });
      this.waiting.splice(0).forEach((waiting) => waiting.refuse(failure));
    }
  }

  /** When a failed request is sent again. Fails if it isn't. @param tries so far */
  private retryAfter(failure: ServiceFailure, tries: number): Observable<unknown> {
    if (failure.kind === 'overloaded' && !this.overload?.isGivenUp) {
      return of(true);
    }
    return failure.kind === 'unreachable' ? timer(varied(RETRY_WAITS[tries - 1])) : throwError(() => failure);
  }
}

function varied(wait: number): number {
  return wait * (0.75 + Math.random() / 2);
}
