import { type DataQuery } from '@grafana/schema';
import { type Filtering } from './filtering';
import { isReadable, type Shape, shaped } from './shapes';

/**
 * The query model: what a dashboard stores. It is part of the public contract. A missing field has its default, and an
 * unknown field is kept and ignored. The fields of a type are in its family's folder (`models.ts`).
 */

/** A stored query: any field may be missing, and there may be fields of other types. */
export type AnomalyQuery = DataQuery & { queryType?: string; [field: string]: unknown };

/** The fields of a query type, by name. */
type Fields = Readonly<Record<string, Shape>>;

/** A query type: its name in stored queries, and its fields with their defaults. */
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
}

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

/**
 * All query types. Each family adds its own (`declare module`), so that places that need every type, such as the record in
 * `families.ts`, do not compile before.
 */
export interface QueryModels {}

export type QueryType = keyof QueryModels;

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

/** Whether the interface has this aggregation. Empty: the service decides. */
export function isAggregation(text: string): boolean {
  return /^(avg|max|sum)?$/.test(text);
}

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
