import { type AdHocVariableFilter } from '@grafana/data';
import { type Value } from './formats';

export interface VariableOption {
  value: string;
  text: string;
}

/** A dashboard's variable: its stored form and the current choice. */
export interface Variable {
  type: 'query' | 'custom' | 'textbox' | 'datasource' | 'adhoc';
  name: string;
  label?: string;
  hide: number;
  multi: boolean;
  includeAll: boolean;
  /** As stored in the dashboard. For a query variable, the output of its editor. */
  query: unknown;
  /** When its options are read again: 1 when the dashboard loads, 2 also when the range moves. */
  refresh: number;
  datasource?: { type?: string; uid?: string };
  current: { value: string | string[]; text: string | string[] };
  options: VariableOption[];
  filters: AdHocVariableFilter[];
  state: 'idle' | 'loading' | 'done' | 'error';
  error?: string;
}

export const ALL = '$__all';

export function isAll(variable: Variable): boolean {
  const { value } = variable.current;
  return value === ALL || (Array.isArray(value) && value[0] === ALL);
}

/** The variable's current value. For All, every option's value. */
export function valueOf(variable: Variable): { value: Value; text: string } {
  if (isAll(variable)) {
    return { value: variable.options.map(({ value }) => value), text: 'All' };
  }
  const { value, text } = variable.current;
  return { value, text: Array.isArray(text) ? text.join(' + ') : text };
}

/** The variable's value in an address: `var-<name>`. */
export function urlValue(variable: Variable): string | string[] {
  return variable.type === 'adhoc'
    ? variable.filters.map(({ key, operator, value }) => [key, operator, value].join('|'))
    : variable.current.value;
}

/** The ad hoc filters of the variables. */
export function adHocFilters(variables: Variable[]): AdHocVariableFilter[] {
  return variables.flatMap(({ filters }) => filters.filter(({ key, value }) => key !== '' && value !== ''));
}
