import { type DataQuery } from '@grafana/schema';
import { type Filtering } from './filtering';
import { isReadable, type Shape, shaped } from './shapes';

/**
 * The query model: what a dashboard stores. Part of the public contract; a missing field takes its default, an unknown
 * field is kept and ignored. The fields of a type are in its family's folder (`models.ts`).
 */

/** A query as stored: any field may be missing, and fields of other types may linger. */
export type AnomalyQuery = DataQuery & { queryType?: string; [field: string]: unknown };

/** The fields of a query type, by name. */
export type Fields = Readonly<Record<string, Shape>>;

/** A query type: its name in stored queries, and its fields with their defaults. */
export interface Model<T extends string = string, F extends Fields = Fields> extends Traits<F> {
  queryType: T;
  fields: F;
}

interface Traits<F extends Fields> {
  /** Whether a query can be run; without it every one can. An incomplete one is no error: the user is still typing. */
  isComplete?(query: FieldsOf<F>): boolean;
  /** Its queries name series: a new one starts with the node and the metric of the settings. */
  ofSeries?: boolean;
  /**
   * Who applies ad-hoc filters. Without it none applies, because its queries name what they are about, and notices name the
   * filters; a type that has it names by itself what it ignores.
   */
  filtering?(query: FieldsOf<F>): Filtering | undefined;
}

/** A query of that type with every field present, in its shape. */
export type QueryOf<M extends Model> = DataQuery & {
  queryType: M['queryType'];
  /** Filters clicked in Explore, and a dashboard's ad-hoc ones; see `filters/filters`. */
  filters?: unknown;
  /** True: a first row says that there is nothing to show, or that the service does not answer; see `answer/emptyRow`. */
  emptyRow?: unknown;
  /** True: columns of tables have readable headings, as in Explore; see `explore/columnNames`. */
  headings?: unknown;
} & FieldsOf<M['fields']>;

/** The values that fields of these shapes hold. */
export type FieldsOf<F extends Fields> = { -readonly [Name in keyof F]: F[Name]['fallback'] };

/**
 * All query types. Each family adds its own (`declare module`), so that whatever has to know every type, such as the record in
 * `families.ts`, does not compile before it does.
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
 * A stored query as one of its type: every field present, in its shape. Fields that the type does not know stay as they
 * are; what has the wrong shape takes its default. The argument is not changed.
 */
export function complete<M extends Model>(query: AnomalyQuery, { queryType, fields }: M): QueryOf<M> {
  const result: Record<string, unknown> = { ...query, queryType };
  for (const [field, shape] of Object.entries(fields)) {
    result[field] = shaped(query[field], shape);
  }
  // Every field of the type has just been given its shape.
  return result as unknown as QueryOf<M>;
}

/** The first field whose value cannot become its shape, or undefined. */
export function unreadableField(query: AnomalyQuery, { fields }: Model): string | undefined {
  return Object.keys(fields).find((field) => !isReadable(query[field], fields[field]));
}

/** The defaults of a type's fields. */
export function defaultsOf({ fields }: Model): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([field, { fallback }]) => [field, fallback]));
}

/** A query gives at most this many series, frames or values; a notice names what was left out. */
export const MAX_RESULTS = 100;

/** How many rows a list has, marks an annotation query, and metrics a ranking, if the query does not set it. */
export const DEFAULT_ROWS = 1000;
export const DEFAULT_MARKS = 200;
export const DEFAULT_RANKED = 20;

export type Band = 'main' | 'sup' | 'inf';
export const BANDS: readonly Band[] = ['main', 'sup', 'inf'];

/** What a user chooses; `60m` in a stored query is taken for `1h`. */
export type GranularityChoice = 'auto' | '1m' | '15m' | '1h';

/**
 * A query in a line, for Grafana's query history and collapsed rows: its type, the names that it keeps of its series in
 * place of the IDs, and what differs from the defaults, as in `metric CPU load · db primary granularity=1h`. It is written
 * in the terms of the query model, which are no words to translate: the line is wanted at once, before any translation is
 * loaded.
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
  return [model.queryType, name, ...settings].filter((part) => part !== '').join(' ');
}
