import { type DataFrame, type DataQueryError, type DataQueryResponse, type QueryResultMetaNotice } from '@grafana/data';
import { type DataQuery } from '@grafana/schema';
import { catchError, defer, forkJoin, map, type Observable, of } from 'rxjs';
import { withNotices } from './notices';
import { type Context, queryError, type Request, type Runner } from './runner';

/** The answer to one query. */
export interface Answer {
  frames: DataFrame[];
  notices: QueryResultMetaNotice[];
  /** Of several values of a field those that failed. */
  failures?: unknown[];
}

/**
 * Answers each query by itself, in one packet: a list is whole or it is none. What a query throws or fails with becomes
 * its error.
 */
export function answerEach<Q extends DataQuery>(
  targets: Q[],
  answer: (target: Q) => Observable<Answer>
): Observable<DataQueryResponse> {
  const answers = targets.map((target) =>
    defer(() => answer(target)).pipe(
      map(({ frames, notices, failures = [] }) => ({
        data: withNotices(
          frames.map((frame) => ({ ...frame, refId: target.refId })),
          notices
        ),
        errors: failures.map((failure) => queryError(target.refId, failure)),
      })),
      catchError((error) => of({ data: [], errors: [queryError(target.refId, error)] }))
    )
  );
  return forkJoin(answers).pipe(
    map((parts) => {
      const errors: DataQueryError[] = parts.flatMap((part) => part.errors);
      return { data: parts.flatMap((part) => part.data), ...(errors.length > 0 ? { errors } : {}) };
    })
  );
}

/** The runner of queries that are answered each by itself. */
export function runEach<Q extends DataQuery>(
  answer: (query: Q, request: Request, context: Context) => Observable<Answer>
): Runner<Q> {
  return (targets, request, context) => answerEach(targets, (target) => answer(target, request, context));
}

/** What was read for each of several values; those that failed apart. */
export interface Each<V, T> {
  read: Array<{ value: V; result: T }>;
  failed: Array<{ value: V; failure: unknown }>;
}

/** Reads for each value; one that fails leaves the others. */
export function readEach<V, T>(values: readonly V[], read: (value: V) => Observable<T>): Observable<Each<V, T>> {
  if (values.length === 0) {
    return of({ read: [], failed: [] });
  }
  return forkJoin(
    values.map((value) =>
      defer(() => read(value)).pipe(
        map((result) => ({ value, result })),
        catchError((failure: unknown) => of({ value, failure }))
      )
    )
  ).pipe(
    map((parts) => ({
      read: parts.flatMap((part) => ('result' in part ? [part] : [])),
      failed: parts.flatMap((part) => ('failure' in part ? [part] : [])),
    }))
  );
}
