import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { type DataQuery } from '@grafana/schema';
import { catchError, combineLatest, defer, filter, map, type Observable, of } from 'rxjs';
import { packetsOf } from '../facts/packets';
import { type Reader } from '../facts/reader';
import { EmptyField } from '../ground/inputs';
import { withNotices } from '../ground/notices';
import { scopeOf, type Scope } from '../table/links';
import {
  type Context,
  noteCalls,
  type QueryError,
  queryError,
  type Request,
  type Runner,
  underWay,
} from '../table/runner';

/** What an answer shows. The rest (whether more can arrive, the calls, failures) follows from what it read. */
export interface Shown {
  frames: DataFrame[];
  notices: QueryResultMetaNotice[];
  /** The failures among several values of a field. */
  failures?: unknown[];
  /** No request was answered: the frames show earlier data. */
  isUnanswered?: boolean;
}

/**
 * An answer as a function of what is known: it reads what it needs, judges it, and returns the function that creates the
 * frames, which is called for packets that are sent. Null while there is nothing to show. It is called again when
 * something that it read changes.
 */
export type AnswerOf = (reader: Reader) => (() => Shown) | null;

/** One query's part of a packet. */
interface Part {
  data: DataFrame[];
  errors: QueryError[];
  /** Another part follows, which includes this one. */
  isFetching: boolean;
}

/** A runner of such queries. It knows their frames without rows. */
interface KnownRunner<Q extends DataQuery> extends Runner<Q> {
  withoutRows?: (query: Q, scope: Scope) => DataFrame;
}

/**
 * The runner of queries whose answers are functions of what is known, each separately. If an answer is partial, it is sent
 * once every query has an answer. What a query throws or fails with becomes its error. An answer without frames has the
 * query's frame without rows, if its runner has one.
 */
export function runKnown<Q extends DataQuery>(answerOf: (query: Q, scope: Scope) => AnswerOf): KnownRunner<Q> {
  const answered = (target: Q, request: Request, context: Context, emptyFrame: EmptyFrame): Observable<Part> => {
    const note = (calls: readonly string[]) => noteCalls(context.calls, target.refId, calls);
    const operations = context.operations.with({ note: (call) => note([call]) });
    // Grafana sends none for a variable's query.
    const timezone = request.timezone || 'browser';
    const answer = answerOf(target, scopeOf({ ...request, timezone }, { ...context, operations, timeZone: timezone }));
    const noted: AnswerOf = (reader) => {
      try {
        return answer(reader);
      } finally {
        // The query's `operations` do not have those for metric data.
        note(reader.calls);
      }
    };
    return packetsOf(noted, context.settings.progressive, (make, isFetching) =>
      partOf(target, make?.() ?? NOTHING, isFetching, emptyFrame)
    );
  };
  const run: KnownRunner<Q> = (targets, request, context) => {
    const parts = targets.map((target) => {
      const emptyFrame = () => run.emptyFrame?.(target, request, context);
      return defer(() => answered(target, request, context, emptyFrame)).pipe(
        catchError((error: unknown) => of(failedPart(target, error, emptyFrame)))
      );
    });
    return combineLatest(parts).pipe(
      map((all) => {
        const data = all.flatMap((part) => part.data);
        if (all.some(({ isFetching }) => isFetching)) {
          // Grafana treats a packet with errors as the end.
          return { data, state: underWay(request) };
        }
        const errors = all.flatMap((part) => part.errors);
        return { data, ...(errors.length > 0 ? { errors } : {}) };
      }),
      filter((packet) => context.settings.progressive || !packet.state)
    );
  };
  run.emptyFrame = (query, request, context) => run.withoutRows?.(query, scopeOf(request, context));
  return run;
}

type EmptyFrame = () => DataFrame | undefined;

/** A query that can't run because a variable is empty has no error. */
function failedPart(target: DataQuery, error: unknown, emptyFrame: EmptyFrame): Part {
  return error instanceof EmptyField
    ? partOf(target, { frames: [], notices: [error.notice] }, false, emptyFrame)
    : { data: [], errors: [queryError(target.refId, error)], isFetching: false };
}

const NOTHING: Shown = { frames: [], notices: [] };

function partOf(
  { refId }: DataQuery,
  { frames, notices, failures = [], isUnanswered }: Shown,
  isFetching: boolean,
  emptyFrame: EmptyFrame
): Part {
  // If nothing could be read, an empty frame would look as if there were nothing to show.
  const isFailed = failures.length > 0 && frames.every(({ length }) => length === 0);
  const empty = frames.length === 0 && !isFailed && !isFetching ? emptyFrame() : undefined;
  const shown = isFailed ? [] : empty ? [empty] : frames;
  return {
    data: withNotices(
      shown.map((frame) => ({ ...frame, refId })),
      notices
    ),
    errors: failures.map((failure) => ({ ...queryError(refId, failure), ...(isUnanswered && { isUnanswered }) })),
    isFetching,
  };
}
