import { catchError, defer, map, type Observable, tap } from 'rxjs';
import { type Version } from '../settings';
import { type Ask, type Client } from './client';
import { fail } from './failureOf';
import { pathOf, type QueryValue, type Segment } from './path';
import { type FailureKind, isDeclined, isFailure, unreadable } from './failure';
import { list, record, time } from './read';

/** Query parameters of an operation by their names in the interface; date-times as ISO 8601 text. */
export type Parameters<Names extends string> = Partial<Record<Names, QueryValue>>;

/** A request of an operation. Its parameters are in the order of the interface's tables. */
export interface OperationRequest extends Ask {
  segments: readonly Segment[];
  query?: Record<string, QueryValue>;
}

/** Which metric data request a series part is. */
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

/** How requests are made through a door. */
interface How extends Pick<Ask, 'rank' | 'patience' | 'asker' | 'since' | 'isRefresh'> {
  /** Receives each request as a line, `GET /v2/alerts?limit=100`, in the order of asking. */
  note?: (call: string) => void;
}

/** Failures that don't show how the service is. */
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
 * The door to the service: metric data and forecast, which every panel needs, and `read` for the operations of the other
 * families (`alertOperations.ts`, `anomalies.ts`). What is read comes once; whatever goes wrong, a path that
 * cannot be built included, comes as a `ServiceFailure`.
 */
export class Operations {
  constructor(
    private readonly client: Client,
    readonly alertsVersion: Version,
    private readonly how: How = {}
  ) {}

  /** The query that sends requests with this object, if there is one. */
  get asker(): string | undefined {
    return this.how.asker;
  }

  /** When the query began that continues through this door, epoch milliseconds; see `Ask`. */
  get since(): number | undefined {
    return this.how.since;
  }

  /** Whether the query that asks through this door has shown a whole answer before. */
  get isRefresh(): boolean {
    return this.how.isRefresh ?? false;
  }

  /** The same for all doors of one data source: what is learned of the service is kept under it. */
  get instance(): object {
    return this.client;
  }

  /** When a request of this data source was last given an answer that could be read, epoch milliseconds. */
  get lastAnswer(): number | undefined {
    return this.client.lastAnswer;
  }

  /** What the data source's last failure says, if nothing was answered since. */
  get trouble(): string | undefined {
    const { lastFailure, lastAnswer = -Infinity } = this.client;
    return lastFailure && lastFailure.at > lastAnswer ? lastFailure.message : undefined;
  }

  /** How long the service has been awaited without any answer, in milliseconds. */
  get silence(): number {
    return this.client.silence.duration;
  }

  /** Whether and when a cache last gave an answer in the service's place. */
  get stale(): Client['stale'] {
    return this.client.stale;
  }

  /** GET metric data of either family: the body, for `corridors/decode`. */
  getMetricData(request: MetricDataRequest, turn = 0): Observable<unknown> {
    return this.send(() => metricDataPath(request), { turn }, metricDataBody);
  }

  /** GET /v2/corridors/{node-id}/{metric-id}/forecast: what `reader` makes of the body, whose shape is not shown. */
  getForecast<T>(nodeId: string, metricId: string, reader: (body: unknown) => T, turn = 0): Observable<T> {
    const segments = ['v2', 'corridors', { value: nodeId }, { value: metricId }, 'forecast'];
    return this.read({ segments, turn }, (body) => reader(anyBody(body)));
  }

  /** @param reader gives what a body holds, and throws a `ServiceFailure` if it cannot be read */
  read<T>({ segments, query, ...how }: OperationRequest, reader: (body: unknown) => T): Observable<T> {
    return this.send(() => pathOf(segments, query), { asker: this.how.asker, ...how }, reader);
  }

  /** The same door with other ways to ask. */
  with(how: How): Operations {
    return new Operations(this.client, this.alertsVersion, { ...this.how, ...how });
  }

  private remember(failure: unknown) {
    if (isFailure(failure) && !isDeclined(failure) && !OURS.includes(failure.kind)) {
      this.client.lastFailure = { message: failure.message, at: Date.now() };
    }
  }

  private send<T>(pathFor: () => string, ask: Ask, reader: (body: unknown) => T): Observable<T> {
    const { note, rank, patience, since, isRefresh } = this.how;
    let path = '';
    return defer(() => {
      path = pathFor();
      note?.(`GET /${path}`);
      return this.client.get(path, { rank, patience, since, isRefresh, ...ask });
    }).pipe(
      map((body) => this.understood(path, body, reader)),
      tap(() => (this.client.lastAnswer = Date.now())),
      catchError((error: unknown) => fail(error, { dataSource: this.client.name, path: `/${path.split('?')[0]}` })),
      tap({ error: (failure: unknown) => this.remember(failure) })
    );
  }

  private understood<T>(path: string, body: unknown, reader: (body: unknown) => T): T {
    try {
      return reader(body);
    } catch (failure) {
      this.client.discard(path);
      throw failure;
    }
  }
}

/** A JSON object or list. */
function anyBody(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? body : unreadable(body, 'json');
}

/** `data` may be null, and absent where the rest says what it is: then there are no datapoints. */
function metricDataBody(body: unknown): unknown {
  const { data, metric } = record(body);
  const fits = Array.isArray(data) || data === null || (data === undefined && metric !== undefined);
  if (!fits) {
    unreadable(body, ['data']);
  }
  // Points without a time are no points, and none of a time is not the same as no data.
  return list(data).length === 0 || list(data).some((point) => time(record(point).timestamp) !== null)
    ? body
    : unreadable(body, ['timestamp']);
}
