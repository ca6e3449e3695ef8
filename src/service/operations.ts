import { catchError, defer, map, type Observable, tap } from 'rxjs';
import { type Version } from '../ground/settings';
import { type RequestOptions, type Client } from './client';
import { fail } from './failureOf';
import { pathOf, type QueryValue, type Segment } from '../ground/path';
import { type FailureKind, isDeclined, isFailure, unreadable } from '../ground/failure';
import { list, record, time } from '../ground/read';
import { type Memories } from './memory';
import { type ServiceStatus } from './status';

/** Query parameters of an operation by their names in the interface. Date-times are ISO 8601 text. */
export type Parameters<Names extends string> = Partial<Record<Names, QueryValue>>;

/** A request of an operation. Its parameters are in the order of the interface's tables. */
export interface OperationRequest extends RequestOptions {
  segments: readonly Segment[];
  query?: Record<string, QueryValue>;
}

/** The metric data request of a series part. */
export interface MetricDataRequest {
  version: Version;
  nodeId: string;
  metricId: string;
  /** Epoch milliseconds. */
  from: number;
  to: number;
  /** Empty: the service decides. */
  aggregation: string;
  /** v1 only. */
  granularity?: string;
}

/** How an instance of `Operations` makes requests. */
interface How extends Pick<RequestOptions, 'rank' | 'patience' | 'isRefresh'> {
  /** Receives each request as a line, `GET /v2/alerts?limit=100`, in the order of sending. */
  note?: (call: string) => void;
}

/** Failures that are unrelated to the service. */
const OURS: FailureKind[] = ['input', 'cancelled'];

/** Epoch milliseconds as the interface's date-time: ISO 8601 UTC with milliseconds. */
export function dateTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function metricDataPath(request: MetricDataRequest): string {
  const { version, nodeId, metricId, from, to, aggregation, granularity } = request;
  const query: Parameters<'from' | 'to' | 'aggregation' | 'granularity'> = {
    from: dateTime(from),
    to: dateTime(to),
    aggregation,
    granularity: version === 'v1' ? granularity : undefined,
  };
  const family = version === 'v1' ? ['v1', 'ad', 'metrics'] : ['v2', 'metrics'];
  return pathOf([...family, { value: nodeId }, { value: metricId }], query);
}

/**
 * The service's operations: metric data and forecast, which every panel needs, and `read` for the other families
 * (`alerts.ts`, `anomalies.ts`). Each emits one answer, or fails with a `ServiceFailure`, even if a path can't be built.
 */
export class Operations {
  constructor(
    private readonly client: Client,
    readonly alertsVersion: Version,
    private readonly how: How = {}
  ) {}

  /** The memory of its service, one for each data source. */
  get memories(): Memories {
    return this.client.memories;
  }

  get status(): ServiceStatus {
    return this.client.status;
  }

  /** GET metric data of either family: the body, for `ground/decode`. */
  getMetricData(request: MetricDataRequest, how: RequestOptions = {}): Observable<unknown> {
    return this.send(() => metricDataPath(request), how, metricDataBody);
  }

  /**
   * GET /v2/corridors/{node-id}/{metric-id}/forecast: what `reader` returns for the body, whose shape the interface
   * doesn't define.
   */
  getForecast<T>(nodeId: string, metricId: string, reader: (body: unknown) => T, turn = 0): Observable<T> {
    const segments = ['v2', 'corridors', { value: nodeId }, { value: metricId }, 'forecast'];
    return this.read({ segments, turn }, (body) => reader(anyBody(body)));
  }

  /** @param reader reads a body; throws a `ServiceFailure` if it can't */
  read<T>({ segments, query, ...how }: OperationRequest, reader: (body: unknown) => T): Observable<T> {
    return this.send(() => pathOf(segments, query), how, reader);
  }

  /** The same operations with other options. */
  with(how: How): Operations {
    return new Operations(this.client, this.alertsVersion, { ...this.how, ...how });
  }

  private remember(failure: unknown) {
    if (isFailure(failure) && !isDeclined(failure) && !OURS.includes(failure.kind)) {
      this.status.noteFailure(failure.kind, failure.message);
    }
  }

  private send<T>(pathFor: () => string, ask: RequestOptions, reader: (body: unknown) => T): Observable<T> {
    const { note, rank, patience, isRefresh } = this.how;
    let path = '';
    return defer(() => {
      path = pathFor();
      note?.(`GET /${path}`);
      return this.client
        .get(path, { rank, patience, isRefresh, ...ask })
        .pipe(map(reader), tap({ error: () => this.client.discard(path) }));
    }).pipe(
      tap(() => (this.status.lastAnswer = Date.now())),
      catchError((error: unknown) => fail(error, { dataSource: this.client.name, path: `/${path.split('?')[0]}` })),
      tap({ error: (failure: unknown) => this.remember(failure) })
    );
  }
}

/** A JSON object or list. */
function anyBody(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? body : unreadable(body, 'json');
}

/** Without data points, `data` may be null, or missing if other fields identify the body. */
function metricDataBody(body: unknown): unknown {
  const { data, metric } = record(body);
  const fits = Array.isArray(data) || data === null || (data === undefined && metric !== undefined);
  if (!fits) {
    unreadable(body, ['data']);
  }
  // If no point has a time, the body is unreadable, which is different from no data.
  return list(data).length === 0 || list(data).some((point) => time(record(point).timestamp) !== null)
    ? body
    : unreadable(body, ['timestamp']);
}
