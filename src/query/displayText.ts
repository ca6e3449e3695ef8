import { type AnomalyQuery, complete, type Model, type QueryOf } from './query';

/** What a line about a query contains in addition to its type and the fields that differ from their defaults. */
export interface Line<M extends Model> {
  /** Said first, after the type. */
  subject?(query: QueryOf<M>): string;
  /** Fields not worth a place: what the subject says already, or what only changes how the answer looks. */
  without: ReadonlyArray<keyof M['fields']>;
}

/**
 * A query in a line, for Grafana's query history and collapsed rows: its type, the series by name, and what differs from
 * the defaults, as in `metric CPU load · db primary granularity=1h`. It is written in the terms of the query model, which
 * are no words to translate: the line is wanted at once, before any translation is loaded.
 */
export function displayText<M extends Model>(query: AnomalyQuery, model: M, line: Line<M> = { without: [] }): string {
  const shown = complete(query, model);
  const values: Record<string, unknown> = { ...shown };
  const settings = Object.entries(model.fields)
    .filter(([field]) => !line.without.includes(field))
    .flatMap(([field, { fallback }]) => setting(field, values[field], fallback));
  return [model.queryType, line.subject?.(shown) ?? '', ...settings].filter((part) => part !== '').join(' ');
}

function setting(field: string, value: unknown, fallback: unknown): string[] {
  const text = String(value);
  if (text === String(fallback)) {
    return [];
  }
  return [value === true ? field : `${field}=${/\s/.test(text) ? JSON.stringify(text) : text}`];
}
