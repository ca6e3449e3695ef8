import { type DataQueryResponse, LoadingState } from '@grafana/data';
import { config } from '@grafana/runtime';
import { defaultIfEmpty, map, type Observable, of, switchMap, takeLast, takeUntil, timer } from 'rxjs';
import { record } from '../service/read';
import { type RunPlace } from './queryMemory';
import { isLast } from './runner';
import { unfinished } from './unfinished';

/** Grafana waits 60 s for a picture; a packet goes out after 40 s at the latest, words included. In milliseconds. */
const RENDERED_WITHIN = 34_000;

/** The address can change later, for instance when a dashboard is left. */
const isOpenedToRender = new URLSearchParams(globalThis.location?.search).get('render') === '1';

/** Whether Grafana's image renderer opened the page. It takes the first packet for the whole answer. */
export function isRendered(): boolean {
  return isOpenedToRender || record(record(config.bootData).user).authenticatedBy === 'render';
}

/** One packet: the last one, or what there is when time is up, with a notice that it is not all. */
export function inTime(packets: Observable<DataQueryResponse>, place: RunPlace): Observable<DataQueryResponse> {
  return packets.pipe(
    takeUntil(timer(RENDERED_WITHIN)),
    takeLast(1),
    defaultIfEmpty<DataQueryResponse, DataQueryResponse>({ data: [], state: LoadingState.Streaming }),
    switchMap((packet) =>
      isLast(packet)
        ? of(packet)
        : // Nothing comes after it: annotations and variables have a notice, too.
          unfinished(packet.data, place, ({ notInTime }) => notInTime(), true).pipe(
            map((data) => ({ data, state: LoadingState.Done }))
          )
    )
  );
}
