import { getBackendSrv } from '@grafana/runtime';
import { defer, finalize, map, type Observable, of, ReplaySubject, share, throwError, timeout } from 'rxjs';
import { parseExact } from '../ground/read';
import { ServiceFailure } from '../ground/failure';
import { AFTER_FIRST_ANSWERS, RequestQueue, type Ticket } from './queue';
import { type Memories, perInstance, isStale, TRUSTED_FOR } from './memory';
import { ServiceStatus } from './status';

/** The answers that all queries share, by path, and when they were requested, in epoch milliseconds. */
const answersOf = perInstance(() => new Map<string, { body: unknown; sentAt: number }>());

/** Headers with which a cache in front of the service marks and dates an old answer (docs/scaling.md). */
const CACHE_STATUS = 'X-Cache-Status';
const CACHE_DATE = 'X-Cache-Date';

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

/**
 * How soon a user needs the answer: 0 what they look at first, 1 what explains it, and rankings, 2 additions (titles,
 * history), 3 what comes after all others.
 */
export type Rank = 0 | 1 | 2 | 3;

/** All turns of a rank come before the first turn of the next rank. */
const TURNS_PER_RANK = 1_000_000;

/** How a path is requested. Within a rank, requests are ordered by their turn. */
export interface RequestOptions {
  /** 0 for the newest part of a query, 1 for its second, and so on. */
  turn?: number;
  rank?: Rank;
  /** Milliseconds until this request times out, from when it is sent. */
  patience?: number;
  /** The query has already shown an answer, so it comes after all that have not. */
  isRefresh?: boolean;
  /** With a shared cache: the answer does not change any more, so the cache keeps it long. */
  isSettled?: boolean;
}

/** How a request is sent. */
interface Sent {
  patience: number;
  isSettled?: boolean;
}

/** A position in the queue, and when its request was sent, in epoch milliseconds. */
interface SentTicket extends Ticket {
  sentAt: number;
}

/** A request in progress. */
interface Shared {
  body: Observable<unknown>;
  ticket: Ticket;
}

/**
 * All requests go through here: the queue, sharing of equal running requests, retries, and cancellation. It fails with a
 * `ServiceFailure` that has no sentence yet.
 */
export class Client {
  /** The memory of the service. _Save & test_ clears it. */
  readonly memories: Memories = new Map();
  readonly status: ServiceStatus;
  readonly name: string;
  private readonly base: string;
  private readonly underWay = new Map<string, Shared>();
  private readonly queue: RequestQueue;

  constructor(private readonly options: ClientOptions) {
    this.name = options.name;
    this.base = options.url.replace(/\/+$/, '');
    this.queue = new RequestQueue(options.maxConcurrentRequests);
    this.status = new ServiceStatus(() => this.queue.overloadedFor);
  }

  /**
   * GETs a path below the service's base address (see `pathOf`), and emits the parsed body once. Nothing is sent before a
   * caller subscribes. Equal running requests are one request, which has the best rank and turn of its callers, and is
   * aborted when the last of them unsubscribes. For five seconds, all share an answer.
   */
  get(path: string, ask: RequestOptions = {}): Observable<unknown> {
    const { turn = 0, rank = 0, patience = this.options.patience, isRefresh, isSettled } = ask;
    return defer(() => {
      if (this.options.direct) {
        return throwError(() => new ServiceFailure('input', '', { direct: true }));
      }
      const kept = answersOf(this).get(path);
      if (kept && !isStale('answer', kept.sentAt, Date.now())) {
        return of(kept.body);
      }
      const position = rank * TURNS_PER_RANK + turn + (isRefresh ? AFTER_FIRST_ANSWERS : 0);
      const known = this.underWay.get(path);
      if (known && position < known.ticket.turn) {
        this.queue.move(known.ticket, position);
      }
      return (known ?? this.share(path, position, { patience, isSettled })).body;
    });
  }

  /** An answer that cannot be read is not shared. */
  discard(path: string): void {
    answersOf(this).delete(path);
  }

  private keep(path: string, body: unknown, sentAt: number): void {
    const answers = answersOf(this);
    answers.set(path, { body, sentAt });
    // Nothing else removes the answers of a page that has become idle.
    setTimeout(() => answers.get(path)?.body === body && answers.delete(path), TRUSTED_FOR.answer);
  }

  private share(path: string, turn: number, sent: Sent): Shared {
    const ticket = { turn, sentAt: NaN };
    // The subject waits as long as the request, and the engine rarely looks at old objects. With the body in it, the body
    // would count as needed until then.
    let arrived: unknown;
    const body = this.request(path, ticket, sent).pipe(
      map((answer) => {
        arrived = answer;
        this.keep(path, answer, ticket.sentAt);
      }),
      finalize(() => {
        arrived = undefined;
        this.status.settle(ticket);
        this.underWay.delete(path);
      }),
      share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: true }),
      map(() => arrived)
    );
    const shared = { body, ticket };
    this.underWay.set(path, shared);
    return shared;
  }

  private request(path: string, ticket: SentTicket, { patience, isSettled }: Sent): Observable<unknown> {
    const sent = defer(() => {
      ticket.sentAt = Date.now();
      this.status.await(ticket);
      return this.fetch(path, isSettled).pipe(timeout(patience));
    });
    return this.queue.pass(sent, ticket);
  }

  /** Bodies are requested as text, because Grafana's parser would round large integers. */
  private fetch(path: string, isSettled = false): Observable<unknown> {
    const url = `${this.base}/${path}`;
    const headers = isSettled ? { 'X-Settled': '1' } : undefined;
    return getBackendSrv()
      .fetch<unknown>({
        url,
        method: 'GET',
        headers,
        responseType: 'text',
        showErrorAlert: false,
        showSuccessAlert: false,
      })
      .pipe(
        map(({ data, headers }) => {
          if (headers?.get(CACHE_STATUS) === 'STALE') {
            this.status.stale = { at: Date.now(), date: headers.get(CACHE_DATE) ?? '' };
          }
          return typeof data === 'string' ? parseExact(data) : data;
        })
      );
  }
}
