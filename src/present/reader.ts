import { type DataFrame, type DataQueryError, type QueryResultMetaNotice } from '@grafana/data';
import { type DataQuery } from '@grafana/schema';
import { catchError, combineLatest, defaultIfEmpty, defer, filter, map, type Observable, of } from 'rxjs';
import { packetsOf } from '../facts/packets';
import { type Reader } from '../facts/reader';
import { withNotices } from '../ground/notices';
import { type Context, noteCalls, queryError, type Request, type Runner, underWay } from '../table/runner';

/** The answer to one query. */
export interface Answer {
  frames: DataFrame[];
  notices: QueryResultMetaNotice[];
  /** The failures among several values of a field. */
  failures?: unknown[];
  /** No request was answered: the frames show earlier data. */
  isUnanswered?: boolean;
  /** Another answer follows, which includes this one. */
  isFetching?: boolean;
}

/**
 * The runner of queries that are answered separately. If an answer is partial, it is sent once every query has an answer.
 * What a query throws or fails with becomes its error. An answer without frames has the query's frame without
 * rows, if its runner has one.
 */
export function runEach<Q extends DataQuery>(
  answer: (query: Q, request: Request, context: Context) => Observable<Answer>
): Runner<Q> {
  const answered = (target: Q, request: Request, context: Context) => {
    const { refId } = target;
    const operations = context.operations.with({ note: (call) => noteCalls(context.calls, refId, [call]) });
    // Grafana sends none for a variable's query.
    const timezone = request.timezone || 'browser';
    return answer(target, { ...request, timezone }, { ...context, operations, timeZone: timezone }).pipe(
      defaultIfEmpty<Answer, Answer>({ frames: [], notices: [] }),
      map(({ frames, notices, failures = [], isUnanswered, isFetching = false }) => {
        const isEmpty = frames.length === 0 && failures.length === 0 && !isFetching;
        const empty = isEmpty ? run.withoutRows?.(target, request, context) : undefined;
        const shown = empty ? [empty] : frames;
        return {
          data: withNotices(
            shown.map((frame) => ({ ...frame, refId })),
            notices
          ),
          errors: failures.map((failure) => ({ ...queryError(refId, failure), ...(isUnanswered && { isUnanswered }) })),
          isFetching,
        };
      })
    );
  };
  const run: Runner<Q> = (targets, request, context) => {
    const answers = targets.map((target) =>
      defer(() => answered(target, request, context)).pipe(
        catchError((error) => of({ data: [], errors: [queryError(target.refId, error)], isFetching: false }))
      )
    );
    return combineLatest(answers).pipe(
      map((parts) => {
        const data = parts.flatMap((part) => part.data);
        if (parts.some(({ isFetching }) => isFetching)) {
          // Grafana treats a packet with errors as the end.
          return { data, state: underWay(request) };
        }
        const errors: DataQueryError[] = parts.flatMap((part) => part.errors);
        return { data, ...(errors.length > 0 ? { errors } : {}) };
      }),
      filter((packet) => context.settings.progressive || !packet.state)
    );
  };
  return run;
}

/** What an answer shows. The rest (whether more can arrive, the calls, failures) follows from what it read. */
export type Shown = Omit<Answer, 'isFetching'>;

/**
 * An answer as a function of what is known: it reads what it needs, judges it, and returns the function that creates the
 * frames, which is called for packets that are sent. Null while there is nothing to show. It is called again when
 * something that it read changes.
 */
export type AnswerOf = (reader: Reader) => (() => Shown) | null;

/**
 * The answers from a function of what is known.
 *
 * @param note receives the calls that the query's `operations` do not have (metric data)
 */
export function answers(
  answerOf: AnswerOf,
  progressive: boolean,
  note?: (calls: readonly string[]) => void
): Observable<Answer> {
  const noted: AnswerOf = (reader) => {
    try {
      return answerOf(reader);
    } finally {
      note?.(reader.calls);
    }
  };
  return packetsOf(noted, progressive, (make, isFetching): Answer => {
    const shown = make?.() ?? { frames: [], notices: [] };
    const { failures = [] } = shown;
    // If nothing could be read, an empty frame would look as if there were nothing to show.
    const isFailed = failures.length > 0 && shown.frames.every(({ length }) => length === 0);
    return { ...shown, frames: isFailed ? [] : shown.frames, isFetching };
  });
}

/** The runner of queries whose answers are functions of what is known. */
export function runKnown<Q extends DataQuery>(
  answerOf: (query: Q, request: Request, context: Context) => AnswerOf
): Runner<Q> {
  return runEach((query: Q, request, context) =>
    answers(answerOf(query, request, context), context.settings.progressive, (calls) =>
      noteCalls(context.calls, query.refId, calls)
    )
  );
}
