import { type DataQueryResponse, LoadingState } from '@grafana/data';
import { defaultIfEmpty, map, type Observable, of, switchMap, takeLast, takeUntil, timer } from 'rxjs';
import { grafanaUser } from '../service/user';
import { type RunPlace } from './queryMemory';
import { isLast } from './runner';
import { unfinished } from './unfinished';

/** Grafana waits 60 s for a picture. A packet is sent after at most 40 s, including texts. In milliseconds. */
const RENDERED_WITHIN = 34_000;

/** The address can change later, for example when leaving a dashboard. */
const isOpenedToRender = new URLSearchParams(globalThis.location?.search).get('render') === '1';

/** Whether Grafana's image renderer opened the page. It treats the first packet as the complete answer. */
export function isRendered(): boolean {
  return isOpenedToRender || grafanaUser().authenticatedBy === 'render';
}

/** One packet: the last one, or partial data when the time is up, with a notice. */
export function inTime(packets: Observable<DataQueryResponse>, place: RunPlace): Observable<DataQueryResponse> {
  return packets.pipe(
    takeUntil(timer(RENDERED_WITHIN)),
    takeLast(1),
    defaultIfEmpty<DataQueryResponse, DataQueryResponse>({ data: [], state: LoadingState.Streaming }),
    switchMap((packet) =>
      isLast(packet)
        ? of(packet)
        : // Nothing follows it, so annotations and variables have a notice, too.
          unfinished(packet.data, place, ({ notInTime }) => notInTime(), true).pipe(
            map((data) => ({ data, state: LoadingState.Done }))
          )
    )
  );
}
