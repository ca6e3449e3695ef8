import { type TimeRange } from '@grafana/data';
import { isEqual } from 'lodash';
import { BehaviorSubject, catchError, concatMap, defer, from, last, map, type Observable, of, tap } from 'rxjs';
import { variableNames } from '../templates/expression';
import { ALL, type Variable } from '../templates/variables';
import { readOptions } from './variable-options';
import { choice, firstChoice } from './variable-read';

/** Grafana's value of `refresh` for variables that are read again when the range moves. */
const ON_TIME_RANGE = 2;

/** A dashboard's variables in their order: a variable comes after those on which it depends. */
export class VariableSet {
  readonly list: BehaviorSubject<Variable[]>;
  /** Variables with a value from the address that no reading has checked yet. */
  private readonly fromAddress: Set<string>;
  /** Variables whose options were read. */
  private readonly known = new Set<string>();

  constructor(variables: Variable[], fromAddress: Iterable<string>) {
    this.list = new BehaviorSubject(variables);
    this.fromAddress = new Set(fromAddress);
  }

  choose(name: string, values: string[]) {
    this.change(name, (variable) => ({ ...variable, current: choice(variable, values) }));
  }

  /**
   * Reads options, one variable after another, like Grafana: at first, all. After `changed`, the variables that depend on
   * it. Otherwise, because the range moved, those that request it. If a value changes by that, the variables that depend
   * on it are read as well.
   *
   * @returns after each, the names of the remaining ones
   */
  run(range: TimeRange, changed?: string): Observable<string[]> {
    const moved = new Set(changed === undefined ? [] : [changed]);
    const due = (variable: Variable) =>
      sources(variable, this.list.value).some((name) => moved.has(name)) ||
      !this.known.has(variable.name) ||
      (changed === undefined && variable.refresh === ON_TIME_RANGE);
    const order = this.list.value.map(({ name }) => name);
    return from(order).pipe(
      concatMap((name, i) =>
        defer((): Observable<unknown> => {
          const variable = this.get(name);
          if (name === changed || !variable || !hasOptions(variable) || !due(variable)) {
            return of(undefined);
          }
          const before = variable.current.value;
          return this.read(variable, range).pipe(
            tap(() => {
              this.known.add(name);
              if (!isEqual(this.get(name)?.current.value, before)) {
                moved.add(name);
              }
            })
          );
        }).pipe(
          last(null, undefined),
          map(() => order.slice(i + 1))
        )
      )
    );
  }

  /** A value from the address survives the first reading. Later ones replace it with an option if it is missing. */
  private read({ name }: Variable, range: TimeRange): Observable<unknown> {
    this.change(name, (variable) => ({ ...variable, state: 'loading', error: undefined }));
    const variable = this.get(name) as Variable;
    return readOptions(variable, range).pipe(
      tap((options) =>
        this.change(name, (current) =>
          settle({ ...current, options, state: 'done' }, this.fromAddress.delete(name) && !this.known.has(name))
        )
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
  const text = JSON.stringify([variable.query, variable.datasource]);
  const names = new Set(variableNames(text));
  return all.map(({ name }) => name).filter((name) => name !== variable.name && names.has(name));
}
