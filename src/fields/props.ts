import {
  type CoreApp,
  type DataQueryResponse,
  type DataSourceApi,
  type PanelData,
  type TimeRange,
} from '@grafana/data';
import { type DataQuery } from '@grafana/schema';
import { type Context, type Request } from '../answer/runner';
import { type Observable } from 'rxjs';
import { type AnomalyQuery } from '../query/query';
import { type StoredSettings } from '../settings';

/** The data source as its editors know it. */
export interface ServiceSource extends DataSourceApi<AnomalyQuery, StoredSettings> {
  readonly context: Context;
  query(request: Request): Observable<DataQueryResponse>;
}

/** What the editor of one query type is given. */
export interface EditorProps<Q extends DataQuery> {
  /** With every field of its type present (`complete`), whatever the dashboard stores. */
  query: Q;
  /** Takes the changed query; the shell stores it with the fields that the user has set. */
  onChange: (query: Q) => void;
  onRunQuery: () => void;
  context: Context;
  /** The panel's or Explore's range, where Grafana tells it. */
  range?: TimeRange;
  /** What the panel was last given, with the request that it answers. */
  data?: PanelData;
  app?: CoreApp;
}
