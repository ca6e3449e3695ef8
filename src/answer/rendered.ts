import { type DataFrame, type DataQueryResponse, LoadingState } from '@grafana/data';
import { config } from '@grafana/runtime';
import { defaultIfEmpty, forkJoin, map, type Observable, of, switchMap, takeLast, takeUntil, timer } from 'rxjs';
import { record } from '../service/read';
import { columnsOf } from './columns';
import { panelWords$ } from './lastAnswers';
import { warn, withNotices } from '../notices/notices';
import { type Context, isLast, type Request, type Run } from './runner';

/** Grafana waits 60 s for a picture; a packet goes out after 40 s at the latest, words included. In milliseconds. */
const RENDERED_WITHIN = 34_000;

/** The address can change later, for instance when somebody leaves a dashboard. */
const isOpenedToRender = new URLSearchParams(globalThis.location?.search).get('render') === '1';

/** Whether Grafana's image renderer opened the page. It takes the first packet for the whole answer. */
export function isRendered(): boolean {
  return isOpenedToRender || record(record(config.bootData).user).authenticatedBy === 'render';
}

/** One packet: the last one, or what there is when time is up, with a notice that it is not all. */
export function inTime(
  packets: Observable<DataQueryResponse>,
  run: Run,
  request: Request,
  context: Context
): Observable<DataQueryResponse> {
  return packets.pipe(
    takeUntil(timer(RENDERED_WITHIN)),
    takeLast(1),
    defaultIfEmpty<DataQueryResponse, DataQueryResponse>({ data: [], state: LoadingState.Streaming }),
    switchMap((packet) => (isLast(packet) ? of(packet) : unfinished(packet.data, run, request, context)))
  );
}

function unfinished(frames: DataFrame[], run: Run, request: Request, context: Context): Observable<DataQueryResponse> {
  return forkJoin([panelWords$(), columnsOf(run, request, context)]).pipe(
    map(([{ notInTime }, columns]) => {
      const data = run.targets.flatMap(({ refId }) => {
        const own = frames.filter((frame) => frame.refId === refId);
        const empty = columns.filter((frame) => run.isPanel && frame.refId === refId);
        // An overlay's notice moves to the values that it belongs to.
        const bare = run.part === '' ? [] : [{ refId, fields: [], length: 0 }];
        return withNotices([own, empty, bare].find(({ length }) => length > 0) ?? [], [warn(notInTime())]);
      });
      return { data, state: LoadingState.Done };
    })
  );
}
