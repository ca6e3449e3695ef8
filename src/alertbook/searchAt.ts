import { forkJoin, last, map, type Observable, switchMap } from 'rxjs';
import { type Alert } from '../service/alerts';
import { type ServiceFailure } from '../service/failure';
import { type Paged } from '../service/paging';
import { readOrMiss } from './active';
import { type AlertBook, type AlertFilter, type SearchTime } from './alertBook';
import { foundAt, missedAt, sentFor, unsureOf } from './atEnd';

/** Alerts whose events are read for their metrics, the most severe first. */
const MOST_READ = 200;

/** What a search shows of a moment that is over. */
export interface FoundAt {
  /** As they were then. */
  alerts: Alert[];
  /** As the service returned them. */
  searched: Paged<Alert>;
  /** The alerts that were active then; null if they could not be read. */
  list: Paged<Alert> | null;
  failure?: ServiceFailure;
}

/**
 * A search, whose rows the service returns as of now, as of a moment that is over.
 *
 * @param book knows courses up to that moment
 */
export function searchAt(book: AlertBook, time: SearchTime, filter: AlertFilter, moment: number): Observable<FoundAt> {
  return forkJoin({ searched: book.search(time, sentFor(filter)), end: readOrMiss(book.list(moment)) }).pipe(
    switchMap(({ searched, end: { read: list, failure } }) => {
      const alerts = [...searched.rows, ...missedAt(searched.rows, list, filter)];
      return book.readCourses(unsureOf(searched.rows, list, filter), { most: MOST_READ, rank: 1, isWhole: true }).pipe(
        last(),
        map(() => ({ alerts: foundAt(alerts, { moment, list, filter, book }), searched, list, failure }))
      );
    })
  );
}
