import { type AnomalyQuery, complete, type Model } from './query';

/**
 * A query in a line, for Grafana's query history and collapsed rows: its type, the series by name, and what differs from
 * the defaults, as in `metric CPU load · db primary granularity=1h`. It is written in the terms of the query model, which
 * are no words to translate: the line is wanted at once, before any translation is loaded.
 */
export function displayText(query: AnomalyQuery, model: Model): string {
  const shown = complete(query, model);
  const values: Record<string, unknown> = { ...shown };
  const settings = Object.entries(model.fields)
    .filter(([field]) => !model.unsaid?.includes(field))
    .flatMap(([field, { fallback }]) => setting(field, values[field], fallback));
  return [model.queryType, model.subject?.(shown) ?? '', ...settings].filter((part) => part !== '').join(' ');
}

function setting(field: string, value: unknown, fallback: unknown): string[] {
  const text = String(value);
  if (text === String(fallback)) {
    return [];
  }
  return [value === true ? field : `${field}=${/\s/.test(text) ? JSON.stringify(text) : text}`];
}
