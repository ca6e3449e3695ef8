import { catchError, forkJoin, map, type Observable, of } from 'rxjs';
import { type Alert } from '../service/alerts';
import { isGone, type ServiceFailure } from '../service/failure';
import { type AlertBook } from './alertBook';
import { type CourseMetric } from './course';
import { type Timeline } from './timeline';
import { alertOfEvents } from './span';

export interface OneAlert {
  alert: Alert;
  title: string;
  /** Those of its events, in the order in which they joined. */
  metrics: readonly CourseMetric[];
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
  return forkJoin({ events: readOrMiss(book.events(id)), single: readOrMiss(book.single(id)) }).pipe(
    map(({ events, single }) => {
      if (events.failure && !isGone(events.failure)) {
        throw events.failure;
      }
      const alert = single.read ?? ofTimeline(id, events.read, isGone(single.failure));
      const failures = single.failure && !isGone(single.failure) ? [single.failure] : [];
      const metrics = book.courseOf(id)?.metrics ?? [];
      return alert && { alert, title: book.titleOf(alert), metrics, timeline: events.read, failures };
    })
  );
}

/** @param hasEnded whether the service reports it as ended, also if its last event was not read */
function ofTimeline(id: string, timeline: Timeline | null, hasEnded: boolean): Alert | null {
  const alert = alertOfEvents(id, timeline?.rows ?? []);
  return alert?.active && hasEnded ? { ...alert, active: false, lastSeenAt: null } : alert;
}

/** What could be read, or why it could not. */
function readOrMiss<T>(source: Observable<T>): Observable<{ read: T | null; failure?: ServiceFailure }> {
  return source.pipe(
    map((read) => ({ read })),
    catchError((failure: ServiceFailure) => of({ read: null, failure }))
  );
}
