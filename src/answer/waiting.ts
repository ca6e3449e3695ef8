import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import {
  connect,
  EMPTY,
  endWith,
  first,
  forkJoin,
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
import { columnsOf } from './columns';
import { lastAnswer, panelWords$ } from './lastAnswers';
import { warn, withNotices } from '../notices/notices';
import { type Context, isLast, type Request, type Run, underWay } from './runner';

/** A request that takes longer is reported while it is awaited, in milliseconds. */
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
    switchMap(() => forkJoin([panelWords$(), run.isPanel ? columnsOf(run, request, context) : of([])])),
    mergeMap(([{ stillWaiting, withReading }, columns]) => {
      const waiting = stillWaiting(LONGEST_WAIT);
      const notices = [warn(waiting)];
      const missing = run.targets.filter(
        (target) => !shown.some(({ refId, length }) => refId === target.refId && length > 0)
      );
      const others = shown.filter(({ refId }) => !missing.some((target) => target.refId === refId));
      const added = missing.flatMap((target) => {
        const own = shown.filter(({ refId }) => refId === target.refId);
        const last = lastAnswer(target, run, request, context);
        if (last && last.frames.length > 0) {
          return withNotices(last.frames, [warn(withReading(waiting, last.at, request.timezone))]);
        }
        // So that an empty panel says why it is empty; annotations and variables need no such frame.
        return withNotices(own.length > 0 ? own : columns.filter(({ refId }) => refId === target.refId), notices);
      });
      const data = missing.length > 0 ? [...others, ...added] : withNotices(shown, notices);
      return data.length > 0 ? of({ data, state: underWay(request) }) : EMPTY;
    })
  );
}
