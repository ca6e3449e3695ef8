import {
  type DataQueryResponse,
  type DataSourceApi,
  type PanelData,
  type SelectableValue,
  type TimeRange,
} from '@grafana/data';
import { type Observable } from 'rxjs';
import { type Context, type Request } from '../answer/runner';
import { type AnomalyQuery, type Model, type QueryOf } from '../query/query';
import { type StoredSettings } from '../settings';

/** The data source as its editors know it. */
export interface ServiceSource extends DataSourceApi<AnomalyQuery, StoredSettings> {
  readonly context: Context;
  query(request: Request): Observable<DataQueryResponse>;
}

/** What an editor is drawn with. */
export interface Surroundings {
  context: Context;
  /** The panel's or Explore's range, if Grafana passes it. */
  range?: TimeRange;
  /** The panel's last answer, with its request. */
  data?: PanelData;
}

/** One of a fixed list; without a label the value is shown, in every language. */
export type Option<T extends string = string> = Required<Pick<SelectableValue<T>, 'value'>> & {
  label?: string;
  description?: string;
};

interface Common<Q> {
  label: string;
  /** A sentence on what the field is for. */
  tooltip?: string;
  placeholder?: string;
  /** The minimum width, in units of 8 pixels; each kind of input has its own default. */
  width?: number;
  optional?: boolean;
  /** A sentence below the input that explains its value; `query` has the text being typed. */
  note?: (query: Q, context: Context) => string | undefined;
  /** Without it the field is always shown. */
  shownWhen?: (query: Q, context: Context) => boolean;
}

/** What edits a field's value, by kind. */
export type Input<Q> =
  /** Free text. `check` gives a sentence about what is wrong with it. */
  | { input: 'text'; check?: (text: string) => string | undefined }
  /** A point in time, as `at` and `to` take it. */
  | { input: 'moment' }
  /** A whole number or a variable; empty: the field's default. */
  | { input: 'number'; max?: number }
  /** Yes or no; a stored variable is kept and shown. */
  | { input: 'flag' }
  /** One of a fixed list; with `variables` also one of the dashboard's. */
  | { input: 'choice'; options: Option[] | ((query: Q, around: Surroundings) => Option[]); variables?: boolean }
  /** Several of a few known values, with `variables` also of the dashboard's; any other can be typed. Empty: all. */
  | { input: 'values'; known: readonly string[]; variables?: boolean }
  | { input: 'bands' }
  /** An identifier, or several: chosen from what the service named, or typed. */
  | { input: 'system' | 'node' | 'metric' | 'alert' };

/** One field of a query type, as its editor shows it: plain data, in the user's language. */
export type Field<Q = AnomalyQuery> = Common<Q> &
  (({ name: Extract<keyof Q, string> } & Input<Q>) | { name: 'series'; input: 'series' });

/** Fields side by side; `label` names them to a screen reader. */
export interface FieldRow<Q = AnomalyQuery> {
  label: string;
  fields: Array<Field<Q>>;
}

/** The rows of a type's editor, made when they are drawn. */
export type FieldsOfType<M extends Model> = () => Array<FieldRow<QueryOf<M>>>;
