import { last, map, type Observable } from 'rxjs';
import { type Active, type ActiveOptions, readActive } from '../alertbook/active';
import { type AlertBook, type AlertFilter, type CourseOptions, type SearchTime } from '../alertbook/alertBook';
import { type LikeMost, type News, readLikeMost, readNews } from '../alertbook/news';
import { type OneAlert, readOneAlert } from '../alertbook/oneAlert';
import { type Ordered } from '../alertbook/order';
import { type FoundAt, searchAt } from '../alertbook/searchAt';
import { readSimilar, type Similar } from '../alertbook/similar';
import { type Alert, type AlertEvent } from '../service/alerts';
import { type Paged } from '../service/paging';
import { type Timeline } from '../alertbook/timeline';
import { type Span } from '../time/spans';
import { type Entry } from './follow';
import { pagingNotices } from '../notices/listNotices';

/** The alert list with metrics. @param at epoch milliseconds; without it the alerts that are active now */
export function alertList(book: AlertBook, at?: number): Entry<Paged<Alert>> {
  return { key: `list ${at}`, start: () => book.list(at), isWhole: ({ isWhole }) => isWhole, notices: pagingNotices };
}

/** A search for alerts. @param filter what the service compares */
export function alertSearch(book: AlertBook, time: SearchTime, filter: AlertFilter = {}): Entry<Paged<Alert>> {
  return {
    key: `search ${JSON.stringify([time, filter])}`,
    start: () => book.search(time, filter),
    isWhole: ({ isWhole }) => isWhole,
    notices: pagingNotices,
  };
}

/** The same as of a moment that is over. */
export function alertSearchAt(book: AlertBook, time: SearchTime, filter: AlertFilter, moment: number): Entry<FoundAt> {
  return {
    key: `search at ${JSON.stringify([time, filter, moment])}`,
    start: () => searchAt(book, time, filter, moment),
    isWhole: ({ searched, list }) => searched.isWhole && list?.isWhole === true,
  };
}

/** The earlier alerts of a range that are similar to one. @param asOf when it is looked at; now if undefined */
export function similarTo(book: AlertBook, id: string, range: Span, asOf: number | undefined): Entry<Similar> {
  return {
    key: `similar to ${id}`,
    start: () => readSimilar(book, id, { range, asOf }),
    isWhole: ({ isWhole }) => isWhole,
  };
}

/** One alert with its metrics; it fails if it was not active at that time. */
export function singleAlert(book: AlertBook, id: string, at?: number): Entry<Alert> {
  return { key: `single ${id}`, start: () => book.single(id, at) };
}

/** A single event with its changes. */
export function singleEvent(book: AlertBook, id: string, sequence: string): Entry<AlertEvent> {
  return { key: `event ${sequence} of ${id}`, start: () => book.event(id, sequence) };
}

/** An alert and its events; null if the service knows neither. */
export function oneAlert(book: AlertBook, id: string): Entry<OneAlert | null> {
  return { key: `alert ${id}`, start: () => readOneAlert(book, id) };
}

/** Which earlier alert is most like this one. @param now when it is looked at, epoch milliseconds */
export function likeMost(book: AlertBook, alert: Alert, now: number): Entry<LikeMost> {
  return { key: `like ${alert.id}`, start: () => readLikeMost(book, alert, now) };
}

/** Whether alerts are news, by their IDs; null while that is read. @param now when they are looked at, epoch milliseconds */
export function news(book: AlertBook, alerts: readonly Alert[], now: number): Entry<ReadonlyMap<string, News> | null> {
  return { key: `news ${alerts.map(({ id }) => id).join(' ')}`, start: () => readNews(book, alerts, now) };
}

/** The courses of alerts, with each that arrives: `book` knows them. What fails is silent. */
export function courses(book: AlertBook, alerts: readonly Ordered[], options: CourseOptions = {}): Entry<unknown> {
  const key = JSON.stringify([options, alerts.map(({ id }) => id)]);
  return { key: `courses ${key}`, start: () => book.courses(alerts, options) };
}

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

function ended(source: Observable<unknown>): Observable<true> {
  return source.pipe(
    last(),
    map(() => true as const)
  );
}
