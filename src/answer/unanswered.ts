import { type DataFrame, type DataQueryError, type DataQueryResponse, LoadingState } from '@grafana/data';
import {
  catchError,
  connect,
  EMPTY,
  endWith,
  first,
  ignoreElements,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  startWith,
  switchMap,
  takeUntil,
  timeout,
  timer,
} from 'rxjs';
import { withWords$ } from '../loading/lazy';
import { type LastAnswers } from './lastAnswers';
import { warn, withNotices } from './notices';
import { type Request, underWay } from './runner';

/** A request that takes longer is reported while it is awaited, in milliseconds (contract: E1). */
export const LONGEST_WAIT = 15_000;
/** How often a longer wait is looked at. */
const LOOK = 1000;
/** How long a packet waits for its words. */
const WORDS_WAIT = 5000;

/** Queries that one runner answers, and what is known of the service. */
export interface Asked {
  targets: Request['targets'];
  /** Which part of their answers it gives, where several runners make them up. */
  part: string;
  request: Request;
  lastAnswers: LastAnswers;
  /** How long the service has been awaited without any answer, in milliseconds. */
  silence: () => number;
  /** Whether a query with nothing to show has an empty frame while it waits, so that its panel says why it is empty. */
  bare: boolean;
}

/**
 * The packets of a runner, whose last one shows a query that failed as it was last read, with the time of that reading in
 * its error; a query that was never read has its error and no frames. Queries of which a part was read stay as they are.
 */
export function keepLast(packets: Observable<DataQueryResponse>, asked: Asked): Observable<DataQueryResponse> {
  return packets.pipe(mergeMap((packet) => (isLast(packet) ? withLastAnswers(packet, asked) : of(packet))));
}

function withLastAnswers(packet: DataQueryResponse, asked: Asked): Observable<DataQueryResponse> {
  const { targets, part, request, lastAnswers } = asked;
  const frames: DataFrame[] = packet.data;
  const errors = packet.errors ?? [];
  const failed = new Set<string>();
  for (const target of targets) {
    const own = frames.filter(({ refId }) => refId === target.refId);
    if (!errors.some(({ refId }) => refId === target.refId)) {
      lastAnswers.keep(target, part, request, own);
    } else if (own.every(({ length }) => length === 0)) {
      failed.add(target.refId);
    }
  }
  if (failed.size === 0) {
    return of(packet);
  }
  const read = frames.filter(({ refId = '' }) => !failed.has(refId));
  const last = targets.flatMap((target) => {
    const answer = failed.has(target.refId) ? lastAnswers.find(target, part, request) : undefined;
    return answer ? [{ refId: target.refId, ...answer }] : [];
  });
  const data = [...read, ...last.flatMap((answer) => answer.frames)];
  if (last.length === 0) {
    return of({ ...packet, data });
  }
  const times = new Map(last.map(({ refId, at }) => [refId, at]));
  return words$().pipe(
    map(({ withReading }) => {
      const dated = ({ message, ...error }: DataQueryError): DataQueryError => {
        const at = times.get(error.refId ?? '');
        return { ...error, message: at === undefined ? message : withReading(message ?? '', at, request.timezone) };
      };
      return { ...packet, data, errors: errors.map(dated), state: LoadingState.Done };
    })
  );
}

/**
 * The packets of a runner, and while the service is silent one with a notice of it. It shows what is there so far, else what
 * was last read.
 */
export function reportWait(packets: Observable<DataQueryResponse>, asked: Asked): Observable<DataQueryResponse> {
  return packets.pipe(
    connect((shared) =>
      merge(
        shared,
        shared.pipe(
          startWith(undefined),
          switchMap((latest) => (latest && isLast(latest) ? EMPTY : waitPacket(latest?.data ?? [], asked))),
          takeUntil(shared.pipe(ignoreElements(), endWith(true)))
        )
      )
    )
  );
}

function waitPacket(shown: DataFrame[], asked: Asked): Observable<DataQueryResponse> {
  const { targets, part, request, lastAnswers, silence, bare } = asked;
  // A moment later than `availability`, whose row says it by itself.
  return timer(Math.max(0, LONGEST_WAIT - silence()) + LOOK, LOOK).pipe(
    first(() => silence() >= LONGEST_WAIT),
    switchMap(words$),
    mergeMap(({ stillWaiting }) => {
      const notices = [warn(stillWaiting(LONGEST_WAIT))];
      const missing = targets.filter((target) => !shown.some(({ refId }) => refId === target.refId));
      const added = missing.flatMap((target) => {
        const frames = lastAnswers.find(target, part, request)?.frames ?? [];
        const empty: DataFrame[] = bare ? [{ refId: target.refId, fields: [], length: 0 }] : [];
        return withNotices(frames.length > 0 ? frames : empty, notices);
      });
      const data = missing.length > 0 ? [...shown, ...added] : withNotices(shown, notices);
      return data.length > 0 ? of({ data, state: underWay(request) }) : EMPTY;
    })
  );
}

/** Words in English where they cannot be loaded: the files come from Grafana, which may be gone as well. */
function words$() {
  return withWords$(() => import('./unansweredWords')).pipe(
    timeout(WORDS_WAIT),
    catchError(() =>
      of({
        stillWaiting: () => 'No response from the service for 15 s. Still waiting.',
        withReading: (message: string, at: number) => `${message} Showing data from ${new Date(at).toISOString()}.`,
      })
    )
  );
}

function isLast({ state }: DataQueryResponse): boolean {
  return state !== LoadingState.Loading && state !== LoadingState.Streaming;
}
