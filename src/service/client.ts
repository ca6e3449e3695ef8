import { getBackendSrv } from '@grafana/runtime';
import {
  BehaviorSubject,
  catchError,
  defer,
  finalize,
  from,
  map,
  mergeMap,
  Observable,
  of,
  ReplaySubject,
  retry,
  share,
  Subject,
  tap,
  throwError,
  timeout,
} from 'rxjs';
import { type Brake, type Sent, type Trouble } from './brake';
import { ServiceFailure } from './failure';
import { failureOf } from './failureOf';
import { Gate, type Ticket } from './gate';
import { record } from './read';
import { Silence } from './silence';

/** What a cache in front of the service says of an answer, and when the service gave it (docs/scaling.md). */
const CACHE_STATUS = 'X-Cache-Status';
const CACHE_DATE = 'X-Cache-Date';

/** Contract: tried again three times at most. */
const RETRIES = 3;

export interface ClientOptions {
  /** `instanceSettings.url`: Grafana's data proxy for this data source. */
  url: string;
  /** The data source's name, for sentences. */
  name: string;
  maxConcurrentRequests: number;
  /** Milliseconds after which an answer is waited for no more. */
  patience: number;
  /** Access is set to `direct`: the browser would ask the service itself, without a token. Refused. */
  direct?: boolean;
}

/** Whose turn it is, or whose it is at the moment. */
export type Turn = number | Observable<number>;

/**
 * What a request is worth to the user: 0 what they look at first, 1 what explains it, 2 what decorates it (titles, similar
 * alerts, history).
 */
export type Rank = 0 | 1 | 2;

/** A request of a lower rank goes before any turn of the next one. */
export const TURNS_PER_RANK = 1_000_000;
/** How much later than others a query's data is requested if it only decorates. */
export const AFTER_ALL_OTHERS = 2 * TURNS_PER_RANK;

/** How a path is requested. */
export interface Ask {
  /** 0 for the newest part of a query, 1 for its second, and so on. */
  turn?: Turn;
  rank?: Rank;
  /** Milliseconds after which this answer is waited for no more, counted from when the request goes out. */
  patience?: number;
  /** Reads the body's text; without it Grafana does, to numbers of 53 bits. */
  parse?: (text: string) => unknown;
}

/** How a request is made, whoever waits for it. */
type How = Pick<Ask, 'parse' | 'patience'>;

/** A request under way and the turns of those who wait for it. */
interface Shared {
  body: Observable<unknown>;
  ticket: Ticket;
  turns: Set<{ turn: number }>;
}

/**
 * The one door for requests: the gate, equal requests shared while under way, retries, cancelling. It fails
 * with a `ServiceFailure` without words.
 */
export class Client {
  /** The trouble that holds requests back, as long as it lasts; else null. */
  readonly trouble = new BehaviorSubject<Trouble | null>(null);
  /** Reports each answer that a cache gave for the service, which did not: its HTTP date, or ''. */
  readonly stale = new Subject<string>();
  readonly silence = new Silence();
  readonly name: string;
  private readonly base: string;
  private readonly underWay = new Map<string, Shared>();
  private readonly gate: Gate;
  private brake: Brake | undefined;
  /** Whether the brake is being loaded to tell how long all have to wait. */
  private held = false;

  constructor(private readonly options: ClientOptions) {
    this.name = options.name;
    this.base = options.url.replace(/\/+$/, '');
    this.gate = new Gate(options.maxConcurrentRequests, {
      admits: () => !this.held && (this.brake?.admits() ?? true),
      isTrying: () => this.brake?.isTrying ?? false,
    });
  }

  /**
   * GETs a path below the service's base address (see `pathOf`) and gives the parsed body, once. Nothing is sent
   * before somebody subscribes; equal requests under way are one, which takes the best rank and turn of those who wait for it and
   * is aborted when the last of them goes.
   */
  get(path: string, { turn = 0, rank = 0, ...how }: Ask = {}): Observable<unknown> {
    return new Observable((subscriber) => {
      if (this.options.direct) {
        subscriber.error(new ServiceFailure('input', '', { direct: true }));
        return;
      }
      const { body, ticket, turns } = this.underWay.get(path) ?? this.share(path, how);
      const waiting = { turn: 0 };
      const move = () => turns.size > 0 && this.gate.move(ticket, Math.min(...[...turns].map((one) => one.turn)));
      turns.add(waiting);
      subscriber.add(
        (typeof turn === 'number' ? of(turn) : turn).subscribe((now) => {
          waiting.turn = rank * TURNS_PER_RANK + now;
          move();
        })
      );
      subscriber.add(() => {
        turns.delete(waiting);
        move();
      });
      subscriber.add(body.subscribe(subscriber));
    });
  }

  private share(path: string, how: How): Shared {
    const ticket = { turn: 0, tries: 0 };
    const settle = () => this.silence.settle(ticket);
    const body = this.request(path, ticket, how).pipe(
      tap({ next: settle, error: settle }),
      finalize(() => {
        this.silence.giveUp(ticket);
        this.underWay.delete(path);
      }),
      share({ connector: () => new ReplaySubject(1) })
    );
    const shared = { body, ticket, turns: new Set<{ turn: number }>() };
    this.underWay.set(path, shared);
    return shared;
  }

  private request(path: string, ticket: Ticket, how: How): Observable<unknown> {
    const attempt = defer(() => {
      const sent = this.brake?.sent();
      this.silence.begin(ticket);
      return this.fetch(path, how).pipe(
        tap(() => sent && this.brake?.succeeded(sent)),
        catchError((error: unknown) => this.failed(error, sent)),
        finalize(() => sent && this.brake?.over(sent))
      );
    });
    return this.gate.pass(attempt, ticket).pipe(
      retry({
        count: RETRIES,
        delay: (failure: ServiceFailure, tries) => this.brake?.again(failure, tries) ?? throwError(() => failure),
      })
    );
  }

  /** Fails with what an error comes to, once the brake has heard of it. */
  private failed(error: unknown, sent: Sent | undefined): Observable<never> {
    const { status } = record(error);
    // Until it is known for how long, nobody is let in.
    this.held ||= !this.brake && (status === 429 || status === 503);
    return this.loaded().pipe(
      map((brake) => brake.failed(error, sent)),
      catchError(() => of(failureOf(error))),
      mergeMap((failure) => throwError(() => failure)),
      finalize(() => (this.held = false))
    );
  }

  private loaded(): Observable<Brake> {
    return this.brake
      ? of(this.brake)
      : from(import('./brake')).pipe(map(({ Brake }) => (this.brake ??= new Brake(this.gate, this.trouble))));
  }

  private fetch(path: string, { parse, patience = this.options.patience }: How): Observable<unknown> {
    return getBackendSrv()
      .fetch<unknown>({
        url: `${this.base}/${path}`,
        method: 'GET',
        showErrorAlert: false,
        showSuccessAlert: false,
        ...(parse ? { responseType: 'text' as const } : {}),
      })
      .pipe(
        timeout(patience),
        map(({ data, headers }) => {
          if (headers?.get(CACHE_STATUS) === 'STALE') {
            this.stale.next(headers.get(CACHE_DATE) ?? '');
          }
          return parse && typeof data === 'string' ? parse(data) : data;
        })
      );
  }
}
