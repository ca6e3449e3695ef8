import { type Variable } from '../../demo/workbench/app/templates/variables';

/** A variable for tests. Missing fields have simple values. */
export function variable(part: Partial<Variable>): Variable {
  return {
    type: 'query',
    name: 'node',
    hide: 0,
    multi: false,
    includeAll: false,
    query: '',
    refresh: 1,
    current: { value: '', text: '' },
    options: [],
    filters: [],
    state: 'done',
    ...part,
  };
}
