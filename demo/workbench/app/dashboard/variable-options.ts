import {
  CoreApp,
  type DataFrame,
  type DataQuery,
  type DataQueryRequest,
  type DataQueryResponse,
  type DataSourceApi,
  FieldType,
  LoadingState,
  type MetricFindValue,
  type TimeRange,
} from '@grafana/data';
import { getDataSourceSrv, getTemplateSrv } from '@grafana/runtime';
import { filter, from, map, type Observable, of, switchMap, throwError } from 'rxjs';
import { buildRequest } from '../run/request';
import { run } from '../run/run';
import { type Variable, type VariableOption } from '../templates/variables';

type Query = (request: DataQueryRequest) => Observable<DataQueryResponse>;

/** Reads a variable's options anew: of a query from the data source, of a data source variable from those installed. */
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
    switchMap((dataSource) => ask(dataSource, variable, range)),
    map((options) => filtered(options, variable.regex))
  );
}

function ask(dataSource: DataSourceApi, variable: Variable, range: TimeRange): Observable<VariableOption[]> {
  const support = dataSource.variables as { query?: Query; toDataQuery?: (query: unknown) => DataQuery } | undefined;
  if (!support) {
    return dataSource.metricFindQuery
      ? from(dataSource.metricFindQuery(variable.query, { range })).pipe(map(fromValues))
      : throwError(() => new Error(`${dataSource.name} has no variables`));
  }
  const stored =
    typeof variable.query === 'object' ? (variable.query as DataQuery) : { refId: '', query: variable.query };
  const query = { ...(support.toDataQuery?.(stored) ?? stored), refId: `variable-${variable.name}` };
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
    return value
      ? Array.from({ length: frame.length }, (_, i) => option(value.values[i], text?.values[i] ?? value.values[i]))
      : [];
  });
}

function fromValues(values: MetricFindValue[]): VariableOption[] {
  return values.map(({ text, value }) => option(value ?? text, text));
}

function option(value: unknown, text: unknown): VariableOption {
  return { value: String(value), text: String(text) };
}

function filtered(options: VariableOption[], regex: string): VariableOption[] {
  const pattern = /^\/(.*)\/([gimsu]*)$/.exec(getTemplateSrv().replace(regex));
  if (!pattern) {
    return options;
  }
  const matcher = new RegExp(pattern[1], pattern[2].replace('g', ''));
  return options.filter(({ text }) => matcher.test(text));
}
