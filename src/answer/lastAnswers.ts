import { type DataFrame, type DataQueryResponse, LoadingState } from '@grafana/data';
import {
  catchError,
  concatMap,
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
import { perInstance, Recent } from '../service/recent';
import { warn, withNotices } from './notices';
import { type Context, isLast, type QueryError, type Request, type Run, underWay } from './runner';

/** What a query last returned. */
interface LastAnswer {
  frames: DataFrame[];
  /** When it was read, epoch milliseconds. */
  at: number;
}

/** So many values are kept of all answers together: 16 MB. */
const MOST_VALUES = 2_000_000;
/** A list has no more rows (Q18); metric data that has more is in the store. */
const MOST_ROWS = 5000;

/** The last answer to each query in this tab, for when a refresh fails. Empty lists that were read count. */
const answersOf = perInstance(() => new Recent<LastAnswer>(MOST_VALUES, ({ frames }) => 1 + valuesIn(frames)));

/**
 * The packets of a run, whose last one shows a query that failed as it was last read, with the time of that reading in
 * its error; a query that was never read has its error and no frames. Queries of which a part was read stay as they are,
 * and so do the frames of those that show what was read before by themselves.
 */
export function keepLast(
  packets: Observable<DataQueryResponse>,
  run: Run,
  request: Request,
  context: Context
): Observable<DataQueryResponse> {
  return packets.pipe(
    concatMap((packet) => (isLast(packet) ? withLastAnswers(packet, run, request, context) : of(packet)))
  );
}

function withLastAnswers(packet: DataQueryResponse, run: Run, request: Request, context: Context) {
  const answers = answersOf(context.operations);
  const errors: QueryError[] = packet.errors ?? [];
  const times = new Map<string, number>();
  let data: DataFrame[] = packet.data;
  for (const target of run.targets) {
    const own = data.filter(({ refId }) => refId === target.refId);
    const failures = errors.filter(({ refId }) => refId === target.refId);
    const isBare = own.every(({ length }) => length === 0);
    if (failures.length === 0) {
      const kept = own.filter(({ length }) => length <= MOST_ROWS).map(copy);
      answers.set(keyOf(target, run, request, context), { frames: kept, at: context.now() });
    } else if (isBare || failures.some(({ isUnanswered }) => isUnanswered)) {
      const last = lastAnswer(target, run, request, context);
      if (isBare) {
        data = [...data.filter((frame) => !own.includes(frame)), ...(last?.frames ?? [])];
      }
      if (last) {
        times.set(target.refId, last.at);
      }
    }
  }
  if (times.size === 0) {
    return of({ ...packet, data });
  }
  return panelWords$().pipe(
    map(({ withReading }) => {
      const dated = ({ message = '', isUnanswered: _, ...error }: QueryError): QueryError => {
        const at = times.get(error.refId ?? '');
        return { ...error, message: at === undefined ? message : withReading(message, at, request.timezone) };
      };
      return { ...packet, data, errors: errors.map(dated), state: LoadingState.Done };
    })
  );
}

/** The last answer to the same query, as frames of this one. */
function lastAnswer(
  query: Run['targets'][number],
  run: Run,
  request: Request,
  context: Context
): LastAnswer | undefined {
  const last = answersOf(context.operations).get(keyOf(query, run, request, context));
  return last && { ...last, frames: last.frames.map((frame) => ({ ...copy(frame), refId: query.refId })) };
}

/** What distinguishes queries: their fields and filters with variables replaced, and the time range as it is written. */
function keyOf(query: Run['targets'][number], { part }: Run, request: Request, { templates }: Context): string {
  const { refId: _, datasource: _source, ...fields } = query;
  const { panelId, filters, scopedVars, range } = request;
  const raw = [range.raw.from, range.raw.to].map((end) => (typeof end === 'string' ? end : end.valueOf()));
  return templates.one(JSON.stringify([part, panelId, fields, filters, raw]), scopedVars);
}

function valuesIn(frames: DataFrame[]): number {
  return frames.reduce((sum, { fields, length }) => sum + fields.length * length, 0);
}

/** Panels change what they are given. */
function copy(frame: DataFrame): DataFrame {
  return {
    ...frame,
    meta: frame.meta && { ...frame.meta },
    fields: frame.fields.map((field) => ({ ...field, config: { ...field.config }, values: field.values.slice() })),
  };
}

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

/** How long a packet waits for its words, in milliseconds. */
const WORDS_WAIT = 5000;

type Words = Pick<typeof import('./panelNotices'), 'stillWaiting' | 'withReading'>;

/** English, where words cannot be loaded: the files come from Grafana, which may be gone as well. */
const PLAIN: Words = {
  stillWaiting: () => 'No response from the service for 15 s. Still waiting.',
  withReading: (message, at) => `${message} Showing data from ${new Date(at).toISOString()}.`,
};

/** What is said of a service that does not answer. */
function panelWords$(): Observable<Words> {
  return withWords$<Words>(() => import('./panelNotices')).pipe(
    timeout(WORDS_WAIT),
    catchError(() => of(PLAIN))
  );
}
