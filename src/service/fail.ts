import { catchError, map, mergeMap, type Observable, of, throwError, timeout } from 'rxjs';
import { withWords$ } from '../loading/lazy';
import { isFailure, type RequestPlace, ServiceFailure } from './failure';

/** How long a failure waits for its words, in milliseconds. */
const WORDS_TIMEOUT = 5000;

/** Fails with the same failure in words. They are loaded now; where they do not load, a plain sentence names status and path. */
export function fail(error: unknown, place: RequestPlace): Observable<never> {
  if (!isFailure(error) || error.message !== '') {
    return throwError(() => error);
  }
  return withWords$(() => import('./sentences')).pipe(
    timeout({ first: WORDS_TIMEOUT }),
    map(({ inWords }) => inWords(error, place)),
    catchError(() => of(inPlainWords(error, place))),
    mergeMap((failure) => throwError(() => failure))
  );
}

function inPlainWords({ kind, status, facts }: ServiceFailure, { dataSource, path }: RequestPlace): ServiceFailure {
  const what = status === undefined ? kind : `${kind}, ${status}`;
  return new ServiceFailure(kind, `The data source "${dataSource}" could not read ${path} (${what}).`, facts);
}
