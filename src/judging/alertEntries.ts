import { t } from '@grafana/i18n';
import { catchError, forkJoin, last, map, type Observable, throttleTime, throwError } from 'rxjs';
import {
  type AlertBook,
  type AlertFilter,
  type HistoryOptions,
  type Priority,
  type SearchTime,
} from '../facts/alertBook';
import { type Ordered } from '../facts/order';
import { seriesKey } from '../ground/series';
import { type Alert, type AlertEvent, type AlertMetric } from '../service/alerts';
import { type Paged } from '../service/paging';
import { type Timeline } from '../facts/timeline';
import { passes } from './alertFilter';
import { ServiceFailure } from '../ground/failure';
import { momentOfEnd, type Span } from '../ground/spans';
import { type Entry } from '../facts/follow';
import { pagingNotices } from './listNotices';

/** The alert list with metrics. @param at epoch milliseconds; without it, the alerts that are active now */
export function alertList(book: AlertBook, at?: number): Entry<Paged<Alert>> {
  return { key: `list ${at}`, start: () => book.list(at), notices: pagingNotices };
}

/** The alert list at the start of a range: other lists show most of its alerts, so it isn't waited for as long as these. */
export function listAtStart(book: AlertBook, { from }: Span): Entry<Paged<Alert>> {
  return alertList(book.decorating(), from);
}

/** A search for alerts. @param filter the service's filters */
export function alertSearch(book: AlertBook, time: SearchTime, filter: AlertFilter = {}): Entry<Paged<Alert>> {
  return {
    key: `search ${JSON.stringify([time, filter])}`,
    start: () =>
      book.search(time, filter).pipe(
        catchError((failure: ServiceFailure) =>
          // Only the service knows what `q` matches.
          failure.kind === 'notFound' && !filter.q ? listedAlerts(book, time, filter) : throwError(() => failure)
        )
      ),
    notices: pagingNotices,
  };
}

/** The alerts of a service without a search: those in the lists at both ends. */
function listedAlerts(book: AlertBook, time: SearchTime, filter: AlertFilter): Observable<Paged<Alert>> {
  const { from, to } = 'at' in time ? { from: time.at, to: time.at } : time;
  const text = t(
    'answer.no-search',
    'The service has no search. Alerts that began and ended in the time range are missing.'
  );
  return forkJoin([book.list(from), book.list(momentOfEnd(to, book.now()))]).pipe(
    map(([start, end]) => {
      const still = new Set(end.rows.map(({ id }) => id));
      const gone = start.rows.filter(({ id }) => !still.has(id));
      const endOf = ({ lastSeenAt }: Alert) => (lastSeenAt !== null && lastSeenAt > from ? lastSeenAt : null);
      const rows = [...gone.map((alert) => ({ ...alert, active: false, lastSeenAt: endOf(alert) })), ...end.rows];
      const failure = new ServiceFailure('notFound', text);
      return { rows: rows.filter((alert) => passes(alert, filter)), total: null, isWhole: false, cut: null, failure };
    })
  );
}

/** A search for the alerts with one metric. @param until later alerts do not count; epoch milliseconds */
export function metricSearch(
  book: AlertBook,
  metric: AlertMetric,
  { range, until, ...priority }: { range: Span; until: number } & Priority
): Entry<Paged<Alert>> {
  return {
    key: `metric search ${JSON.stringify([seriesKey(metric), range, until])}`,
    start: () => book.searchMetric(metric, range, until, priority),
  };
}

/** Whether the service returns an alert that began by the end of a past range. */
export function alertsSince(book: AlertBook, range: Span): Entry<boolean> {
  return { key: `has alerts ${JSON.stringify(range)}`, start: () => book.hasAlerts(range) };
}

/** One alert with its metrics. Fails if it was not active at that time. */
export function singleAlert(book: AlertBook, id: string, at?: number): Entry<Alert> {
  return { key: `single ${id} ${at}`, start: () => book.single(id, at) };
}

/** A single event with its changes. */
export function singleEvent(book: AlertBook, id: string, sequence: string): Entry<Paged<AlertEvent>> {
  const alone = (event: AlertEvent) => ({ rows: [event], total: 1, isWhole: true, cut: null, failure: null });
  return { key: `event ${sequence} of ${id}`, start: () => book.event(id, sequence).pipe(map(alone)) };
}

/** Histories that determine groups, ends of alerts, or displayed rows. */
export const DECIDING = { most: 200, rank: 1 } as const;

/** How often rows are updated while titles arrive, in milliseconds. */
const SHOWN_EVERY = 250;

/** The histories of alerts, emitted as they arrive: `book` has them. Failures cause no error. */
export function histories(book: AlertBook, alerts: readonly Ordered[], options: HistoryOptions = {}): Entry<unknown> {
  const key = JSON.stringify([options, alerts.map(({ id }) => id)]);
  const shown = throttleTime(SHOWN_EVERY, undefined, { leading: true, trailing: true });
  return { key: `histories ${key}`, start: () => book.readHistories(alerts, options).pipe(shown) };
}

/** The events of alerts, once all of them are read: then, `book` has their histories, or why there are none. */
export function historiesRead(book: AlertBook, alerts: readonly Ordered[], options: HistoryOptions): Entry<unknown> {
  const key = JSON.stringify([options, alerts.map(({ id }) => id)]);
  return { key: `histories read ${key}`, start: () => book.readHistories(alerts, options).pipe(last()) };
}

/** The events of an alert. */
export function eventsOf(book: AlertBook, id: string): Entry<Timeline> {
  return { key: `events ${id}`, start: () => book.events(id) };
}
