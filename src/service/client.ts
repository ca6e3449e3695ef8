import { getBackendSrv } from '@grafana/runtime';
import {
  catchError,
  defer,
  finalize,
  map,
  type Observable,
  of,
  ReplaySubject,
  retry,
  share,
  tap,
  throwError,
  timeout,
  timer,
} from 'rxjs';
import { Brake } from './brake';
import { parseExact } from './read';
import { type FailureKind, isFailure, ServiceFailure } from './failure';
import { AFTER_FIRST_ANSWERS, type Ticket } from './gate';
import { isMoved, type Timed, timedOf } from './moved';
import { type Memories, perInstance } from './recent';
import { SharedAnswers } from './sharedAnswers';
import { Silence } from './silence';

const answersOf = perInstance(() => new SharedAnswers());

/** Headers with which a cache in front of the service marks and dates an old answer (docs/scaling.md). */
const CACHE_STATUS = 'X-Cache-Status';
const CACHE_DATE = 'X-Cache-Date';

/** The maximum of retries. */
const RETRIES = 3;

interface ClientOptions {
  /** `instanceSettings.url`: Grafana's data proxy for this data source. */
  url: string;
  /** The data source's name, for sentences. */
  name: string;
  maxConcurrentRequests: number;
  /** Milliseconds until a request times out. */
  patience: number;
  /** Access is set to `direct`: the browser would send requests directly to the service. They are refused. */
  direct?: boolean;
}

/** How soon a user needs the answer: 0 what they look at first, 1 what explains it, 2 additions (titles, history). */
export type Rank = 0 | 1 | 2;

/** All turns of a rank come before the first turn of the next rank. */
export const TURNS_PER_RANK = 1_000_000;
/** Data that is only an addition to a query is requested this many turns later. */
export const AFTER_ALL_OTHERS = 2 * TURNS_PER_RANK;

/** How a path is requested. Within a rank, requests are ordered by their turn. */
export interface RequestOptions {
  /** 0 for the newest part of a query, 1 for its second, and so on. */
  turn?: number;
  rank?: Rank;
  /** Milliseconds until this request times out, from when it is sent. */
  patience?: number;
  /**
   * The panel's query that sends the request. For five seconds, the queries of a page share an answer. A query that
   * requests it a second time gets a new one. Without a requester, answers aren't shared.
   */
  requester?: string;
  /**
   * When the query began, in epoch milliseconds, if a refresh cut it off and it continues: it reuses what was requested
   * since then, even if the range has moved.
   */
  since?: number;
  /** The query has already shown an answer, so it comes after all that have not. */
  isRefresh?: boolean;
}

/** The requester of an answer that arrived while no caller waited for it. */
const NO_REQUESTER = '';

/** How long a request without a caller waits for a refresh that needs it. */
const LINGERS = 500;
/** A request without an answer for this many milliseconds doesn't wait for a refresh. */
const HANGS = 15_000;

/** A request in progress. */
interface Shared {
  body: Observable<unknown>;
  ticket: Sending;
  timed: Timed;
  /** Epoch milliseconds. */
  requestedAt: number;
}

interface Sending extends Ticket {
  /** When it was sent, if nothing has arrived yet. Epoch milliseconds. */
  sentAt: number | null;
  /** No caller waits for it, so it is not retried. */
  isLeft: boolean;
}

/** An answer that a cache returned instead of the service. */
interface StaleAnswer {
  /** When it arrived, in epoch milliseconds. */
  at: number;
  /** When the service returned it, as an HTTP date, or ''. */
  date: string;
}

/**
 * All requests go through here: the gate, sharing of equal running requests, retries, and cancellation. It fails with a
 * `ServiceFailure` that has no sentence yet.
 */
export class Client {
  /** The last answer that a cache returned instead of the service. */
  stale: StaleAnswer | undefined;
  /** The time of the last readable answer, in epoch milliseconds. */
  lastAnswer: number | undefined;
  /** The last failure, and its time in epoch milliseconds. */
  lastFailure: { kind: FailureKind; message: string; at: number } | undefined;
  /** The memory of the service. _Save & test_ clears it. */
  readonly memories: Memories = new Map();
  readonly silence = new Silence();
  readonly name: string;
  private readonly base: string;
  private readonly underWay = new Map<string, Shared>();
  readonly brake: Brake;

  constructor(private readonly options: ClientOptions) {
    this.name = options.name;
    this.base = options.url.replace(/\/+$/, '');
    this.brake = new Brake(options.maxConcurrentRequests);
  }

