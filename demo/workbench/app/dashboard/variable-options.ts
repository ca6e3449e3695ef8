import {
  CoreApp,
  type DataFrame,
  type DataQuery,
  type DataQueryRequest,
  type DataQueryResponse,
  type DataSourceApi,
  FieldType,
  LoadingState,
  type TimeRange,
} from '@grafana/data';
import { getDataSourceSrv } from '@grafana/runtime';
import { filter, from, map, type Observable, of, switchMap, throwError } from 'rxjs';
import { buildRequest } from '../run/request';
import { run } from '../run/run';
import { type Variable, type VariableOption } from '../templates/variables';

type Query = (request: DataQueryRequest) => Observable<DataQueryResponse>;

/**
 * Reads a variable's options: from the data source for a query variable, from the installed ones for a data source
 * variable.
 */
export function readOptions(variable: Variable, range: TimeRange): Observable<VariableOption[]> {
  if (variable.type === 'datasource') {
    const type = typeof variable.query === 'string' ? variable.query : '';
    return of(
      getDataSourceSrv()
        .getList({ type })
        .map(({ uid, name }) => ({ value: uid, text: name }))
    );
  }
  return from(getDataSourceSrv().get(variable.datasource)).pipe(
    switchMap((dataSource) => ask(dataSource, variable, range))
  );
}

function ask(dataSource: DataSourceApi, variable: Variable, range: TimeRange): Observable<VariableOption[]> {
  const support = dataSource.variables as { query?: Query } | undefined;
  if (!support) {
    return throwError(() => new Error(`${dataSource.name} has no variables`));
  }
  const query = { ...(variable.query as DataQuery), refId: `variable-${variable.name}` };
  const request = buildRequest(dataSource, {
    app: CoreApp.Dashboard,
    queries: [query],
    range,
    timezone: 'browser',
    maxDataPoints: 100,
    scopedVars: { __searchFilter: { text: '', value: '' } },
  });
  return run(dataSource, request, support.query?.bind(support) ?? ((asked) => from(dataSource.query(asked)))).pipe(
    filter(({ state }) => state === LoadingState.Done || state === LoadingState.Error),
    map(({ series, error, state }) => {
      if (state === LoadingState.Error) {
        throw new Error(error?.message ?? 'The query failed');
      }
      return fromFrames(series);
    })
  );
}

function fromFrames(frames: DataFrame[]): VariableOption[] {
  return frames.flatMap((frame) => {
    const texts = frame.fields.filter(({ type }) => type === FieldType.string);
    const named = (name: string) => frame.fields.find((field) => field.name === name);
    const value = named('value') ?? named('text') ?? texts[0];
    const text = named('text') ?? value;
    return value ? value.values.map((one, i) => ({ value: String(one), text: String(text?.values[i] ?? one) })) : [];
  });
}
