import { type DataQueryError, type DataQueryRequest, type DataQueryResponse, LoadingState } from '@grafana/data';
import { type DataQuery } from '@grafana/schema';
import { type Observable } from 'rxjs';
import { type Store } from '../store/store';
import { type AnomalyQuery, type Model, type QueryOf } from '../query/query';
import { type Operations } from '../service/operations';
import { type Settings } from '../settings';
import { type Templates } from '../inputs/templates';

/** Where Grafana keeps what belongs to a user, for a plugin. */
export interface UserStorage {
  getItem: (key: string) => Promise<string | null>;
  setItem: (key: string, value: string) => Promise<void>;
}

/** What every runner works with; one per data source instance. */
export interface Context {
  operations: Operations;
  /** Metric data, read once. */
  store: Store;
  settings: Settings;
  templates: Templates;
  /** Identity of the data source, for links and sentences. */
  dataSource: { uid: string; name: string; type: string };
  /** Undefined before Grafana 12.0. */
  userStorage?: () => UserStorage | undefined;
  /** Epoch milliseconds. */
  now: () => number;
  /** Of the page that a query is for; Grafana's own if missing. */
  timeZone?: string;
  /** Lets go of all that was read or learned. */
  forget: () => void;
}

export type Request = DataQueryRequest<AnomalyQuery>;

/**
 * Runs queries of one type, or of types that belong together. `targets` are those that can be run and are not hidden, with
 * every field in its shape (see `complete`). Packets are cumulative: each holds all frames so far, every frame its refId; what
 * failed travels as `errors` along with the frames of what did not. The last packet has state Done (or Error where nothing is left to
 * show); those before it Loading in Explore and Streaming elsewhere (`underWay`). Unsubscribing stops every request.
 */
export type Runner<Q extends DataQuery = DataQuery> = (
  targets: Q[],
  request: Request,
  context: Context
) => Observable<DataQueryResponse>;

/** A runner that is there from the start, or one that is loaded, with its words, when it is first wanted. */
export type LoadedRunner<Q extends DataQuery = QueryOf<Model>> =
  { run: Runner<Q> } | { load: () => Promise<Runner<Q>> };

/** Queries of a request that one runner answers. */
export interface Run {
  runner: LoadedRunner;
  targets: Array<QueryOf<Model>>;
  modelOf: (query: QueryOf<Model>) => Model;
  /** Which part of their answers it gives, where several runners make them up. */
  part: string;
  /** Whether a panel shows its frames, rather than annotations or a variable. */
  isPanel: boolean;
}

/** The name of a query on its page, see `Ask.asker`. */
export function askerOf({ panelId }: Pick<Request, 'panelId'>, refId: string): string {
  return `${panelId ?? ''}/${refId}`;
}

/** The state of a packet that is not the last: a dashboard panel draws nothing as long as its first answer is Loading. */
export function underWay(request: Pick<Request, 'app'>): LoadingState {
  return request.app === 'explore' ? LoadingState.Loading : LoadingState.Streaming;
}

export function isLast({ state }: DataQueryResponse): boolean {
  return state !== LoadingState.Loading && state !== LoadingState.Streaming;
}

/** An error as runners give it; see `keepLast`. */
export interface QueryError extends DataQueryError {
  /** No request of its query was answered: what the frames show was read before. */
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
