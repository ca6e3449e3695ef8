import { last, map, type Observable } from 'rxjs';
import { type Active, type ActiveOptions, readActive } from '../alertbook/active';
import { type AlertBook, type AlertFilter, type CourseOptions } from '../alertbook/alertBook';
import { type Ordered } from '../alertbook/order';
import { type Timeline } from '../alertbook/timeline';
import { type Anomaly, listAnomalies } from '../service/anomalies';
import { type Operations } from '../service/operations';
import { type Span } from '../time/spans';
import { type Entry } from './follow';

/** The alerts that were active in a range, with the lists at its ends. */
export function activeIn(
  book: AlertBook,
  range: Span,
  filter: AlertFilter = {},
  options: ActiveOptions = {}
): Entry<Active> {
  const key = `active ${JSON.stringify([range, filter, options])}`;
  return { key, start: () => readActive(book, range, filter, options) };
}

/** The events of alerts, once all are read that are to be: `book` has their courses afterwards, or why there are none. */
export function coursesRead(book: AlertBook, alerts: readonly Ordered[], options: CourseOptions): Entry<true> {
  const key = JSON.stringify([options, alerts.map(({ id }) => id)]);
  return { key: `courses read ${key}`, start: () => ended(book.readCourses(alerts, options)) };
}

/** The events of an alert. */
export function eventsOf(book: AlertBook, id: string): Entry<Timeline> {
  return { key: `events ${id}`, start: () => book.events(id) };
}

/** The anomalies of a range as they are listed. */
export function anomaliesIn(operations: Operations, { from, to }: Span): Entry<Anomaly[]> {
  return { key: `anomalies ${from} ${to}`, start: () => listAnomalies(operations, from, to) };
}

/** For what decides what else is read: its answer alone is nothing to show. */
export function unshown<T>(entry: Entry<T>): Entry<T> {
  return { ...entry, isNew: () => false };
}

function ended(source: Observable<unknown>): Observable<true> {
  return source.pipe(
    last(),
    map(() => true as const)
  );
}
