import {
  CoreApp,
  type DataFrame,
  type DataQuery,
  type DataQueryRequest,
  type DataQueryResponse,
  type DataSourceApi,
  DataTopic,
  LoadingState,
  type PanelData,
  rangeUtil,
  type TimeRange,
  toDataFrame,
} from '@grafana/data';
import { getTemplateSrv, toDataQueryError } from '@grafana/runtime';
import { cloneDeep, isEqual, omit } from 'lodash';
import { catchError, connect, defer, from, map, merge, type Observable, of, scan, takeUntil, timer } from 'rxjs';

/** A panel only shows that it is loading after this time. */
const PATIENCE = 200;

let requests = 0;

interface RequestOptions extends Partial<DataQueryRequest> {
  app: string;
  range: TimeRange;
  queries: DataQuery[];
  maxDataPoints: number;
  /** The panel's own minimum interval, for example `1m`. It may contain a variable. */
  minInterval?: string | null;
}

/** The request of a panel, an annotation, a variable, or Explore, in Grafana's form. */
export function buildRequest(dataSource: DataSourceApi, options: RequestOptions): DataQueryRequest {
  const { queries, range, maxDataPoints, minInterval, scopedVars = {}, ...rest } = options;
  const lowest = minInterval ? getTemplateSrv().replace(minInterval, scopedVars) : dataSource.interval;
  const { interval, intervalMs } = rangeUtil.calculateInterval(range, maxDataPoints, lowest);
  requests++;
  return {
    ...rest,
    requestId: `WB${requests}`,
    range,
    rangeRaw: range.raw,
    timezone: 'browser',
    interval,
    intervalMs,
    maxDataPoints,
    startTime: Date.now(),
    scopedVars: {
      ...scopedVars,
      __interval: { text: interval, value: interval },
      __interval_ms: { text: String(intervalMs), value: intervalMs },
    },
    targets: queries.map((query) => completed(cloneDeep(query), dataSource)),
  };
}

/** Like Grafana: a query with nothing but its type starts with the data source's default for a panel. */
function completed(query: DataQuery, dataSource: DataSourceApi): DataQuery {
  const own = omit(query, ['refId', 'hide', 'key', 'datasource', 'queryType', 'label']);
  const defaults = isEqual(own, {}) ? dataSource.getDefaultQuery?.(CoreApp.PanelEditor) : undefined;
  return { ...defaults, ...query, datasource: dataSource.getRef() };
}

type Query = (request: DataQueryRequest) => Promise<DataQueryResponse> | Observable<DataQueryResponse>;

/**
 * Runs a request, and returns the panel's data with every packet. A packet replaces the earlier one with the same key. A
 * packet with errors is in state Error. Annotation frames are separate. It never fails: what the data source throws is an
 * error of the panel. Unsubscribing cancels.
 *
 * @param query what to call instead of the data source's own `query`; then, nothing is filtered out
 */
export function run(dataSource: DataSourceApi, request: DataQueryRequest, query?: Query): Observable<PanelData> {
  const start = { state: LoadingState.Loading, series: [], request, timeRange: request.range };
  const targets = request.targets.filter(
    (target) => !target.hide && (query !== undefined || (dataSource.filterQuery?.(target) ?? true))
  );
  if (targets.length === 0) {
    return of({ ...start, annotations: [], state: LoadingState.Done });
  }
  const asked = { ...request, targets };
  return defer(() => from(query ? query(asked) : dataSource.query(asked))).pipe(
    scan(
      (packets, packet) => packets.set(packet.key ?? packet.data[0]?.refId ?? 'A', packet),
      new Map<string, DataQueryResponse>()
    ),
    map((packets) => together([...packets.values()], start)),
    catchError((error) => of(failed(start, toDataQueryError(error)))),
    connect((answers) =>
      merge(
        timer(PATIENCE).pipe(
          map(() => start),
          takeUntil(answers)
        ),
        answers
      )
    )
  );
}

/** A panel's data when it can't run, or has failed. */
export function failed(start: Partial<PanelData>, error: { message?: string }): PanelData {
  return { ...(start as PanelData), state: LoadingState.Error, series: [], annotations: [], errors: [error], error };
}

function together(packets: DataQueryResponse[], start: PanelData): PanelData {
  const frames = packets.flatMap((packet) => packet.data.map(toDataFrame));
  const errors = packets.flatMap((packet) => packet.errors ?? (packet.error ? [packet.error] : []));
  const last = packets[packets.length - 1];
  return {
    ...start,
    state: errors.length > 0 ? LoadingState.Error : (last.state ?? LoadingState.Done),
    series: frames.filter(({ meta }) => meta?.dataTopic !== DataTopic.Annotations),
    annotations: frames.filter(({ meta }) => meta?.dataTopic === DataTopic.Annotations),
    ...(errors.length > 0 ? { errors, error: errors[0] } : {}),
  };
}

/** A panel's data before its first answer: without a list of annotations. */
export const NO_DATA = { series: [] as DataFrame[] } as PanelData;

/** While new data loads, the panel keeps its content. */
export function withLast(last: PanelData, next: PanelData): PanelData {
  const isAnswer = next.state !== LoadingState.Loading || next.series.length > 0;
  return isAnswer ? next : { ...last, state: next.state, request: next.request };
}
