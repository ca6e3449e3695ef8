import { partition, uniqBy } from 'lodash';
import { map, type Observable, of, switchMap, tap } from 'rxjs';
import { AlertBook } from '../alertbook/alertBook';
import { alertOfEvents } from '../alertbook/span';
import { type Timeline } from '../alertbook/timeline';
import { readActiveAlerts } from '../answer/activeAlerts';
import { type Answer, type Each, readEach } from '../answer/answers';
import { pagedOf } from '../answer/alertEvents';
import { remember } from '../answer/catalogue';
import { bounded, emptyNotice, Inputs } from '../answer/inputs';
import { pagingNotices } from '../answer/pagingNotices';
import { type Context, type Request } from '../answer/runner';
import { DEFAULT_ROWS } from '../query/query';
import { type Alert } from '../service/alerts';
import { isGone } from '../service/failure';
import { type RowFilter, storedFilters } from '../tables/filters';
import { linkPlace } from '../tables/links';
import { type Searches, searchesOf } from '../tables/searches';
import { rangeOf, type Span } from '../time/span';
import { type EventsRead, presentEvents } from './eventsAnswer';
import { type AlertEventsQuery } from './models';
import { mostSevereNotice, noEventNotice, unknownAlertNotice } from './notices';

/** The 50 most severe alerts of the time range give its events (contract: section 5). */
const MOST_ALERTS = 50;

/**
 * The events of alerts, a single event, or those of the alerts active in the time range (interface: GET
 * alerts/{alertId}/events and .../events/{sequenceNumber}); as table, log lines, log volume or states.
 */
export function answerEvents(query: AlertEventsQuery, request: Request, context: Context): Observable<Answer> {
  const book = new AlertBook(context);
  const inputs = new Inputs(request, context);
  const range = rangeOf(request);
  const now = context.now();
  const filters = storedFilters(query);
  const ids = inputs.all(query.alertId);
  const sequences = inputs.all(query.format === 'states' ? '' : query.sequence);
  const searches = searchesOfEvents(query, inputs, filters);
  const limit = Math.max(1, Math.floor(inputs.number(query.limit, 'limit', DEFAULT_ROWS)));
  const isChoice = ids.given && sequences.given;
  // A volume without bars has nothing to put a notice on: there an unknown alert is an error.
  const failsGone = query.volume;

  const readAll = (): Observable<EventsRead> => {
    if (!ids.given) {
      return readEventsOfRange(book, range, searches, now);
    }
    if (ids.values.length === 0 || (isChoice && sequences.values.length === 0)) {
      return of({ ...NOTHING, notices: [emptyNotice(ids.values.length === 0 ? 'alertId' : 'sequence')] });
    }
    return isChoice
      ? readSingleEvents(book, ids.values, sequences.values, now, failsGone)
      : readEach(ids.values, (id) => book.events(id)).pipe(map((each) => eventsOf(each, [], now, failsGone)));
  };
  const source = readAll().pipe(tap(({ events }) => remember(context, [...events])));
  // Whole lists of events are the courses that the titles need; a single event is not.
  return book
    .withCourses(source, (read) => (isChoice ? alertsOf(read) : []))
    .pipe(
      map(({ read, isComplete }) => {
        const notices = [...ids.notices, ...sequences.notices, ...read.notices];
        const answer = presentEvents({ ...read, notices }, query, {
          range,
          place: linkPlace(request, context),
          book,
          now,
          filters: ids.given ? filters : searches.rest,
          inRange: !ids.given,
          isChoice,
          limit,
        });
        return { ...answer, more: !isComplete };
      })
    );
}

const NOTHING: EventsRead = { events: [], alerts: [], total: 0, notices: [], failures: [], isFailed: false };

/** The searches for alerts, and the filters that are left for their events. */
function searchesOfEvents(query: AlertEventsQuery, inputs: Inputs, filters: readonly RowFilter[]): Searches {
  // An event has an impact of its own, whatever its alert has become since. The other filters select alerts, and rows.
  const onAlerts = filters.filter(({ key }) => key !== 'impact');
  const searches = searchesOf(query, inputs, onAlerts);
  return { ...searches, rest: filters.filter((one) => one.key !== 'text' || searches.rest.includes(one)) };
}

function readEventsOfRange(book: AlertBook, range: Span, searches: Searches, now: number): Observable<EventsRead> {
  return readActiveAlerts(book, range, searches.combinations, { most: MOST_ALERTS }).pipe(
    switchMap(({ alerts, notices, failures, total }) =>
      readEach(alerts, ({ id }) => book.events(id)).pipe(
        map(({ read, failed }) => {
          const byId = <T extends { value: Alert }>(one: T) => ({ ...one, value: one.value.id });
          const events = eventsOf({ read: read.map(byId), failed: failed.map(byId) }, alerts, now, false);
          return {
            ...events,
            notices: [...searches.notices, ...mostSevereNotice(alerts.length, total), ...notices, ...events.notices],
            failures: [...failures, ...events.failures],
            isFailed: events.isFailed || (failures.length > 0 && alerts.length === 0),
          };
        })
      )
    )
  );
}

function eventsOf(
  { read, failed }: Each<string, Timeline>,
  alerts: readonly Alert[],
  now: number,
  failsGone: boolean
): EventsRead {
  const { gone, ...failures } = missingOf({ read, failed }, failsGone);
  return {
    events: read.flatMap(({ result }) => result.events),
    alerts,
    total: read.reduce((sum, { result }) => sum + Math.max(result.total ?? 0, result.events.length), 0),
    notices: [
      ...gone.map((id) => unknownAlertNotice(id, now)),
      ...read.flatMap(({ result }) => pagingNotices(pagedOf(result))),
    ],
    ...failures,
  };
}

/** What the service does not know (404), and what failed. @param failsGone an unknown one fails where nothing else was read */
function missingOf<V>({ read, failed }: Each<V, unknown>, failsGone: boolean) {
  const isNone = read.length === 0;
  const [gone, others] = partition(failed, ({ failure }) => !(failsGone && isNone) && isGone(failure));
  return {
    gone: gone.map(({ value }) => value),
    failures: others.map(({ failure }) => failure),
    isFailed: isNone && gone.length === 0 && others.length > 0,
  };
}

function readSingleEvents(
  book: AlertBook,
  ids: readonly string[],
  sequences: readonly string[],
  now: number,
  failsGone: boolean
): Observable<EventsRead> {
  const all = ids.flatMap((id) => sequences.map((sequence) => ({ id, sequence })));
  const places = bounded(all, ({ id, sequence }) => `${id}/${sequence}`);
  return readEach(places.values, ({ id, sequence }) => book.event(id, sequence)).pipe(
    map((each) => {
      const { gone, ...failures } = missingOf(each, failsGone);
      return {
        events: each.read.map(({ result }) => result),
        alerts: [],
        total: each.read.length,
        notices: [...places.notices, ...gone.map(({ id, sequence }) => noEventNotice(id, sequence, now))],
        ...failures,
      };
    })
  );
}

/** The alerts of single events, for the book. */
function alertsOf({ events }: EventsRead): Alert[] {
  return uniqBy(events, 'alertId').flatMap(
    ({ alertId }) =>
      alertOfEvents(
        alertId,
        events.filter((event) => event.alertId === alertId)
      ) ?? []
  );
}
