import { mergeMap, type Observable, throwError } from 'rxjs';
import { withWords$ } from '../loading/lazy';
import { isFailure, NotJson } from './failure';

import { type RequestPlace } from './sentences';

const errors = () => withWords$(() => import('./errors'));

/** Fails with the `ServiceFailure` that a failed request comes to. What says it is loaded when something has failed. */
export function toFailure(error: unknown, place: RequestPlace): Observable<never> {
  return isFailure(error)
    ? throwError(() => error)
    : errors().pipe(
        mergeMap((room) =>
          throwError(() => (error instanceof NotJson ? room.unreadable(place) : room.toFailure(error, place)))
        )
      );
}

/** Fails with the `ServiceFailure` for a request that cannot be sent. */
export function refuse(error: unknown): Observable<never> {
  return errors().pipe(mergeMap((room) => throwError(() => room.toRefusal(error))));
}
