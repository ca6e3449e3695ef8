import { type QueryResultMetaNotice } from '@grafana/data';
import { catchError, defer, type Observable, of, timeout } from 'rxjs';
import { withWords$ } from '../loading/lazy';

export type Words = typeof import('./words');

/** Something to be told; put into words once they are loaded, which a panel that goes well never needs. */
export type Say = (words: Words) => QueryResultMetaNotice | QueryResultMetaNotice[];

/** Data does not wait longer for its words, in milliseconds. */
const PATIENCE = 3000;

/** The words, or null where they do not load: then data goes out without notices. */
export const words$: Observable<Words | null> = defer(() => withWords$(() => import('./words'))).pipe(
  timeout(PATIENCE),
  catchError(() => of(null))
);
