import { type AnomalyQuery, complete, defaultsOf, isOfSeries, queryTypeOf } from './query';

/** Not worth a place in a line: names stand for their ids, the rest only changes how the answer looks. */
const LEFT_OUT = new Set(['nodeName', 'metricName', 'systemName', 'legend', 'thin', 'limit']);

/**
 * A query in a line, for Grafana's query history and collapsed rows: its type, the series by name, and what differs from
 * the defaults, as in `metric CPU load · db primary granularity=1h`. It is written in the terms of the query model, which
 * are no words to translate: the line is wanted at once, before any translation is loaded.
 */
export function displayText(query: AnomalyQuery): string {
  const type = queryTypeOf(query);
  const shown: Record<string, unknown> = { ...complete(query, type) };
  const isSeries = isOfSeries(type);
  const fields = Object.entries(defaultsOf(type)).flatMap(([field, fallback]) =>
    LEFT_OUT.has(field) || (isSeries && (field === 'nodeId' || field === 'metricId'))
      ? []
      : setting(field, shown[field], fallback)
  );
  return [type, isSeries ? seriesOf(query, shown) : '', ...fields].filter((part) => part !== '').join(' ');
}

function seriesOf({ nodeName, metricName }: AnomalyQuery, { nodeId, metricId }: Record<string, unknown>): string {
  return [metricName || metricId, nodeName || nodeId].filter((part) => part).join(' · ');
}

function setting(field: string, value: unknown, fallback: unknown): string[] {
  const text = String(value);
  if (text === String(fallback)) {
    return [];
  }
  return [value === true ? field : `${field}=${/\s/.test(text) ? JSON.stringify(text) : text}`];
}
