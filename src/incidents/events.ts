import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { partition } from 'lodash';
import { catchError, defer, map, type Observable, of, switchMap, throwError } from 'rxjs';
import { type Each, readEach } from '../answer/answers';
import { notice } from '../answer/notices';
import { type Context } from '../answer/runner';
import { listAlertEvents } from '../service/alertOperations';
import { type Alert, type AlertEvent } from '../service/alerts';
import { dateTime, type Operations } from '../service/operations';
import { type Paged, readPages } from '../service/paging';
import { type Span } from '../time/span';
import { readActive, union } from './active';
import { isGone } from '../service/failure';
import { bySeverity } from '../alertbook/order';
import { keptEvents, readBack } from './readBack';
import { pagingNotices } from '../answer/pagingNotices';
import { type AlertFilter } from './search';

/** Largest page of the alert events list (interface, Limits). */
const PAGE_SIZE = 100;

/** Contract: without an `alertId` the 50 most severe alerts of the range give the events. */
export const MOST_ALERTS = 50;

export interface EventsRead {
  /** In the order of each alert's list. */
  events: AlertEvent[];
  /** How many the lists hold, those left unread included. */
  total: number;
  notices: QueryResultMetaNotice[];
  /** Alerts whose events could not be read. */
  failures: unknown[];
}

/**
 * All events of an alert, in the list's order.
 *
 * @param newest how many of the list's end are wanted, or undefined for all
 */
export function readEvents(
  operations: Operations,
  alertId: string,
  withChanges: boolean,
  newest = Infinity
): Observable<Paged<AlertEvent>> {
  return readPages(
    (page, turn) => listAlertEvents(operations, alertId, { page, limit: PAGE_SIZE }, withChanges, turn),
    {
      pageSize: PAGE_SIZE,
      // Whoever numbers events alike has them apart by their times.
      id: ({ sequence, time }) => (sequence === null ? null : `${sequence} ${time}`),
      newest,
    }
  ).pipe(
    map((paged) => ({ ...paged, rows: paged.rows.map((event) => ({ ...event, alertId: event.alertId || alertId })) }))
  );
}

export interface EventsOptions {
  withChanges: boolean;
  /** When they are asked for, for the notice; epoch milliseconds. */
  asked: number;
  /** How many of each list's end are wanted, or undefined for all. */
  newest?: number;
  /** Whether alerts that the service does not know fail where no other is there; else each gives a notice. */
  failsGone?: boolean;
}

/**
 * The events since a time of alerts that a search told of, each list read back from its end. Those that were read already
 * and cannot have changed are not asked for again.
 *
 * @param options `newest`: as many of each alert
 */
export function readEventsSince(
  context: Pick<Context, 'operations' | 'now'>,
  alerts: readonly Alert[],
  from: number,
  { withChanges, asked, newest = Infinity }: EventsOptions
): Observable<EventsRead> {
  const { operations } = context;
  const wanted = { from, newest, withChanges };
  // Lists of one service are of one kind: where the first one ends the others may end, too.
  let guess = 1;
  const read = (alert: Alert): Observable<Paged<AlertEvent>> => {
    const known = keptEvents(operations, alert, wanted, asked);
    return known
      ? of(known)
      : defer(() => readBack(operations, alert, wanted, guess, asked)).pipe(
          catchError((failure: unknown) => (isGone(failure) && guess === 1 ? throwError(() => failure) : of(null))),
          switchMap((found) => {
            guess = found?.lastPage ?? guess;
            return found ? of(found.paged) : readEvents(operations, alert.id, withChanges, Infinity);
          })
        );
  };
  const [first, ...others] = alerts;
  const ids = (list: readonly Alert[]) => new Map(list.map((alert) => [alert.id, alert]));
  const each = (list: readonly Alert[]) => {
    const byId = ids(list);
    return readEach([...byId.keys()], (id) => read(byId.get(id) as Alert));
  };
  return each(first ? [first] : []).pipe(
    switchMap((one) =>
      each(others).pipe(
        map((rest) =>
          toEvents({ read: [...one.read, ...rest.read], failed: [...one.failed, ...rest.failed] }, asked, newest)
        )
      )
    )
  );
}

/** The events of several alerts. One that the service does not know (404) gives a notice, one that fails an error. */
export function readEventsOf(
  operations: Operations,
  alertIds: readonly string[],
  { withChanges, asked, newest, failsGone }: EventsOptions
): Observable<EventsRead> {
  return readEach(alertIds, (id) => readEvents(operations, id, withChanges, newest)).pipe(
    map((each) => toEvents(each, asked, newest, failsGone))
  );
}

function toEvents(
  each: Each<string, Paged<AlertEvent>>,
  asked: number,
  newest?: number,
  failsGone = false
): EventsRead {
  const { gone, failures } = goneOf(each, failsGone);
  return {
    events: each.read.flatMap(({ result }) => result.rows),
    total: each.read.reduce((sum, { result }) => sum + Math.max(result.total ?? 0, result.rows.length), 0),
    notices: [
      ...gone.map((id) => noEvents(id, asked)),
      ...each.read.flatMap(({ result }) => pagingNotices(unlessWanted(result, newest))),
    ],
    failures,
  };
}

/** What the service does not know, which gives notices, and the failures; see `EventsOptions.failsGone`. */
export function goneOf<V>({ read, failed }: Each<V, unknown>, failsGone: boolean) {
  const [gone, others] = partition(failed, ({ failure }) => !(failsGone && read.length === 0) && isGone(failure));
  return { gone: gone.map(({ value }) => value), failures: others.map(({ failure }) => failure) };
}

/**
 * The most severe alerts that were active in the range, 50 at most, as the searches find them; each once.
 *
 * @param searches the filters of each search
 */
export function mostSevere(
  context: Pick<Context, 'operations' | 'now'>,
  range: Span,
  searches: readonly AlertFilter[]
): Observable<{ alerts: Alert[]; notices: QueryResultMetaNotice[]; failures: unknown[] }> {
  return readEach(searches, (filter) => readActive(context, range, filter)).pipe(
    map(({ read, failed }) => {
      const all = union(...read.map(({ result }) => result.alerts))
        .filter(({ id }) => id !== '')
        .sort(bySeverity);
      const alerts = all.slice(0, MOST_ALERTS);
      const cut = all.length > alerts.length ? [alertsLeftOut(alerts.length, all.length)] : [];
      return {
        alerts,
        notices: [...cut, ...read.flatMap(({ result }) => result.notices)],
        failures: failed.map(({ failure }) => failure),
      };
    })
  );
}

function alertsLeftOut(count: number, total: number): QueryResultMetaNotice {
  return notice(
    t(
      'alerts.most-severe',
      'The events of the {{count}} most severe alerts are shown; {{total}} alerts were active in the range.',
      { count, total }
    ),
    'warning'
  );
}

/** Old events that nobody wants are not missed. */
function unlessWanted(paged: Paged<AlertEvent>, newest = Infinity): Paged<AlertEvent> {
  return paged.cut === 'start' && paged.rows.length >= newest ? { ...paged, cut: null } : paged;
}

/** Of an alert that the service does not know. */
export function noEvents(id: string, asked: number): QueryResultMetaNotice {
  return notice(
    t('alerts.no-events', 'The service knows no events of the alert "{{id}}" at {{time}}.', {
      id,
      time: dateTime(asked),
      interpolation: { escapeValue: false },
    })
  );
}
