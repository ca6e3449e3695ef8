import {
  type DataFrame,
  type DataQueryError,
  type DataQueryRequest,
  type DataQueryResponse,
  FieldType,
  LoadingState,
} from '@grafana/data';
import { uniqBy } from 'lodash';
import { type DataQuery } from '@grafana/schema';
import { type Observable } from 'rxjs';
import { type Store } from '../facts/store';
import { type AnomalyQuery, type Model, type QueryOf } from '../ground/query';
import { type Operations } from '../service/operations';
import { type Settings } from '../ground/settings';
import { type Templates } from '../ground/templates';

/** Grafana's panel for states over time. */
export const STATE_TIMELINE = 'state-timeline';

/** What every runner uses. One per data source instance. */
export interface Context {
  operations: Operations;
  /** Metric data, read once. */
  store: Store;
  settings: Settings;
  templates: Templates;
  /** Receives the calls of queries. Each request has its own. */
  calls: Calls;
  /** Identity of the data source, for links and sentences. */
  dataSource: { uid: string; name: string; type: string };
  /** Epoch milliseconds. */
  now: () => number;
  /** The time zone of the query's page. Grafana's own if missing. */
  timeZone?: string;
  /** Discards everything that was read or learned. */
  forget: () => void;
}

export type Request = DataQueryRequest<AnomalyQuery>;

/**
 * Runs queries of one type, or of related types. `targets` are complete and visible, with every field in its shape (see
 * `complete`).
 * Packets are cumulative: each contains all frames so far, every frame with its refId. Failures are in `errors`, together
 * with the frames of what succeeded. The last packet has state Done (or Error if there is nothing to show). Earlier
 * packets are Loading in Explore, and Streaming elsewhere (`underWay`). Unsubscribing stops every request.
 */
export interface Runner<Q extends DataQuery = DataQuery> {
  (targets: Q[], request: Request, context: Context): Observable<DataQueryResponse>;
  /** The frame of a query without rows, for notices before and instead of an answer. */
  emptyFrame?(query: Q, request: Request, context: Context): DataFrame | undefined;
}

/** Loads a runner. */
export type LoadRunner<Q extends DataQuery = QueryOf<Model>> = () => Promise<Runner<Q>>;

/** The queries of a request that one runner answers. */
export interface Run {
  runner: LoadRunner;
  targets: Array<QueryOf<Model>>;
  modelOf: (query: QueryOf<Model>) => Model;
  /** What it returns of their answers: a panel's frames, a panel's overlay, annotations, or a variable's values. */
  part: 'panel' | 'overlay' | 'annotations' | 'variable';
}

/** The state of a packet that is not the last. A dashboard panel draws nothing while its first answer is Loading. */
export function underWay(request: Pick<Request, 'app'>): LoadingState {
  return request.app === 'explore' ? LoadingState.Loading : LoadingState.Streaming;
}

export function isLast({ state }: DataQueryResponse): boolean {
  return state !== LoadingState.Loading && state !== LoadingState.Streaming;
}

/** A frame without rows of what has no columns but the time. A panel drops a frame without fields, with its notices. */
export function timeFrame(): DataFrame {
  return { length: 0, fields: [{ name: 'time', type: FieldType.time, config: {}, values: [] }] };
}

/** The frames of one query. */
export function framesOf(frames: readonly DataFrame[], { refId }: Pick<DataQuery, 'refId'>): DataFrame[] {
  return frames.filter((frame) => frame.refId === refId);
}

/** An error as runners return it; see `shownOf`. */
export interface QueryError extends DataQueryError {
  /** No request of its query was answered: the frames show earlier data. */
  isUnanswered?: boolean;
}

/** An error of one query, for `DataQueryResponse.errors`. */
export function queryError(refId: string, error: unknown): QueryError {
  const { message, status } = error as { message?: unknown; status?: unknown };
  return {
    refId,
    message: typeof message === 'string' ? message : String(error),
    ...(typeof status === 'number' ? { status } : {}),
  };
}

/** The calls of a request's queries, by refId, each once and in the order of sending. */
export type Calls = Map<string, Set<string>>;

export function noteCalls(noted: Calls, refId: string, calls: readonly string[]) {
  const own = noted.get(refId) ?? new Set();
  calls.forEach((call) => own.add(call));
  noted.set(refId, own);
}

/** `meta.executedQueryString` of each query's first frame lists the calls, one per line, even if the frame was shown before. */
export function withCalls(frames: DataFrame[], noted: Calls): DataFrame[] {
  const firsts = new Set(uniqBy(frames, 'refId'));
  return frames.map((frame) => {
    const calls = firsts.has(frame) ? [...(noted.get(frame.refId ?? '') ?? [])] : [];
    return calls.length > 0 ? { ...frame, meta: { ...frame.meta, executedQueryString: calls.join('\n') } } : frame;
  });
}
