import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { map, type Observable } from 'rxjs';
import { type AlertBook } from '../alertbook/alertBook';
import { type Timeline } from '../alertbook/timeline';
import { type AlertEvent } from '../service/alerts';
import { isGone } from '../service/failure';
import { dateTime } from '../service/operations';
import { type Paged } from '../service/paging';
import { readEach } from './answers';
import { notice } from './notices';
import { pagingNotices } from './pagingNotices';

/** The events of several alerts, as queries take them. */
export interface EventsRead {
  /** In the order of each alert's list, with changes. */
  events: AlertEvent[];
  /** How many the lists hold, including those that were not read. */
  total: number;
  notices: QueryResultMetaNotice[];
  /** Why some alerts' events could not be read. */
  failures: unknown[];
}

/**
 * The events of alerts. An alert that the service does not know gives a notice, one that fails leaves the others.
 *
 * @param now when they are requested, for the notice; epoch milliseconds
 */
export function readEventsOf(book: AlertBook, alertIds: readonly string[], now: number): Observable<EventsRead> {
  return readEach(alertIds, (id) => book.events(id)).pipe(
    map(({ read, failed }) => ({
      events: read.flatMap(({ result }) => result.events),
      total: read.reduce((sum, { result }) => sum + Math.max(result.total ?? 0, result.events.length), 0),
      notices: [
        ...failed.filter(({ failure }) => isGone(failure)).map(({ value }) => noEvents(value, now)),
        ...read.flatMap(({ result }) => pagingNotices(pagedOf(result))),
      ],
      failures: failed.filter(({ failure }) => !isGone(failure)).map(({ failure }) => failure),
    }))
  );
}

/** The events as a list that may have been cut, for its notices. */
export function pagedOf({ events, total, failure, reachesStart, reachesEnd }: Timeline): Paged<AlertEvent> {
  const isCut = failure === null && !(reachesStart && reachesEnd);
  return { rows: [...events], total, failure, cut: isCut ? (reachesStart ? 'end' : 'start') : null };
}

/** For an alert that the service does not know. */
export function noEvents(id: string, now: number): QueryResultMetaNotice {
  return notice(
    t('alerts.no-events', 'No events found for alert "{{id}}" at {{time}}.', {
      id,
      time: dateTime(now),
      interpolation: { escapeValue: false },
    })
  );
}
