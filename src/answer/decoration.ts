import { catchError, EMPTY, type Observable, timeout } from 'rxjs';

/** What only decorates rows is given up when the service does not answer it for so long, in milliseconds (contract: M48). */
export const DECORATION_WAIT = 20_000;

/**
 * What only decorates rows: titles, similar alerts, the list at the start of the range. It gives up after 20 s without a
 * value, and where it fails it ends in silence: the rows stand without it. Ask through `operations.ranked(2)`.
 */
export function decoration$<T>(source: Observable<T>): Observable<T> {
  return source.pipe(
    timeout({ each: DECORATION_WAIT }),
    catchError(() => EMPTY)
  );
}
