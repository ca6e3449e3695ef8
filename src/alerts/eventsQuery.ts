import { sortBy } from 'lodash';
import { map, type Observable, of, tap, switchMap } from 'rxjs';
import { AlertBook } from '../alertbook/alertBook';
import { momentOfEnd } from '../alertbook/atEnd';
import { earlierChanges } from '../alertbook/course';
import { type EventsRead, readActiveAlerts, readEventsIn, readEventsOf, readSingleEvents } from '../answer/alertReads';
import { type Answer, runEach } from '../answer/answers';
import { remember } from '../answer/nameBook';
import { emptyNotice, Inputs } from '../answer/inputs';
import { cutNotice } from '../answer/listNotices';
import { type Context, type Request } from '../answer/runner';
import { DEFAULT_ROWS } from '../query/query';
import { type RowFilter, storedFilters, unusedFilters } from '../tables/filters';
import { linkPlace } from '../tables/links';
import { type Names, namesOf } from '../tables/names';
import { isNamed, type Searches, readMetricIds, searchesOf } from '../tables/searches';
import { selecting } from '../tables/selectAlerts';
import { rangeOf } from '../time/spans';
import { eventLogs } from './eventLogs';
import { eventRows, eventTable } from './eventTable';
import { eventVolume } from './eventVolume';
import { type AlertEventsQuery } from './models';
import { statesFrame } from './states';

/**
 * The events of alerts, a single event, or those of the alerts active in the time range (interface: GET
 * alerts/{alertId}/events and .../events/{sequenceNumber}); as table, log lines, log volume or states.
 */
export const runAlertEvents = runEach((query: AlertEventsQuery, request, context) =>
  readMetricIds(query, request, context).pipe(switchMap((ids) => answerEvents(query, request, context, ids)))
);

function answerEvents(
  query: AlertEventsQuery,
  request: Request,
  context: Context,
  metricIds: ReadonlySet<string>
): Observable<Answer> {
  const inputs = new Inputs(request, context);
  const range = rangeOf(request);
  const book = new AlertBook(context, momentOfEnd(range.to, context.now()));
  const place = linkPlace(request, context);
  const now = context.now();
  const stored = storedFilters(query);
  const ids = inputs.all(query.alertId);
  const isSingle = ids.given && query.format !== 'states' && query.sequence.trim() !== '';
  const sequence = isSingle ? inputs.one(query.sequence) : '';
  const { names, filters: ofNames } = ids.given ? NO_NAMES : namesOf(query, inputs);
  const searches = searchesOfEvents(query, inputs, [...stored, ...ofNames], metricIds);
  const limit = Math.max(1, Math.floor(inputs.number(query.limit, 'limit', DEFAULT_ROWS)));

  const readAll = (): Observable<EventsRead> => {
    if (names.given && names.values.length === 0) {
      return of({ events: [], alerts: [], total: 0, notices: [emptyNotice('names')], failures: [] });
    }
    if (!ids.given) {
      const found = readActiveAlerts(book, range, searches.combinations);
      return readEventsIn(book, selecting(found, searches.compared.filter(isNamed), book), now);
    }
    if (ids.values.length === 0 || (isSingle && sequence === '')) {
      const notices = [emptyNotice(ids.values.length === 0 ? 'alertId' : 'sequence')];
      return of({ events: [], alerts: [], total: 0, notices, failures: [] });
    }
    return isSingle ? readSingleEvents(book, ids.values, sequence, now) : readEventsOf(book, ids.values, now);
  };
  const answerOf = ({ events, alerts, total, notices, failures }: EventsRead): Answer => {
    // That nothing could be read is no empty answer.
    if (events.length === 0 && failures.length > 0) {
      return { frames: [], notices, failures };
    }
    const filters = ids.given ? stored : searches.rest.filter(({ isNames }) => !isNames);
    if (query.format === 'states') {
      // A state is no row: what did not select alerts is not applied.
      const unused = unusedFilters(filters.filter((one) => ids.given || !isNamed(one)));
      const states = statesFrame(events, range, place, alerts);
      return { frames: [states.frame], notices: [...notices, ...unused, ...states.notices], failures };
    }
    const isIn = (time: number | null) => time !== null && time >= range.from && time <= range.to;
    const found = ids.given && !query.volume ? events : events.filter(({ time }) => isIn(time));
    const kept = query.volume ? found : sortBy(found, ({ time }) => time ?? -Infinity).slice(-limit);
    const all = ids.given ? Math.max(total, found.length) : found.length;
    const cut = kept.length >= limit && kept.length < all ? [cutNotice(kept.length, all)] : [];
    const rows = eventRows(kept, { place, book, alerts, filters, changes: query.changes });
    if (query.volume) {
      return { frames: eventVolume(rows.rows, range, query.changes), notices: [...notices, ...rows.notices], failures };
    }
    const frame =
      query.format === 'logs' ? eventLogs(rows, query.changes, earlierChanges(events), book) : eventTable(rows);
    return { frames: [frame], notices: [...notices, ...cut, ...rows.notices], failures };
  };

  const source = readAll().pipe(tap(({ events }) => remember(context, [...events])));
  // Whole lists of events are the courses that the titles need; a single event is not.
  const withoutCourse = ({ events }: EventsRead) =>
    isSingle ? events.map(({ alertId, impact }) => ({ id: alertId, impact, lastSeenAt: null })) : [];
  return book.withCourses(source, withoutCourse).pipe(
    map(({ read, isComplete }) => {
      const searched = ids.given ? [] : [...searches.notices, ...names.notices];
      return { ...answerOf({ ...read, notices: [...ids.notices, ...searched, ...read.notices] }), more: !isComplete };
    })
  );
}

/** The events of given alerts have no names to choose by. */
const NO_NAMES: Names = { names: { given: false, values: [], notices: [] }, filters: [] };

/** The searches for alerts, and the filters that are left for their events. */
function searchesOfEvents(
  query: AlertEventsQuery,
  inputs: Inputs,
  filters: readonly RowFilter[],
  metricIds: ReadonlySet<string>
): Searches {
  // An event has an impact of its own, whatever its alert has become since. The other filters select alerts, and rows.
  const onAlerts = filters.filter(({ key }) => key !== 'impact');
  const searches = searchesOf(query, inputs, onAlerts, metricIds);
  return { ...searches, rest: filters.filter((one) => one.key !== 'text' || searches.rest.includes(one)) };
}
