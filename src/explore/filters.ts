import { type QueryFilterOptions, type QueryFixAction, type ToggleFilterAction } from '@grafana/data';
import { type AnomalyQuery } from '../query';
import { type RowFilter, storedFilters } from '../tables/filters';

/**
 * Filters clicked in Explore, on a log line's labels or a table's cell. They are stored with the query as `filters`, in
 * the form of Grafana's ad-hoc filters, and applied to its rows.
 */

type Operator = '=' | '!=';

/** Filter for or out; what is there already is taken away again, the opposite replaced. */
export function toggleFilter(query: AnomalyQuery, { type, options }: ToggleFilterAction): AnomalyQuery {
  return changed(query, options, type === 'FILTER_OUT' ? '!=' : '=', true);
}

/** Whether the query filters for exactly that. */
export function hasFilter(query: AnomalyQuery, options: QueryFilterOptions): boolean {
  const { key, value } = pairOf(options);
  return storedFilters(query).some((one) => one.key === key && one.value === value && one.operator === '=');
}

/** What `modifyQuery` takes: filters on a pair, and on a text. */
export const MODIFICATIONS = ['ADD_FILTER', 'ADD_FILTER_OUT', 'ADD_STRING_FILTER', 'ADD_STRING_FILTER_OUT'];

export function modify(query: AnomalyQuery, { type, options = {} }: QueryFixAction): AnomalyQuery {
  switch (type) {
    case 'ADD_FILTER':
      return changed(query, options, '=');
    case 'ADD_FILTER_OUT':
      return changed(query, options, '!=');
    case 'ADD_STRING_FILTER':
      return changed(query, { key: 'text', value: options.value }, '=');
    case 'ADD_STRING_FILTER_OUT':
      return changed(query, { key: 'text', value: options.value }, '!=');
    default:
      return query;
  }
}

/** The query without one of its filters. */
export function withoutFilter(query: AnomalyQuery, filter: RowFilter): AnomalyQuery {
  return withFilters(
    query,
    storedFilters(query).filter((one) => !isSame(one, filter) || one.operator !== filter.operator)
  );
}

function changed(query: AnomalyQuery, options: QueryFilterOptions, operator: Operator, toggle = false): AnomalyQuery {
  const pair = pairOf(options);
  if (pair.key === '') {
    return query;
  }
  const filters = storedFilters(query);
  const others = filters.filter((one) => !isSame(one, pair));
  const there = filters.some((one) => isSame(one, pair) && one.operator === operator);
  return withFilters(query, there && toggle ? others : [...others, { ...pair, operator }]);
}

function withFilters(query: AnomalyQuery, filters: RowFilter[]): AnomalyQuery {
  const { filters: _, ...rest } = query;
  return filters.length > 0 ? { ...rest, filters } : rest;
}

function pairOf({ key = '', value = '' }: QueryFilterOptions): { key: string; value: string } {
  return { key: String(key), value: String(value) };
}

function isSame(a: { key: string; value: string }, b: { key: string; value: string }): boolean {
  return a.key === b.key && a.value === b.value;
}
