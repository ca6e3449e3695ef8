import { type AdHocVariableFilter, type UrlQueryMap } from '@grafana/data';

export type Value = string | string[];

export interface VariableOption {
  value: string;
  text: string;
}

/** A dashboard's variable: its stored form and the current choice. */
export interface Variable {
  type: string;
  name: string;
  label?: string;
  hide?: number;
  multi?: boolean;
  includeAll?: boolean;
  /** As stored in the dashboard. For a query variable, the output of its editor. */
  query?: unknown;
  /** When its options are read again: 1 when the dashboard loads, 2 also when the range moves. */
  refresh?: number;
  datasource?: { type?: string; uid?: string };
  current: { value: Value; text: Value };
  options: VariableOption[];
  filters: AdHocVariableFilter[];
  /** The address contains its value, which no reading has checked yet. */
  isGiven?: boolean;
  isKnown?: boolean;
  isLoading?: boolean;
  error?: string;
}

export type StoredVariable = Partial<Variable> & Pick<Variable, 'type' | 'name'>;

export const ALL = '$__all';

/** A stored variable with all its fields, and the value from the address, if any. */
export function readVariable(stored: StoredVariable, address: UrlQueryMap): Variable {
  const { type, name, query } = stored;
  const text = type === 'textbox' ? String(query ?? '') : '';
  const variable: Variable = {
    ...stored,
    current: { value: text, text, ...stored.current },
    options: type === 'custom' ? customOptions(String(query)) : [],
    filters: stored.filters ?? [],
  };
  if (type === 'custom' && variable.current.value.length === 0) {
    variable.current = firstChoice(variable);
  }
  const given = address[`var-${name}`];
  if (given === undefined || given === null) {
    return variable;
  }
  const values = [given].flat().map((value) => (value === true ? '' : String(value)));
  if (type === 'adhoc') {
    const filters = values.map((value) => value.split('|')).filter(({ length }) => length === 3);
    return { ...variable, filters: filters.map(([key, operator, value]) => ({ key, operator, value })) };
  }
  return { ...variable, isGiven: true, current: choice(variable, values) };
}

/** `a, b : label`: values separated by commas. A text before ` : ` is the label of its value. */
function customOptions(query: string): VariableOption[] {
  return query.split(',').map((part) => {
    const [text, value = text] = part.trim().split(' : ');
    return { text, value };
  });
}

/** The value if nothing was chosen, or if the choice no longer exists. */
export function firstChoice(variable: Variable): Variable['current'] {
  const { options, multi, includeAll } = variable;
  return choice(variable, multi && includeAll ? [ALL] : options.slice(0, 1).map(({ value }) => value));
}

/** The current value for a choice, with the texts of the chosen options. */
export function choice({ options, multi }: Variable, values: string[]): Variable['current'] {
  const text = (value: string) =>
    value === ALL ? 'All' : (options.find((option) => option.value === value)?.text ?? value);
  return multi ? { value: values, text: values.map(text) } : { value: values[0] ?? '', text: text(values[0] ?? '') };
}

/** The current value. For All, every option's value. */
export function valueOf({ current: { value, text }, options }: Variable): { value: Value; text: string } {
  return [value].flat()[0] === ALL
    ? { value: options.map((option) => option.value), text: 'All' }
    : { value, text: [text].flat().join(' + ') };
}
