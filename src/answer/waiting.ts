import { type DataQueryResponse } from '@grafana/data';
import {
  concat,
  connect,
  EMPTY,
  endWith,
  first,
  ignoreElements,
  mergeMap,
  type Observable,
  of,
  startWith,
  switchMap,
  takeUntil,
  timer,
} from 'rxjs';
import { type RunPlace } from './queryMemory';
import { LONGEST_WAIT } from '../service/silence';
import { type PanelTexts } from '../notices/panelTexts';
import { isLast, underWay } from './runner';
import { unfinished } from './unfinished';

/** How often a longer wait is checked. */
const LOOK = 1000;

/**
 * The packets of a run. While the service is silent or down, each has a notice, and there is one even if nothing has
 * arrived.
 */
export function reportWait(packets: Observable<DataQueryResponse>, place: RunPlace): Observable<DataQueryResponse> {
  const { operations } = place.context;
  const isAnswered = () => !operations.isDown && operations.silence < LONGEST_WAIT;
  const textOf = ({ noResponse, stillWaiting }: PanelTexts) =>
    operations.isDown ? noResponse(operations.lastAnswer, place.request.timezone) : stillWaiting();
  const reported = (latest: DataQueryResponse | undefined) =>
    unfinished(latest?.data ?? [], place, textOf).pipe(
      mergeMap((data) => (data.length > 0 ? of({ data, state: underWay(place.request) }) : EMPTY))
    );
  const later = (latest: DataQueryResponse | undefined) =>
    // A moment later than `availability`, whose row reports it itself.
    timer(1.5 * LOOK, LOOK).pipe(
      first(() => !isAnswered()),
      switchMap(() => reported(latest))
    );
  const now = (packet: DataQueryResponse) => {
    if (isLast(packet)) {
      return of(packet);
    }
    return isAnswered() ? concat(of(packet), later(packet)) : reported(packet);
  };
  return packets.pipe(
    connect((shared) =>
      shared.pipe(
        startWith(undefined),
        switchMap((latest) => (latest === undefined ? later(latest) : now(latest))),
        takeUntil(shared.pipe(ignoreElements(), endWith(true)))
      )
    )
  );
}
