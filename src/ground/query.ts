import { type DataQuery } from '@grafana/schema';
import { type Filtering } from './filtering';
import { isReadable, type Shape, shaped, type Text } from './shapes';
import { CoreApp } from '@grafana/data';
import { type Settings } from './settings';

/**
 * The query model: what a dashboard stores. It is part of the public contract. A missing field has its default, and an
 * unknown field is kept and ignored. A type is described in its family's folder (`models.ts`).
 */

/** A stored query: any field may be missing, and there may be fields of other types. */
export type AnomalyQuery = DataQuery & { queryType?: string; [field: string]: unknown };

/** The fields of a query type, by name. */
export type Fields = Readonly<Record<string, Shape>>;

/** A query type: its name in stored queries, and its fields. */
export interface Model<T extends string = string, F extends Fields = Fields> extends Traits<F> {
  queryType: T;
  fields: F;
}

interface Traits<F extends Fields> {
  /** Whether a query can run. Without it, every query can. An incomplete one is not an error: the user is still typing. */
  isComplete?(query: FieldsOf<F>): boolean;
  /** Its queries are about series: a new one starts with the settings' node and metric. */
  ofSeries?: boolean;
  /**
   * Who applies ad hoc filters. Without it, none apply, because its queries have a fixed subject, and notices report the
   * filters. A type with it reports ignored filters itself.
   */
  filtering?(query: FieldsOf<F>): Filtering | undefined;
  /** The fields in the second row of its editor. The others are in the first, in their order. */
  display?: ReadonlyArray<Extract<keyof F, string>>;
  /** When a field applies. Without it, the editor always shows the field. */
  shownWhen?: { readonly [Name in keyof F]?: Condition<FieldsOf<F>> };
  /** A type without it is not in the editor's list. */
  about?: About<F>;
}

/** A query type in the editor's list. */
export type ListedModel = Model & Required<Pick<Model, 'about'>>;

type Condition<Q> = { of(query: Q, settings: Settings): boolean }['of'];

/** What people see of a query type in the editor's list and in the help. */
export interface About<F extends Fields = Fields> {
  name: Text;
  /** The group of types in the editor's list that answer the same kind of question. */
  group: Group;
  /** One line about its purpose. */
  purpose: Text;
  /** What to select before a query can run, if anything is missing (`isComplete`). */
  missing?: Text;
  /** What to do if everything was read and nothing was found. */
  nothing?: Text;
  /** For the help, with the fields in addition to the type. The first one shows the purpose. */
  examples?: ReadonlyArray<{ title: Text; query: Partial<FieldsOf<F>> }>;
}

/** In the order of the editor's list. */
export type Group = 'metric' | 'alerts' | 'alert' | 'ranking' | 'report' | 'lists';

/** A query of that type with every field present, in its shape. */
export type QueryOf<M extends Model> = DataQuery & {
  queryType: M['queryType'];
  /** Filters that were clicked in Explore, and a dashboard's ad hoc filters; see `filters/filters`. */
  filters?: unknown;
  /** True: if there is nothing to show, or the service does not respond, a first row reports it; see `present/status`. */
  emptyRow?: unknown;
  /** True: columns of tables have readable headings, as in Explore; see `editor/columnNames`. */
  headings?: unknown;
} & FieldsOf<M['fields']>;

/** The values of fields with these shapes. */
export type FieldsOf<F extends Fields> = { -readonly [Name in keyof F]: F[Name]['fallback'] };

export function model<T extends string, F extends Fields>(
  queryType: T,
  fields: F,
  traits?: Traits<NoInfer<F>>
): Model<T, F> {
  return { queryType, fields, ...traits };
}

/**
 * A stored query as one of its type: every field present, in its shape. Unknown fields stay unchanged. Values of the wrong
 * shape are replaced by defaults. The argument is not modified.
 */
export function complete<M extends Model>(query: AnomalyQuery, { queryType, fields }: M): QueryOf<M> {
  const result: Record<string, unknown> = { ...query, queryType };
  for (const [field, shape] of Object.entries(fields)) {
    result[field] = shaped(query[field], shape);
  }
  // Every field of the type now has its shape.
  return result as unknown as QueryOf<M>;
}

