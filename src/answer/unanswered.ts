import { type DataFrame, type DataQueryResponse } from '@grafana/data';
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
import { lastAnswer, panelWords$ } from './lastAnswers';
import { warn, withNotices } from './notices';
import { type Context, isLast, type Request, type Run, underWay } from './runner';

/** A request that takes longer is reported while it is awaited, in milliseconds (contract: E1). */
export const LONGEST_WAIT = 15_000;
/** How often a longer wait is looked at. */
const LOOK = 1000;

/**
 * The packets of a run, and while the service is silent one with a notice of it. It shows what is there so far, else what
 * was last read.
 */
export function reportWait(
  packets: Observable<DataQueryResponse>,
  run: Run,
  request: Request,
  context: Context
): Observable<DataQueryResponse> {
  return packets.pipe(
    connect((shared) =>
      merge(
        shared,
        shared.pipe(
          startWith(undefined),
          switchMap((latest) =>
            latest && isLast(latest) ? EMPTY : waitPacket(latest?.data ?? [], run, request, context)
          ),
          takeUntil(shared.pipe(ignoreElements(), endWith(true)))
        )
      )
    )
  );
}

function waitPacket(shown: DataFrame[], run: Run, request: Request, context: Context): Observable<DataQueryResponse> {
  const { operations } = context;
  // A moment later than `availability`, whose row says it by itself.
  return timer(Math.max(0, LONGEST_WAIT - operations.silence) + LOOK, LOOK).pipe(
    first(() => operations.silence >= LONGEST_WAIT),
    switchMap(panelWords$),
    mergeMap(({ stillWaiting }) => {
      const notices = [warn(stillWaiting(LONGEST_WAIT))];
      const missing = run.targets.filter((target) => !shown.some(({ refId }) => refId === target.refId));
      const added = missing.flatMap((target) => {
        const frames = lastAnswer(target, run, request, context)?.frames ?? [];
        // So that an empty panel says why it is empty; annotations and variables need no such frame.
        const bare = run.isPanel ? [{ refId: target.refId, fields: [], length: 0 }] : [];
        return withNotices(frames.length > 0 ? frames : bare, notices);
      });
      const data = missing.length > 0 ? [...shown, ...added] : withNotices(shown, notices);
      return data.length > 0 ? of({ data, state: underWay(request) }) : EMPTY;
    })
  );
}
