import { type TimeRange } from '@grafana/data';
import { BehaviorSubject, catchError, concatMap, from, map, type Observable, of, tap } from 'rxjs';
import { variableNames } from '../templates/expression';
import { ALL, type Variable } from '../templates/variables';
import { readOptions } from './variable-options';
import { choice, firstChoice } from './variable-read';

/** A dashboard's variables, in the order in which they depend on each other. */
export class VariableSet {
  readonly list: BehaviorSubject<Variable[]>;
  /** What a user or the address chose stays, also where no option names it. */
  private readonly chosen = new Set<string>();

  constructor(variables: Variable[], fromAddress: Iterable<string>) {
    this.list = new BehaviorSubject(variables);
    this.chosen = new Set(fromAddress);
  }

  choose(name: string, values: string[]) {
    this.chosen.add(name);
    this.change(name, (variable) => ({ ...variable, current: choice(variable, values) }));
  }

  setFilters(name: string, filters: Variable['filters']) {
    this.change(name, (variable) => ({ ...variable, filters }));
  }

  /** Reads the options of the variables again, one after the other; of those named and what depends on them. */
  run(range: TimeRange, changed?: string): Observable<unknown> {
    const order = inOrder(this.list.value);
    const names = changed === undefined ? order : dependents(changed, this.list.value, order);
    return from(names).pipe(
      map((name) => this.get(name)),
      concatMap((variable) => (variable && hasOptions(variable) ? this.read(variable, range) : of(undefined)))
    );
  }

  private read({ name }: Variable, range: TimeRange): Observable<unknown> {
    this.change(name, (variable) => ({ ...variable, state: 'loading', error: undefined }));
    const variable = this.get(name) as Variable;
    return readOptions(variable, range).pipe(
      tap((options) =>
        this.change(name, (current) => settle({ ...current, options, state: 'done' }, this.chosen.has(name)))
      ),
      catchError((error: Error) => {
        this.change(name, (current) => ({ ...current, state: 'error', error: error.message }));
        return of(undefined);
      })
    );
  }

  private get(name: string): Variable | undefined {
    return this.list.value.find((variable) => variable.name === name);
  }

  private change(name: string, to: (variable: Variable) => Variable) {
    this.list.next(this.list.value.map((variable) => (variable.name === name ? to(variable) : variable)));
  }
}

/** The variable with a current value that its options allow. */
export function settle(variable: Variable, chosen: boolean): Variable {
  const values = [variable.current.value].flat();
  const known = (value: string) => value === ALL || variable.options.some((option) => option.value === value);
  const left = chosen ? values : values.filter(known);
  const empty = left.length === 0 || (left.length === 1 && left[0] === '' && !known(''));
  return { ...variable, current: empty ? firstChoice(variable) : choice(variable, left) };
}

function hasOptions({ type }: Variable): boolean {
  return type === 'query' || type === 'datasource';
}

/** The names of the variables that this one's options come from. */
function sources(variable: Variable, all: Variable[]): string[] {
  const text = JSON.stringify([variable.query, variable.regex, variable.datasource]);
  const names = new Set(variableNames(text));
  return all.map(({ name }) => name).filter((name) => name !== variable.name && names.has(name));
}

function inOrder(all: Variable[]): string[] {
  const order: string[] = [];
  const visit = (variable: Variable, above: string[]) => {
    if (order.includes(variable.name) || above.includes(variable.name)) {
      return;
    }
    for (const name of sources(variable, all)) {
      visit(all.find((other) => other.name === name) as Variable, [...above, variable.name]);
    }
    order.push(variable.name);
  };
  all.forEach((variable) => visit(variable, []));
  return order;
}

function dependents(changed: string, all: Variable[], order: string[]): string[] {
  const affected = new Set([changed]);
  for (const name of order) {
    const variable = all.find((other) => other.name === name) as Variable;
    if (sources(variable, all).some((source) => affected.has(source))) {
      affected.add(name);
    }
  }
  affected.delete(changed);
  return order.filter((name) => affected.has(name));
}