/** The first field with an invalid value, or undefined. */
export function unreadableField(query: AnomalyQuery, { fields }: Model): string | undefined {
  return Object.keys(fields).find((field) => !isReadable(query[field], fields[field]));
}

/** A query returns at most this many series, frames, or values, with a notice about the rest. */
export const MAX_RESULTS = 100;

/**
 * The maximum of rows in a list, of marks in an annotation query, and of metrics in a ranking, if the query does not set
 * it.
 */
export const DEFAULT_ROWS = 1000;
export const DEFAULT_MARKS = 200;
export const DEFAULT_RANKED = 20;

export type Band = 'main' | 'sup' | 'inf';
export const BANDS: readonly Band[] = ['main', 'sup', 'inf'];

/** The interface's impacts, most severe first. */
export const IMPACTS = ['severe', 'high', 'medium', 'low'] as const;
/** The interface's severities of anomalies, most severe first. */
export const ANOMALY_SEVERITIES = ['severe', 'medium', 'low'] as const;
/** The interface's metric severities, worst first. */
export const SEVERITIES = ['blood_red', 'red', 'orange', 'yellow', 'green'] as const;

/** The user's choice. `60m` in a stored query means `1h`. */
export type GranularityChoice = 'auto' | '1m' | '15m' | '1h';

/**
 * A query as one line, for Grafana's query history and collapsed rows: its type, the stored names of its series instead of
 * the IDs, and differences from the defaults, as in `metric CPU load · db primary granularity=1h`. It uses the terms of
 * the query model without translation, because it is needed before any translation is loaded.
 */
export function displayText(query: AnomalyQuery, model: Model): string {
  const shown: Record<string, unknown> = { ...complete(query, model) };
  const { nodeId, metricId, series, nodeName, metricName } = shown;
  const isNamed = series === '' && Boolean(metricName || nodeName);
  const name = isNamed ? [metricName || metricId, nodeName || nodeId].join(' · ') : '';
  const left = ['nodeName', 'metricName', 'systemName', ...(isNamed ? ['nodeId', 'metricId'] : [])];
  const settings = Object.entries(model.fields).flatMap(([field, { fallback }]) => {
    const text = String(shown[field]);
    if (text === String(fallback) || left.includes(field)) {
      return [];
    }
    return text === 'true' ? field : `${field}=${/\s/.test(text) ? JSON.stringify(text) : text}`;
  });
  return [query.queryType || model.queryType, name, ...settings].filter((part) => part !== '').join(' ');
}

/**
 * The start of a new query: the settings' node and metric. In Explore without such a metric, the metrics of active alerts:
 * they need no ID, and each is a click away from its corridors.
 */
export function defaultQuery(app: CoreApp, { defaultNodeId, defaultMetricId }: Settings): Partial<AnomalyQuery> {
  if (app === CoreApp.Explore && (defaultNodeId === '' || defaultMetricId === '')) {
    return { queryType: 'alerts', metrics: true };
  }
  return { queryType: 'metric', nodeId: defaultNodeId, metricId: defaultMetricId, series: '' };
}

/** The fields that a stored query may have while Grafana still treats it as empty. */
const SAYS_NOTHING = ['refId', 'hide', 'key', 'queryType', 'datasource', 'label'];

/**
 * The query as it was stored. If it only has a type, Grafana adds the default query before it runs: the default node and
 * metric would limit all alerts to one metric, which the user did not request. Only a default query has `series`; a query
 * about the alerts of that metric doesn't.
 */
export function withoutDefault(query: AnomalyQuery, { defaultNodeId, defaultMetricId }: Settings): AnomalyQuery {
  const { nodeId, metricId, series, ...rest } = query;
  const isDefault = nodeId === defaultNodeId && metricId === defaultMetricId && series === '';
  const empty = Object.keys(rest).every((key) => SAYS_NOTHING.includes(key));
  return isDefault && empty ? rest : query;
}

/**
 * A query about series that was stored without any gets the settings' node and metric, like a new one. Grafana does the
 * same with a query that only has a type, but only when it runs, not for the editor.
 */
export function withDefault(query: AnomalyQuery, { defaultNodeId, defaultMetricId }: Settings): AnomalyQuery {
  const named = query.nodeId !== undefined || query.metricId !== undefined || query.series !== undefined;
  return named ? query : { ...query, nodeId: defaultNodeId, metricId: defaultMetricId };
}
