import { uniqBy } from 'lodash';
import { map, type Observable, of, tap } from 'rxjs';
import { AlertBook } from '../alertbook/alertBook';
import { alertOfEvents } from '../alertbook/span';
import { type EventsRead, readEventsIn, readEventsOf, readSingleEvents } from '../answer/alertEvents';
import { type Answer, runEach } from '../answer/answers';
import { remember } from '../answer/nameBook';
import { bounded, emptyNotice, Inputs } from '../answer/inputs';
import { type Context, type Request } from '../answer/runner';
import { DEFAULT_ROWS } from '../query/query';
import { type Alert } from '../service/alerts';
import { type RowFilter, storedFilters } from '../tables/filters';
import { linkPlace } from '../tables/links';
import { type Searches, searchesOf } from '../tables/searches';
import { rangeOf } from '../time/spans';
import { presentEvents } from './eventsAnswer';
import { type AlertEventsQuery } from './models';

/**
 * The events of alerts, a single event, or those of the alerts active in the time range (interface: GET
 * alerts/{alertId}/events and .../events/{sequenceNumber}); as table, log lines, log volume or states.
 */
export const runAlertEvents = runEach(answerEvents);

function answerEvents(query: AlertEventsQuery, request: Request, context: Context): Observable<Answer> {
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
  const chosen = bounded(
    ids.values.flatMap((id) => sequences.values.map((sequence) => ({ id, sequence }))),
    ({ id, sequence }) => `${id}/${sequence}`
  );

  const readAll = (): Observable<EventsRead> => {
    if (!ids.given) {
      return readEventsIn(book, range, searches.combinations, now);
    }
    if (ids.values.length === 0 || (isChoice && sequences.values.length === 0)) {
      return of({ ...NOTHING, notices: [emptyNotice(ids.values.length === 0 ? 'alertId' : 'sequence')] });
    }
    return isChoice ? readSingleEvents(book, chosen.values, now) : readEventsOf(book, ids.values, now);
  };
  const source = readAll().pipe(tap(({ events }) => remember(context, [...events])));
  // Whole lists of events are the courses that the titles need; a single event is not.
  return book
    .withCourses(source, (read) => (isChoice ? alertsOf(read) : []))
    .pipe(
      map(({ read, isComplete }) => {
        const notices = [
          ...ids.notices,
          ...sequences.notices,
          ...(isChoice ? chosen.notices : []),
          ...(ids.given ? [] : searches.notices),
          ...read.notices,
        ];
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

const NOTHING: EventsRead = { events: [], alerts: [], total: 0, notices: [], failures: [] };

/** The searches for alerts, and the filters that are left for their events. */
function searchesOfEvents(query: AlertEventsQuery, inputs: Inputs, filters: readonly RowFilter[]): Searches {
  // An event has an impact of its own, whatever its alert has become since. The other filters select alerts, and rows.
  const onAlerts = filters.filter(({ key }) => key !== 'impact');
  const searches = searchesOf(query, inputs, onAlerts);
  return { ...searches, rest: filters.filter((one) => one.key !== 'text' || searches.rest.includes(one)) };
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
