import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { partition } from 'lodash';
import { map, type Observable, switchMap } from 'rxjs';
import { type AlertBook } from '../alertbook/alertBook';
import { type AlertFilter } from '../alertbook/door';
import { type Timeline } from '../alertbook/timeline';
import { type Alert, type AlertEvent } from '../service/alerts';
import { isGone } from '../service/failure';
import { type Span } from '../time/spans';
import { readActiveAlerts } from './activeAlerts';
import { alertNotFound, notFound } from './inputs';
import { type Each, readEach } from './answers';
import { info } from './notices';
import { cutNotice, pagingNotices } from './listNotices';

/** The most severe alerts of a time range give its events (contract: section 5, AN6). */
const MOST_ALERTS = 50;

/** The events of several alerts, as queries take them. */
export interface EventsRead {
  /** In the order of each alert's list, with changes. */
  events: readonly AlertEvent[];
  /** The rows of their alerts, where a list or a search gave them. */
  alerts: readonly Alert[];
  /** How many events the lists hold, unread ones included. */
  total: number;
  notices: QueryResultMetaNotice[];
  /** Why some events are missing. */
  failures: unknown[];
}

/**
 * The events of alerts. An alert that the service does not know gives a notice, one that fails leaves the others.
 *
 * @param now when they are requested, for the notice; epoch milliseconds
 */
export function readEventsOf(book: AlertBook, alertIds: readonly string[], now: number): Observable<EventsRead> {
  return readEach(alertIds, (id) => book.events(id)).pipe(map((each) => eventsOf(each, (id) => unknownAlert(id, now))));
}

/** The events of the most severe alerts that were active in the range, by one search for each filter. */
export function readEventsIn(
  book: AlertBook,
  range: Span,
  searches: readonly AlertFilter[],
  now: number
): Observable<EventsRead> {
  return readActiveAlerts(book, range, searches, { most: MOST_ALERTS }).pipe(
    switchMap(({ alerts, notices, failures, total }) =>
      readEventsOf(
        book,
        alerts.map(({ id }) => id),
        now
      ).pipe(
        map((read) => ({
          ...read,
          alerts,
          notices: [
            ...(alerts.length < total ? [cutNotice(alerts.length, total, 'most severe', false)] : []),
            ...notices,
            ...read.notices,
          ],
          failures: [...failures, ...read.failures],
        }))
      )
    )
  );
}

/** Single events of alerts, each by its sequence. */
export function readSingleEvents(
  book: AlertBook,
  events: ReadonlyArray<{ id: string; sequence: string }>,
  now: number
): Observable<EventsRead> {
  return readEach(events, ({ id, sequence }) => book.event(id, sequence).pipe(map(onlyEvent))).pipe(
    map((each) => eventsOf(each, ({ id, sequence }) => unknownEvent(id, sequence, now)))
  );
}

function onlyEvent(event: AlertEvent): Timeline {
  return { events: [event], size: 1, total: 1, reachesStart: true, reachesEnd: true, failure: null };
}

function eventsOf<V>({ read, failed }: Each<V, Timeline>, unknown: (value: V) => QueryResultMetaNotice): EventsRead {
  const [gone, broken] = partition(failed, ({ failure }) => isGone(failure));
  return {
    events: read.flatMap(({ result }) => result.events),
    alerts: [],
    total: read.reduce((sum, { result }) => sum + Math.max(result.total ?? 0, result.events.length), 0),
    notices: [...gone.map(({ value }) => unknown(value)), ...read.flatMap(({ result }) => timelineNotices(result))],
    failures: broken.map(({ failure }) => failure),
  };
}

/** What is to be said of an alert's events that were not read whole. */
export function timelineNotices(timeline: Timeline): QueryResultMetaNotice[] {
  const { events, total, failure, reachesStart, reachesEnd } = timeline;
  const isCut = failure === null && !(reachesStart && reachesEnd);
  return pagingNotices({ rows: [...events], total, failure, cut: isCut ? (reachesStart ? 'end' : 'start') : null });
}

/** For an alert that the service does not know. */
export function unknownAlert(id: string, at: number): QueryResultMetaNotice {
  return info(alertNotFound(id, at));
}

function unknownEvent(id: string, sequence: string, at: number): QueryResultMetaNotice {
  return info(
    notFound(
      `${t('label.alert', 'Alert')} ${id}, ${t('alerts.events-editor.sequence', 'Event number')} ${sequence}`,
      at
    )
  );
}
