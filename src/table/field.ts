import {
  type DataQueryResponse,
  type DataSourceApi,
  type PanelData,
  type SelectableValue,
  type TimeRange,
} from '@grafana/data';
import { type Observable } from 'rxjs';
import { type Context, type Request } from './runner';
import { type AnomalyQuery, type Model, type QueryOf } from '../ground/query';
import { type StoredSettings } from '../ground/settings';

/** The data source, as far as its editors need it. */
export interface ServiceSource extends DataSourceApi<AnomalyQuery, StoredSettings> {
  readonly context: Context;
  query(request: Request): Observable<DataQueryResponse>;
}

/** The context of an editor. */
export interface Surroundings {
  context: Context;
  /** The panel's or Explore's range, if Grafana passes it. */
  range?: TimeRange;
  /** The panel's last answer, with its request. */
  data?: PanelData;
}

/** An option of a fixed list. Without a label, the value is shown in all languages. */
export type Option<T extends string = string> = Required<Pick<SelectableValue<T>, 'value'>> & {
  label?: string;
  description?: string;
};

interface Common<Q> {
  /** A sentence about the purpose of the field. */
  tooltip?: string;
  placeholder?: string;
  /** The minimum width, in units of 8 pixels. Each kind of input has its own default. */
  width?: number;
  optional?: boolean;
  /** A sentence below the input that explains its value. `query` includes the text being typed. */
  note?: (query: Q, context: Context) => string | undefined;
  /** Without it, the field is always shown. */
  shownWhen?: (query: Q, context: Context) => boolean;
}

/** The input for a field's value, by kind. */
type Input<Q> =
  /** Free text. `check` returns a sentence about what is wrong with it. */
  | { input: 'text'; check?: (text: string) => string | undefined }
  /** A point in time, in the form of `at` and `to`. */
  | { input: 'moment' }
  /** An integer or a variable. Empty: the field's default. */
  | { input: 'number'; max?: number }
  /** Yes or no. A stored variable is kept and shown. */
  | { input: 'flag' }
  /** One of a fixed list. With `variables`, also one of the dashboard's. */
  | { input: 'choice'; options: Option[] | ((query: Q, around: Surroundings) => Option[]); variables?: boolean }
  /** Several of a few known values, with `variables` also of the dashboard's. Any other can be typed. Empty: all. */
  | { input: 'values'; known: readonly string[]; variables?: boolean }
  | { input: 'bands' }
  /** One or several identifiers: selected from the service's names, or typed. */
  | { input: 'system' | 'node' | 'metric' | 'alert' };

/** One field of a query type in its editor, as plain data in the user's language. Its label is in `ground/labels.ts`. */
export type Field<Q = AnomalyQuery> = Common<Q> &
  (({ name: Extract<keyof Q, string> } & Input<Q>) | { name: 'series'; input: 'series' });

/** Fields side by side. `label` is their name for screen readers. */
export interface FieldRow<Q = AnomalyQuery> {
  label: string;
  fields: Array<Field<Q>>;
}

/** The rows of a type's editor, created when they are drawn. */
export type FieldsOfType<M extends Model> = () => Array<FieldRow<QueryOf<M>>>;
