import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { partition } from 'lodash';
import { map, type Observable, switchMap } from 'rxjs';
import { type AlertBook, type AlertFilter } from '../alertbook/alertBook';
import { type Timeline } from '../alertbook/memory';
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

/** The event with that sequence of each alert. */
export function readSingleEvents(
  book: AlertBook,
  alertIds: readonly string[],
  sequence: string,
  now: number
): Observable<EventsRead> {
  return readEach(alertIds, (id) => book.event(id, sequence).pipe(map(onlyEvent))).pipe(
    map((each) => eventsOf(each, (id) => unknownEvent(id, sequence, now)))
  );
}

function onlyEvent(event: AlertEvent): Timeline {
  return { rows: [event], total: 1, cut: null, failure: null };
}

function eventsOf(
  { read, failed }: Each<string, Timeline>,
  unknown: (alertId: string) => QueryResultMetaNotice
): EventsRead {
  const [gone, broken] = partition(failed, ({ failure }) => isGone(failure));
  return {
    events: read.flatMap(({ result }) => result.rows),
    alerts: [],
    total: read.reduce((sum, { result }) => sum + Math.max(result.total ?? 0, result.rows.length), 0),
    notices: [...gone.map(({ value }) => unknown(value)), ...read.flatMap(({ result }) => pagingNotices(result))],
    failures: broken.map(({ failure }) => failure),
  };
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
