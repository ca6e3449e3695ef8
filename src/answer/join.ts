import { type DataFrame, DataFrameType, type DataQueryResponse, DataTopic, LoadingState } from '@grafana/data';
import { combineLatest, defaultIfEmpty, filter, map, type Observable, of, skipWhile, startWith } from 'rxjs';
import { uniqueNames } from '../corridors/names';
import { metaFirst } from '../notices/notices';
import { isLast, type Request, underWay } from './runner';

/** All packets of the data source have this key, so that each replaces the previous one. */
const KEY = 'anomaly-monitoring';

/**
 * Joins the answers of several runners into one stream of cumulative packets: frames in the order of the queries, Done
 * once all are done. Errors are sent with the last packet, because Grafana treats a packet with errors as the end.
 *
 * @param progressive whether packets are sent before the last one
 */
export function join(
  answers: Array<Observable<DataQueryResponse>>,
  request: Request,
  progressive: boolean
): Observable<DataQueryResponse> {
  if (answers.length === 0) {
    return of({ key: KEY, data: [], state: LoadingState.Done });
  }
  const order = new Map(request.targets.map((target, place) => [target.refId, place]));
  const place = (frame: DataFrame) => order.get(frame.refId ?? '') ?? order.size;
  return combineLatest(
    answers.map((answer) =>
      answer.pipe(defaultIfEmpty<DataQueryResponse, DataQueryResponse>({ data: [] }), startWith(undefined))
    )
  ).pipe(
    map((packets) => packets.filter((packet) => packet !== undefined)),
    skipWhile((packets) => packets.length === 0),
    map((packets) => {
      const frames: DataFrame[] = packets.flatMap((packet) => packet.data);
      const sorted = packets.length > 1 ? withoutBare(metaFirst(frames.sort((a, b) => place(a) - place(b)))) : frames;
      const data = withOneWide(sorted);
      const isFetching = packets.length < answers.length || !packets.every(isLast);
      const errors = packets.flatMap((packet) => packet.errors ?? []);
      if (isFetching) {
        return { key: KEY, data: uniqueNames(data), state: underWay(request) };
      }
      return errors.length > 0
        ? {
            key: KEY,
            data: uniqueNames(data),
            errors,
            error: errors[0],
            state: data.length > 0 ? LoadingState.Done : LoadingState.Error,
          }
        : { key: KEY, data: uniqueNames(data), state: LoadingState.Done };
    }),
    // An overlay that arrives before the values would clear the panel, so it is sent together with them.
    filter((packet) => isLast(packet) || (progressive && packet.data.some(isDrawn)))
  );
}

/** Frames without fields only contain notices. A query with other frames doesn't need them. */
function withoutBare(frames: DataFrame[]): DataFrame[] {
  return frames.filter(
    (frame) =>
      frame.fields.length > 0 || !frames.some(({ refId, fields }) => refId === frame.refId && fields.length > 0)
  );
}

function isDrawn({ meta }: DataFrame): boolean {
  return meta?.dataTopic !== DataTopic.Annotations;
}

/** Grafana's data plane allows only one wide frame in a response. If there are several, none has that type. */
function withOneWide(frames: DataFrame[]): DataFrame[] {
  const isWide = ({ meta }: DataFrame) => meta?.type === DataFrameType.TimeSeriesWide;
  return frames.filter(isWide).length < 2
    ? frames
    : frames.map((frame) =>
        isWide(frame) ? { ...frame, meta: { ...frame.meta, type: undefined, typeVersion: undefined } } : frame
      );
}
