import {
  CoreApp,
  type DataFrame,
  type DataQuery,
  type DataQueryRequest,
  type DataQueryResponse,
  FieldType,
  LoadingState,
  type TimeRange,
} from '@grafana/data';
import { getDataSourceSrv } from '@grafana/runtime';
import { isEqual } from 'lodash';
import {
  catchError,
  concatMap,
  defer,
  EMPTY,
  endWith,
  filter,
  from,
  ignoreElements,
  map,
  type Observable,
  of,
  switchMap,
  tap,
} from 'rxjs';
import { type Dashboard } from '../dashboard/dashboard';
import { buildRequest, run } from '../run/run';
import { variableNames } from './templates';
import { ALL, choice, firstChoice, type Variable, type VariableOption } from './variables';

/** Grafana's value of `refresh` for variables that are read again when the range moves. */
const ON_TIME_RANGE = 2;

/**
 * Reads the options of the variables, one after another: each comes after those on which it depends. At first, all are
 * read. After `changed`, those that depend on it. Otherwise, because the range moved, those that request it. If a value
 * changes by that, the variables that depend on it are read as well.
 *
 * @returns after each, the names of the remaining ones
 */
export function readVariables(
  names: readonly string[],
  at: Pick<Dashboard, 'get' | 'set'>,
  range: TimeRange,
  changed?: string
) {
  const moved = new Set([changed]);
  const isDue = (variable: Variable) =>
    variableNames(JSON.stringify([variable.query, variable.datasource])).some((name) => moved.has(name)) ||
    !variable.isKnown ||
    (changed === undefined && variable.refresh === ON_TIME_RANGE);
  return from(names).pipe(
    concatMap((name, i) =>
      defer(() => {
        const before = at.get(name);
        if (name === changed || !['query', 'datasource'].includes(before.type) || !isDue(before)) {
          return EMPTY;
        }
        at.set(name, { isLoading: true, error: undefined });
        return readOptions(before, range).pipe(
          map((options) => ({ ...withOptions({ ...before, options }), isGiven: false })),
          catchError((error: Error) => of({ error: error.message })),
          tap((changes) => at.set(name, { ...changes, isLoading: false, isKnown: true })),
          tap(() => isEqual(at.get(name).current.value, before.current.value) || moved.add(name))
        );
      }).pipe(ignoreElements(), endWith(names.slice(i + 1)))
    )
  );
}

/** The variable with a value that its options allow. A value from the address survives the first reading. */
function withOptions(variable: Variable): Variable {
  const isOption = (value: string) => value === ALL || variable.options.some((option) => option.value === value);
  const values = [variable.current.value].flat().filter((value) => variable.isGiven || isOption(value));
  const isEmpty = values.every((value) => value === '' && !isOption(value));
  return { ...variable, current: isEmpty ? firstChoice(variable) : choice(variable, values) };
}

function readOptions(variable: Variable, range: TimeRange): Observable<VariableOption[]> {
  const sources = getDataSourceSrv();
  if (variable.type === 'datasource') {
    return of(sources.getList({ type: String(variable.query) }).map(({ uid, name }) => ({ value: uid, text: name })));
  }
  return from(sources.get(variable.datasource)).pipe(
    switchMap((dataSource) => {
      const request = buildRequest(dataSource, {
        app: CoreApp.Dashboard,
        queries: [{ ...(variable.query as DataQuery), refId: `variable-${variable.name}` }],
        range,
        maxDataPoints: 100,
      });
      const support = dataSource.variables as { query: (asked: DataQueryRequest) => Observable<DataQueryResponse> };
      return run(dataSource, request, (asked) => support.query(asked));
    }),
    filter(({ state }) => state === LoadingState.Done || state === LoadingState.Error),
    map(({ series, error }) => {
      if (error) {
        throw error;
      }
      return series.flatMap(optionsOf);
    })
  );
}

function optionsOf({ fields }: DataFrame): VariableOption[] {
  const named = (name: string) => fields.find((field) => field.name === name);
  const value = named('value') ?? named('text') ?? fields.find(({ type }) => type === FieldType.string);
  const text = named('text') ?? value;
  return value?.values.map((one, i) => ({ value: String(one), text: String(text?.values[i] ?? one) })) ?? [];
}
