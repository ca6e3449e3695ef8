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
import { isLast, underWay } from './runner';
import { unfinished } from './unfinished';

/** How often a longer wait is checked. */
const LOOK = 1000;

/** The packets of a run. While the service is silent, each has a notice, and there is one even if nothing has arrived. */
export function reportWait(packets: Observable<DataQueryResponse>, place: RunPlace): Observable<DataQueryResponse> {
  const { operations } = place.context;
  const isSilent = () => operations.silence >= LONGEST_WAIT;
  const reported = (latest: DataQueryResponse | undefined) =>
    unfinished(latest?.data ?? [], place, ({ stillWaiting }) => stillWaiting()).pipe(
      mergeMap((data) => (data.length > 0 ? of({ data, state: underWay(place.request) }) : EMPTY))
    );
  const waiting = (latest: DataQueryResponse | undefined) =>
    // A moment later than `availability`, whose row reports it itself.
    timer(Math.max(0, LONGEST_WAIT - operations.silence) + LOOK, LOOK).pipe(
      first(isSilent),
      switchMap(() => reported(latest))
    );
  const withReport = (latest: DataQueryResponse) =>
    isSilent() ? reported(latest) : concat(of(latest), waiting(latest));
  return packets.pipe(
    connect((shared) =>
      shared.pipe(
        startWith(undefined),
        switchMap((latest) =>
          latest === undefined ? waiting(latest) : isLast(latest) ? of(latest) : withReport(latest)
        ),
        takeUntil(shared.pipe(ignoreElements(), endWith(true)))
      )
    )
  );
}
