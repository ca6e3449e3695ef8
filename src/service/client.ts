import { getBackendSrv } from '@grafana/runtime';
import {
  catchError,
  defer,
  finalize,
  map,
  type Observable,
  ReplaySubject,
  retry,
  share,
  throwError,
  timer,
} from 'rxjs';
import { refuse, toFailure } from './failing';
import { DirectAccess, type FailureKind, NotJson, type ServiceFailure } from './failure';
import { Gate } from './gate';

/** Waits before the second, third and fourth try, in milliseconds, each varied by a quarter. */
const RETRY_WAITS = [300, 900, 2700];
const WORTH_A_RETRY: ReadonlySet<FailureKind> = new Set<FailureKind>(['overloaded', 'unreachable']);

export interface ClientOptions {
  /** `instanceSettings.url`: Grafana's data proxy for this data source. */
  url: string;
  /** The data source's name, for sentences. */
  name: string;
  maxConcurrentRequests: number;
  /** Access is set to `direct`: the browser would ask the service itself, without a token. Refused. */
  direct?: boolean;
}

/**
 * The one door for requests: the gate, equal requests shared while under way, retries, cancelling. Errors of the
 * returned observables are `ServiceFailure`s.
 */
export class Client {
  private readonly base: string;
  private readonly gate: Gate;
  private readonly underWay = new Map<string, Observable<unknown>>();

  constructor(private readonly options: ClientOptions) {
    this.base = options.url.replace(/\/+$/, '');
    this.gate = new Gate(options.maxConcurrentRequests);
  }

  /**
   * GETs a path below the service's base address (see `pathOf`) and gives the parsed body, once. Nothing is sent
   * before somebody subscribes; the request is aborted when its last subscriber goes.
   *
   * @param turn 0 for what is wanted first; see Gate
   */
  get(path: string, turn = 0): Observable<unknown> {
    return defer(() => {
      if (this.options.direct) {
        return refuse(new DirectAccess(this.options.name));
      }
      const known = this.underWay.get(path);
      if (known) {
        return known;
      }
      const request = this.request(path, turn).pipe(
        finalize(() => this.underWay.delete(path)),
        share({ connector: () => new ReplaySubject(1) })
      );
      this.underWay.set(path, request);
      return request;
    });
  }

  private request(path: string, turn: number): Observable<unknown> {
    const [below] = path.split('?');
    const place = { dataSource: this.options.name, path: `/${below}` };
    const attempt = defer(() =>
      getBackendSrv().fetch<unknown>({
        url: `${this.base}/${path}`,
        method: 'GET',
        showErrorAlert: false,
        showSuccessAlert: false,
      })
    ).pipe(
      map(({ data }) => {
        if (typeof data !== 'object' || data === null) {
          throw new NotJson();
        }
        return data;
      }),
      catchError((error) => toFailure(error, place))
    );
    return this.gate.pass(attempt, turn).pipe(
      retry({
        count: RETRY_WAITS.length,
        delay: (failure: ServiceFailure, tries) =>
          WORTH_A_RETRY.has(failure.kind)
            ? timer(RETRY_WAITS[tries - 1] * (0.75 + Math.random() / 2))
            : throwError(() => failure),
      })
    );
  }
}
