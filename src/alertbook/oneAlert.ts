import { catchError, forkJoin, map, type Observable, of } from 'rxjs';
import { type Alert } from '../service/alerts';
import { isGone } from '../service/failure';
import { type AlertBook } from './alertBook';
import { type Timeline } from './memory';
import { alertOfEvents } from './span';

export interface OneAlert {
  alert: Alert;
  /** Null if the service does not know its events. */
  timeline: Timeline | null;
  /** Why the single alert could not be read. */
  failures: unknown[];
}

/**
 * Reads an alert as of now, and its events. An alert that ended is not found any more; its events show it.
 *
 * @returns null if the service knows neither; fails if the events cannot be read
 */
export function readOneAlert(book: AlertBook, id: string): Observable<OneAlert | null> {
  const events = book.events(id).pipe(
    catchError((failure: unknown) => {
      if (isGone(failure)) {
        return of(null);
      }
      throw failure;
    })
  );
  const single = book.single(id).pipe(catchError((failure: unknown) => of({ failure })));
  return forkJoin([events, single]).pipe(
    map(([timeline, found]) => {
      const isFailed = 'failure' in found;
      const alert = isFailed ? ofTimeline(id, timeline, isGone(found.failure)) : found;
      return alert && { alert, timeline, failures: isFailed && !isGone(found.failure) ? [found.failure] : [] };
    })
  );
}

/** @param hasEnded whether the service says so, also if its last event was not read */
function ofTimeline(id: string, timeline: Timeline | null, hasEnded: boolean): Alert | null {
  const alert = alertOfEvents(id, timeline?.rows ?? []);
  return alert?.active && hasEnded ? { ...alert, active: false, lastSeenAt: null } : alert;
}
