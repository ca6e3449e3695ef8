import { type UrlQueryMap } from '@grafana/data';
import { ALL, type Variable, type VariableOption } from '../templates/variables';
import { type StoredVariable } from './model';

const KNOWN: ReadonlyArray<Variable['type']> = ['query', 'custom', 'textbox', 'datasource', 'adhoc'];

/** A stored variable with all its fields, and the value from the address, if any. */
export function readVariable(stored: StoredVariable, address: UrlQueryMap): Variable {
  const type = KNOWN.find((known) => known === stored.type) ?? 'custom';
  const text = typeof stored.query === 'string' ? stored.query : '';
  const variable: Variable = {
    type,
    name: stored.name,
    label: stored.label,
    hide: Number(stored.hide ?? 0),
    multi: stored.multi ?? false,
    includeAll: stored.includeAll ?? false,
    query: stored.query,
    refresh: Number(stored.refresh ?? 1),
    datasource: typeof stored.datasource === 'string' ? { uid: stored.datasource } : (stored.datasource ?? undefined),
    current: { value: type === 'textbox' ? text : '', text: type === 'textbox' ? text : '', ...stored.current },
    options: type === 'custom' ? customOptions(text) : [],
    filters: stored.filters ?? [],
    state: type === 'query' || type === 'datasource' ? 'idle' : 'done',
  };
  if (type === 'custom' && variable.current.value.length === 0) {
    variable.current = firstChoice(variable);
  }
  return atAddress(variable, address[`var-${stored.name}`]);
}

/** `a, b : label`: values separated by commas. A text before ` : ` is the label of its value. */
function customOptions(query: string): VariableOption[] {
  return query
    .split(/(?<!\\),/)
    .map((part) => part.replaceAll('\\,', ',').trim())
    .filter((part) => part !== '')
    .map((part) => {
      const named = /^\s*(.+?)\s:\s(.+)$/.exec(part);
      return named ? { text: named[1], value: named[2] } : { text: part, value: part };
    });
}

/** A variable's value if nothing was chosen, or if the choice no longer exists. */
export function firstChoice(variable: Variable): Variable['current'] {
  const [first] = variable.options;
  if (variable.includeAll && variable.multi) {
    return { value: [ALL], text: ['All'] };
  }
  const value = first?.value ?? '';
  const text = first?.text ?? '';
  return variable.multi ? { value: first ? [value] : [], text: first ? [text] : [] } : { value, text };
}

function atAddress(variable: Variable, given: UrlQueryMap[string]): Variable {
  if (given === undefined || given === null) {
    return variable;
  }
  const values = [given].flat().map((value) => (value === true ? '' : String(value)));
  if (variable.type === 'adhoc') {
    const filters = values.map((value) => value.split('|')).filter(({ length }) => length === 3);
    return {
      ...variable,
      filters: filters.map(([key, operator, value]) => ({ key, operator, value: value.split(',')[0] })),
    };
  }
  return {
    ...variable,
    current: choice(
      variable,
      values.filter((value) => value !== '' || values.length === 1)
    ),
  };
}

/** The current value for a user's choice, with the texts of the chosen options. */
export function choice(variable: Variable, values: string[]): Variable['current'] {
  const text = (value: string) =>
    value === ALL ? 'All' : (variable.options.find((option) => option.value === value)?.text ?? value);
  return variable.multi
    ? { value: values, text: values.map(text) }
    : { value: values[0] ?? '', text: text(values[0] ?? '') };
}
