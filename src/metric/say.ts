import { type QueryResultMetaNotice } from '@grafana/data';
import { type Observable } from 'rxjs';
import { withWords$ } from '../loading/lazy';

export type Words = typeof import('./words');

/** Something to be told; put into words once they are loaded, which a panel that goes well never needs. */
export type Say = (words: Words) => QueryResultMetaNotice | QueryResultMetaNotice[];

export const words$: Observable<Words> = withWords$(() => import('./words'));
