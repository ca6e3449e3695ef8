import {
  type DataFrame,
  type DataQueryError,
  type DataQueryRequest,
  type DataQueryResponse,
  type DataSourceApi,
  DataTopic,
  LoadingState,
  type PanelData,
  toDataFrame,
} from '@grafana/data';
import { catchError, defer, from, map, Observable, of, scan, tap } from 'rxjs';

/** A panel only shows that it is loading after this time. */
const PATIENCE = 200;

type Query = (request: DataQueryRequest) => Promise<DataQueryResponse> | Observable<DataQueryResponse>;

/**
 * Runs a request, and returns the panel's data with every packet. A packet replaces the earlier one with the same key. A
 * packet with errors is in state Error. Annotation frames are separate. It never fails: what the data source throws is an
 * error of the panel. Unsubscribing cancels.
 *
 * @param query what to call instead of the data source's own `query`; then, nothing is filtered out
 */
export function run(dataSource: DataSourceApi, request: DataQueryRequest, query?: Query): Observable<PanelData> {
  const start: PanelData = {
    state: LoadingState.Loading,
    series: [],
    annotations: [],
    request,
    timeRange: request.range,
  };
  const targets = request.targets.filter(
    (target) => !target.hide && (query !== undefined || (dataSource.filterQuery?.(target) ?? true))
  );
  if (targets.length === 0) {
    return of({ ...start, state: LoadingState.Done });
  }
  const asked = { ...request, targets };
  const answers = defer(() => from(query ? query(asked) : dataSource.query(asked))).pipe(
    scan((packets, packet) => packets.set(keyOf(packet), packet), new Map<string, DataQueryResponse>()),
    map((packets) => together([...packets.values()], start)),
    catchError((error) => of({ ...start, state: LoadingState.Error, errors: [toError(error)], error: toError(error) }))
  );
  return soon(answers, start);
}

/** Emits `start` first if the answers are slow. */
function soon(answers: Observable<PanelData>, start: PanelData): Observable<PanelData> {
  return new Observable((subscriber) => {
    const timer = setTimeout(() => subscriber.next(start), PATIENCE);
    const subscription = answers.pipe(tap(() => clearTimeout(timer))).subscribe(subscriber);
    return () => {
      clearTimeout(timer);
      subscription.unsubscribe();
    };
  });
}

function keyOf(packet: DataQueryResponse): string {
  return packet.key ?? packet.data[0]?.refId ?? 'A';
}

function together(packets: DataQueryResponse[], start: PanelData): PanelData {
  const frames: DataFrame[] = packets.flatMap((packet) => packet.data.map(toDataFrame));
  const errors = packets.flatMap((packet) => packet.errors ?? (packet.error ? [packet.error] : []));
  const last = packets[packets.length - 1];
  const annotation = (frame: DataFrame) => frame.meta?.dataTopic === DataTopic.Annotations;
  return {
    ...start,
    state: errors.length > 0 ? LoadingState.Error : (last.state ?? LoadingState.Done),
    series: frames.filter((frame) => !annotation(frame)),
    annotations: frames.filter(annotation),
    ...(errors.length > 0 ? { errors, error: errors[0] } : {}),
  };
}

function toError(error: unknown): DataQueryError {
  const { message, status } = error as { message?: unknown; status?: number };
  return { message: typeof message === 'string' ? message : String(error), status };
}