  /**
   * GETs a path below the service's base address (see `pathOf`), and emits the parsed body once. Nothing is sent before a
   * caller subscribes. Equal running requests are one request, which has the best rank and turn of its callers, and is
   * aborted when the last of them unsubscribes.
   */
  get(path: string, ask: RequestOptions = {}): Observable<unknown> {
    const { turn = 0, rank = 0, patience = this.options.patience, requester, since = Infinity, isRefresh } = ask;
    return defer(() => {
      if (this.options.direct) {
        return throwError(() => new ServiceFailure('input', '', { direct: true }));
      }
      const answers = answersOf(this);
      const kept =
        requester === undefined && since === Infinity
          ? undefined
          : answers.find(path, requester ?? NO_REQUESTER, since);
      if (kept) {
        return isFailure(kept.body) ? throwError(() => kept.body) : of(kept.body);
      }
      const place = rank * TURNS_PER_RANK + turn + (isRefresh ? AFTER_FIRST_ANSWERS : 0);
      const known = this.underWay.get(path) ?? this.earlier(path, since);
      if (known && place < known.ticket.turn) {
        this.brake.gate.move(known.ticket, place);
      }
      const { body, ticket, requestedAt } = known ?? this.share(path, place, patience);
      ticket.isLeft = false;
      return requester === undefined
        ? body
        : body.pipe(tap((answer) => answers.keep(path, requester, answer, requestedAt)));
    });
  }

  /** An answer that cannot be read is not shared. A query that continues has failed, too. */
  discard(path: string, failure: unknown): void {
    const kept = isFailure(failure) ? failure : new ServiceFailure('unreadable', String(failure));
    answersOf(this).keep(path, NO_REQUESTER, kept, Date.now());
  }

  /** A running request that the same query sent since it began, before its range moved. */
  private earlier(path: string, since: number): Shared | undefined {
    const now = Date.now();
    const later = timedOf(path);
    const moved = [...this.underWay.values()].filter(
      ({ requestedAt, timed }) => requestedAt >= since && isMoved(timed, later, now - requestedAt)
    );
    return moved.find(({ timed }) => timed.isOpen === later.isOpen) ?? moved[0];
  }

  private share(path: string, turn: number, patience: number): Shared {
    const ticket = { turn, sentAt: null, isLeft: false };
    const requestedAt = Date.now();
    const keep = (outcome: unknown) => answersOf(this).keep(path, NO_REQUESTER, outcome, requestedAt);
    // The subject waits as long as the request, and the engine rarely looks at old objects. With the body in it, the body
    // would count as needed until then.
    let arrived: unknown;
    const body = this.request(path, ticket, patience).pipe(
      map((answer) => {
        arrived = answer;
        this.silence.settle(ticket);
        // Otherwise, refreshes just before each answer would discard every one.
        if (ticket.isLeft) {
          keep(answer);
        }
      }),
      tap({
        error: (failure) => {
          this.silence.settle(ticket);
          // A failure that no caller waited for was not retried.
          if (!ticket.isLeft) {
            keep(failure);
          }
        },
      }),
      finalize(() => {
        arrived = undefined;
        this.silence.giveUp(ticket);
        this.underWay.delete(path);
      }),
      share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: () => this.leave(ticket) }),
      map(() => arrived)
    );
    const shared = { body, ticket, timed: timedOf(path), requestedAt };
    this.underWay.set(path, shared);
    return shared;
  }

  /** Requests that were not sent yet are dropped. A hanging one is sent again. A refresh may need the others. */
  private leave(ticket: Sending): Observable<unknown> {
    ticket.isLeft = true;
    const isAlive = ticket.sentAt !== null && Date.now() - ticket.sentAt < HANGS;
    return isAlive ? timer(LINGERS) : of(true);
  }

  private request(path: string, ticket: Sending, patience: number): Observable<unknown> {
    const { brake } = this;
    const attempt = defer(() => {
      const sent = brake.sent();
      this.silence.begin(ticket);
      ticket.sentAt = Date.now();
      return this.fetch(path).pipe(
        timeout(patience),
        tap(() => brake.succeeded(sent)),
        catchError((error: unknown) => {
          const failure = brake.failed(error, sent);
          return throwError(() => failure);
        }),
        finalize(() => {
          ticket.sentAt = null;
          brake.over(sent);
        })
      );
    });
    return brake.gate.pass(attempt, ticket).pipe(
      retry({
        count: RETRIES,
        delay: (failure: ServiceFailure, tries) =>
          ticket.isLeft ? throwError(() => failure) : brake.again(failure, tries),
      })
    );
  }

  /** Bodies are requested as text, because Grafana's parser would round large integers. */
  private fetch(path: string): Observable<unknown> {
    const url = `${this.base}/${path}`;
    return getBackendSrv()
      .fetch<unknown>({ url, method: 'GET', responseType: 'text', showErrorAlert: false, showSuccessAlert: false })
      .pipe(
        map(({ data, headers }) => {
          if (headers?.get(CACHE_STATUS) === 'STALE') {
            this.stale = { at: Date.now(), date: headers.get(CACHE_DATE) ?? '' };
          }
          return typeof data === 'string' ? parseExact(data) : data;
        })
      );
  }
}
