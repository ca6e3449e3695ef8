import { catchError, map, mergeMap, type Observable, of, throwError, timeout } from 'rxjs';
import { withWords$ } from '../loading/lazy';
import { ServiceFailure } from './failure';
import { Problem, type RequestPlace } from './problem';
import { record } from './read';

/** How long a failure waits for its words, in milliseconds. */
const PATIENCE = 5000;

/**
 * Fails with the `ServiceFailure` that a problem comes to; what is none passes as it is. Words are loaded when something
 * has failed; where they cannot be, a plain sentence tells status and path all the same.
 */
export function fail(problem: unknown, place: RequestPlace): Observable<never> {
  if (!(problem instanceof Problem)) {
    return throwError(() => problem);
  }
  return withWords$(() => import('./sentences')).pipe(
    timeout({ first: PATIENCE }),
    map(({ failureOf }) => failureOf(problem, place)),
    catchError(() => of(bareFailure(problem, place))),
    mergeMap((failure) => throwError(() => failure))
  );
}

/** What can be told of an error where what knows more about it did not load. */
export function bareProblem(error: unknown): Problem {
  if (error instanceof Problem) {
    return error;
  }
  const { status, data } = record(error);
  return typeof status === 'number' && status > 0
    ? new Problem(status === 404 ? 'notFound' : status < 500 ? 'invalid' : 'server', { status, body: data })
    : new Problem(error instanceof SyntaxError ? 'unreadable' : 'unreachable');
}

function bareFailure({ kind, facts: { status } }: Problem, { dataSource, path }: RequestPlace): ServiceFailure {
  const what = status === undefined ? kind : `${kind}, ${status}`;
  return new ServiceFailure(kind, `The data source "${dataSource}" could not read ${path} (${what}).`, status);
}
