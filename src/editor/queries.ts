import { type QueryFilterOptions, type QueryFixAction, type ToggleFilterAction } from '@grafana/data';
import { type AnomalyQuery } from '../ground/query';

/**
 * Filters that were clicked in Explore, on a log line's labels or a table's cell. They are stored with the query as
 * `filters`, in the form of Grafana's ad hoc filters, and applied to its rows. Grafana needs them at once, so this is
 * loaded with the data source: no texts, no imports.
 */

interface Stored {
  key: string;
  value: string;
  operator: string;
}

/** What `modifyQuery` accepts: filters on a pair, and on a text. */
export const MODIFICATIONS = ['ADD_FILTER', 'ADD_FILTER_OUT', 'ADD_STRING_FILTER', 'ADD_STRING_FILTER_OUT'];

/** Filters for or out. Removes an equal filter, replaces the opposite one. */
export function toggleFilter(query: AnomalyQuery, { type, options }: ToggleFilterAction): AnomalyQuery {
  return changed(query, options, type === 'FILTER_OUT' ? '!=' : '=', true);
}

/** Whether the query has exactly this filter. */
export function hasFilter(query: AnomalyQuery, { key, value }: QueryFilterOptions): boolean {
  return storedIn(query).some((one) => one.key === key && one.value === value && one.operator === '=');
}

/** The query with one more filter, added once. Other modifications do not change it. */
export function modify(query: AnomalyQuery, { type, options }: QueryFixAction): AnomalyQuery {
  if (!options || !MODIFICATIONS.includes(type)) {
    return query;
  }
  const key = type.includes('STRING') ? 'text' : options.key;
  return changed(query, { key, value: options.value }, type.endsWith('OUT') ? '!=' : '=');
}

function changed(
  query: AnomalyQuery,
  { key, value }: QueryFilterOptions,
  operator: string,
  toggle?: true
): AnomalyQuery {
  const stored = storedIn(query);
  const others = stored.filter((one) => one.key !== key || one.value !== value);
  const there = stored.some((one) => !others.includes(one) && one.operator === operator);
  return { ...query, filters: there && toggle ? others : [...others, { key, operator, value }] };
}

function storedIn({ filters }: AnomalyQuery): Stored[] {
  return Array.isArray(filters) ? filters.filter((one) => typeof one === 'object' && one !== null) : [];
}
