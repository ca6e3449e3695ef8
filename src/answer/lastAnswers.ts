import { type DataFrame, type DataQueryResponse, LoadingState } from '@grafana/data';
import { catchError, concatMap, map, type Observable, of, timeout } from 'rxjs';
import { withWords$ } from '../loading/lazy';
import { isNotRun, warn, withNotices } from '../notices/notices';
import { type Context, isLast, type QueryError, type Request, type Run } from './runner';
import { type QueryMemory, queryMemory } from './queryMemory';

/** A list has no more rows; metric data that has more is in the store. */
const MOST_ROWS = 5000;

/**
 * The packets of a run, whose last one shows a query that failed as it was last shown, with the time of that reading in
 * its error; a query that was never read has its error and no frames. Queries of which a part was read stay as they are,
 * and so do the frames of those that show what was read before by themselves.
 */
export function keepLast(
  packets: Observable<DataQueryResponse>,
  run: Run,
  request: Request,
  context: Context
): Observable<DataQueryResponse> {
  const memory = queryMemory(run, request, context);
  return packets.pipe(
    concatMap((packet) => {
      if (isLast(packet)) {
        return withLastAnswers(packet, memory, { run, request, context });
      }
      // Metric data is in the store, which knows when it was read.
      const targets = run.targets.filter((target) => !run.modelOf(target).ofSeries);
      targets.forEach((target) => keepShown(target, framesOf(packet, target), false, { memory, context }));
      return of(packet);
    })
  );
}

interface Place {
  run: Run;
  request: Request;
  context: Context;
}

/** Where what a query shows is kept. */
interface Kept {
  memory: QueryMemory;
  context: Context;
}

type Target = Run['targets'][number];

function framesOf({ data }: DataQueryResponse, { refId }: Target): DataFrame[] {
  return (data as DataFrame[]).filter((frame) => frame.refId === refId);
}

/** Keeps what a packet shows of a query. What is still to come takes nothing away from what was shown before. */
function keepShown(target: Target, own: DataFrame[], isDone: boolean, { memory, context }: Kept) {
  const { shown: before } = memory.of(target);
  const frames = own.filter(({ length }) => length <= MOST_ROWS);
  if (isDone || rowsIn(frames) > (before ? rowsIn(before.frames) : 0)) {
    const shown = { frames: frames.map(copy), at: context.now(), isDone: isDone || (before?.isDone ?? false) };
    memory.note(target, { shown });
  }
}

function withLastAnswers(packet: DataQueryResponse, memory: QueryMemory, { run, request, context }: Place) {
  const errors: QueryError[] = packet.errors ?? [];
  const times = new Map<string, number>();
  let data: DataFrame[] = packet.data;
  for (const target of run.targets) {
    const own = framesOf(packet, target);
    const failures = errors.filter(({ refId }) => refId === target.refId);
    const isBare = own.every(({ length }) => length === 0);
    if (failures.length === 0) {
      keepShown(target, own, true, { memory, context });
    } else if (isBare || failures.some(({ isUnanswered }) => isUnanswered)) {
      const last = shownLast(target, memory);
      if (isBare) {
        data = [...data.filter((frame) => !own.includes(frame)), ...(last?.frames ?? [])];
      }
      if (last) {
        times.set(target.refId, last.at);
      }
    }
  }
  if (times.size === 0) {
    return of({ ...packet, data: withTrouble(data, run, context) });
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

/** A query that did not run because a variable is empty says why that variable may be empty. */
function withTrouble(frames: DataFrame[], { isPanel, targets }: Run, { operations }: Context): DataFrame[] {
  const { trouble } = operations;
  const isIdle = (own: DataFrame[]) =>
    own.every(({ length, meta }) => length === 0 && !meta?.executedQueryString) && isNotRun(own);
  return isPanel && trouble !== undefined
    ? targets.flatMap(({ refId }) => {
        const own = frames.filter((frame) => frame.refId === refId);
        return isIdle(own) ? withNotices(own, [warn(trouble)]) : own;
      })
    : frames;
}

/** What the same query last showed, as frames of this one. */
export function lastAnswer(query: Target, run: Run, request: Request, context: Context) {
  return shownLast(query, queryMemory(run, request, context));
}

function shownLast(query: Target, memory: QueryMemory) {
  const { shown } = memory.of(query);
  return shown && { ...shown, frames: shown.frames.map((frame) => ({ ...copy(frame), refId: query.refId })) };
}

function rowsIn(frames: DataFrame[]): number {
  return frames.reduce((sum, { length }) => sum + length, 0);
}

/** Panels change what they are given. */
function copy(frame: DataFrame): DataFrame {
  return {
    ...frame,
    meta: frame.meta && { ...frame.meta },
    fields: frame.fields.map((field) => ({ ...field, config: { ...field.config }, values: field.values.slice() })),
  };
}

/** How long a packet waits for its words, in milliseconds. */
const WORDS_WAIT = 5000;

export type Words = Omit<typeof import('../notices/panelNotices'), 'andMore'>;

/** English, where words cannot be loaded: the files come from Grafana, which may be gone as well. */
const PLAIN: Words = {
  noResponse: () => 'No usable response from the service.',
  nothingFound: () => 'Nothing found.',
  notInTime: () => 'Incomplete: the service took too long for a picture.',
  stillWaiting: () => 'No response from the service for 15 s. Still waiting.',
  withReading: (message, at) => `${message} Showing data from ${new Date(at).toISOString()}.`,
};

/** What is said of a service that does not answer. */
export function panelWords$(): Observable<Words> {
  return withWords$<Words>(() => import('../notices/panelNotices')).pipe(
    timeout(WORDS_WAIT),
    catchError(() => of(PLAIN))
  );
}
