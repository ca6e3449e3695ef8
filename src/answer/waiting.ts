import { type DataQueryResponse } from '@grafana/data';
import {
  connect,
  EMPTY,
  endWith,
  first,
  ignoreElements,
  merge,
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

/** The packets of a run. While the service is silent, also one with a notice. */
export function reportWait(packets: Observable<DataQueryResponse>, place: RunPlace): Observable<DataQueryResponse> {
  const { operations } = place.context;
  const waiting = (latest: DataQueryResponse | undefined) =>
    // A moment later than `availability`, whose row reports it itself.
    timer(Math.max(0, LONGEST_WAIT - operations.silence) + LOOK, LOOK).pipe(
      first(() => operations.silence >= LONGEST_WAIT),
      switchMap(() => unfinished(latest?.data ?? [], place, ({ stillWaiting }) => stillWaiting())),
      mergeMap((data) => (data.length > 0 ? of({ data, state: underWay(place.request) }) : EMPTY))
    );
  return packets.pipe(
    connect((shared) =>
      merge(
        shared,
        shared.pipe(
          startWith(undefined),
          switchMap((latest) => (latest && isLast(latest) ? EMPTY : waiting(latest))),
          takeUntil(shared.pipe(ignoreElements(), endWith(true)))
        )
      )
    )
  );
}
