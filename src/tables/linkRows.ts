import { type DataLinkClickEvent } from '@grafana/data';
import { once } from 'lodash';
import { type Named } from '../service/alerts';
import { type RowSpan } from './targets';

/** The fields of a row as texts, by name. '' if there is none. */
export type Fields = (name: string) => string;

export function fieldsOf(replace: DataLinkClickEvent['replaceVariables']): Fields {
  return (name) => {
    const reference = `\${__data.fields.${name}}`;
    const text = replace?.(reference) ?? '';
    // Grafana doesn't replace the name of a missing field. A missing value is the panel's text for it, a dash in ours.
    return text === 'null' || text === '–' || text === reference ? '' : text;
  };
}

/** What links need to know about a row. */
export interface LinkRow {
  alert?: { id: string; title?: string; impact?: string | null };
  /** Its metric, or the first of several. */
  metric?: Partial<Named> | null;
  /** Its own time. Without one, it uses the panel's. */
  span?: RowSpan | null;
}

export interface LinkRows {
  all: () => readonly LinkRow[];
  /** The row of a table by its fields `alertId` or `id`, `nodeId`, and `metricId`, as far as the table has them. */
  find: (field: Fields) => LinkRow | undefined;
}

/** @param read the rows of a table; called when a link is first needed */
export function linkRows(read: () => readonly LinkRow[]): LinkRows {
  const all = once(read);
  const index = once(() => indexOf(all()));
  const find = (field: Fields) => {
    const ids = [field('alertId'), field('id')].filter((id) => id !== '');
    const metric = [field('nodeId'), field('metricId')];
    const ofAlert = [...ids.map((id) => keyOf(id, ...metric)), ...ids.map((id) => keyOf(id, '', ''))];
    const ofMetric = metric.some((id) => id !== '') ? [keyOf('', ...metric)] : [];
    const keys = ids.length > 0 ? ofAlert : ofMetric;
    return keys.map((key) => index().get(key)).find((row) => row !== undefined);
  };
  return { all, find };
}

/** By alert and metric, by alert only, and by metric only. The first row of each counts. */
function indexOf(rows: readonly LinkRow[]): Map<string, LinkRow> {
  const index = new Map<string, LinkRow>();
  for (const row of rows) {
    const { alert, metric } = row;
    const [id, nodeId, metricId] = [alert?.id ?? '', metric?.nodeId ?? '', metric?.metricId ?? ''];
    for (const key of [keyOf(id, nodeId, metricId), keyOf(id, '', ''), keyOf('', nodeId, metricId)]) {
      if (!index.has(key)) {
        index.set(key, row);
      }
    }
  }
  return index;
}

function keyOf(...parts: string[]): string {
  return JSON.stringify(parts);
}
