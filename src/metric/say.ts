import { catchError, defer, type Observable, of, timeout } from 'rxjs';
import { withWords$ } from '../loading/lazy';

export type Words = typeof import('./notices');

/** Data does not wait longer for its words, in milliseconds. */
const PATIENCE = 3000;

/** What tells of an answer, or null where it does not load: then data goes out without notices. */
export const words$: Observable<Words | null> = defer(() => withWords$(() => import('./notices'))).pipe(
  timeout(PATIENCE),
  catchError(() => of(null))
);
