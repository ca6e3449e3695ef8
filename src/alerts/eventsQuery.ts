import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { map, type Observable, of, switchMap } from 'rxjs';
import { type Answer, readEach } from '../answer/answers';
import { bounded, emptyNotice, Inputs } from '../answer/inputs';
import { notice } from '../answer/notices';
import { type AlertEventsQuery } from './models';
import { DEFAULT_ROWS } from '../query/query';
import { type Context, type Request } from '../answer/runner';
import { getAlertEvent } from '../service/alertOperations';
import { dateTime } from '../service/operations';
import { storedFilters } from '../tables/filters';
import { linkPlace } from '../tables/links';
import { rangeOf, type Span } from '../time/span';
import { type EventsRead, goneOf, mostSevere, readEventsOf, readEventsSince } from '../incidents/events';
import { withTitles } from '../catalogue/lookUps';
import { presentEvents } from './eventsAnswer';
import { titledAlerts } from './eventTable';
import { remember } from '../answer/catalogue';
import { searchesOf } from '../tables/searches';

const NOTHING: EventsRead = { events: [], total: 0, notices: [], failures: [] };

/**
 * The events of alerts, a single event, or those of the alerts active in the range (interface: GET alerts/{alertId}/events
 * and .../events/{sequenceNumber}); as table, log lines, log volume or states.
 */
export function answerEvents(query: AlertEventsQuery, request: Request, context: Context): Observable<Answer> {
  const inputs = new Inputs(request, context);
  const range = rangeOf(request);
  const filters = storedFilters(query);
  const ids = inputs.all(query.alertId);
  const sequences = inputs.all(query.format === 'states' ? '' : query.sequence);
  const withChanges = query.changes || query.format !== 'table' || filters.length > 0;
  const limit = Math.max(1, Math.floor(inputs.number(query.limit, 'limit', DEFAULT_ROWS)));
  const options = { withChanges, asked: context.now(), newest: wholeLists(query) ? undefined : limit };

  let read: Observable<EventsRead>;
  let rest = filters;
  if (!ids.given) {
    // An event has an impact of its own, whatever its alert has become since. The other filters select alerts, and rows.
    const searches = searchesOf(
      query,
      inputs,
      filters.filter(({ key }) => key !== 'impact')
    );
    rest = filters.filter((filter) => filter.key !== 'text' || searches.rest.includes(filter));
    read = readActiveEvents(context, range, searches.combinations, {
      withChanges,
      limit: filters.length > 0 || wholeLists(query) ? Infinity : limit,
      // A state's last change may lie long before the range.
      from: query.format === 'states' ? -Infinity : range.from,
    }).pipe(map((events) => ({ ...events, notices: [...searches.notices, ...events.notices] })));
  } else if (ids.values.length === 0) {
    read = of({ ...NOTHING, notices: [emptyNotice('alertId')] });
  } else if (sequences.given && sequences.values.length === 0) {
    read = of({ ...NOTHING, notices: [emptyNotice('sequence')] });
  } else if (sequences.given) {
    const all = ids.values.flatMap((id) => sequences.values.map((sequence) => ({ id, sequence })));
    const places = bounded(all, ({ id, sequence }) => `${id}/${sequence}`);
    read = readSingleEvents(context, places.values, query.volume).pipe(
      map((events) => ({ ...events, notices: [...places.notices, ...events.notices] }))
    );
  } else {
    // A volume without bars has nothing that a notice could stand on: there it is an error.
    read = readEventsOf(context.operations, ids.values, { ...options, failsGone: query.volume });
  }
  // States and volumes say nothing of an alert's name.
  const titled = ({ events }: EventsRead) => (wholeLists(query) ? [] : titledAlerts(events));
  return withTitles(read, titled, context, ids.given || wholeLists(query) ? undefined : range).pipe(
    map(({ read: result, titles, complete }) => {
      remember(context, result.events);
      const known = { ...result, notices: [...ids.notices, ...sequences.notices, ...result.notices] };
      const answer = presentEvents(known, query, {
        range,
        place: linkPlace(request, context),
        titles,
        now: context.now(),
        filters: rest,
        inRange: !ids.given,
        isChoice: sequences.given,
        limit,
      });
      return { ...answer, more: !complete };
    })
  );
}

/** States and volumes cover the range, however many events that takes. */
function wholeLists(query: AlertEventsQuery): boolean {
  return query.format === 'states' || query.volume;
}

function readActiveEvents(
  context: Context,
  range: Span,
  searches: ReturnType<typeof searchesOf>['combinations'],
  { withChanges, limit, from }: { withChanges: boolean; limit: number; from: number }
): Observable<EventsRead> {
  return mostSevere(context, range, searches).pipe(
    switchMap(({ alerts, notices, failures }) => {
      const asked = context.now();
      // The newest of a list are the newest of the range only where that reaches up to now.
      const newest = range.to >= asked ? limit : undefined;
      return readEventsSince(context, alerts, from, { withChanges, asked, newest }).pipe(
        map((read) => ({
          ...read,
          notices: [...notices, ...read.notices],
          failures: [...failures, ...read.failures],
        }))
      );
    })
  );
}

function readSingleEvents(
  { operations, now }: Context,
  places: Array<{ id: string; sequence: string }>,
  failsGone: boolean
): Observable<EventsRead> {
  return readEach(places, ({ id, sequence }) => getAlertEvent(operations, id, sequence)).pipe(
    map((each) => {
      const { gone, failures } = goneOf(each, failsGone);
      return {
        events: each.read.map(({ value, result }) => ({ ...result, alertId: result.alertId || value.id })),
        total: each.read.length,
        notices: gone.map(({ id, sequence }) => noEvent(id, sequence, now())),
        failures,
      };
    })
  );
}

function noEvent(id: string, sequence: string, asked: number): QueryResultMetaNotice {
  return notice(
    t('alerts.no-event', 'The service knows no event {{sequence}} of the alert "{{id}}" at {{time}}.', {
      id,
      sequence,
      time: dateTime(asked),
      interpolation: { escapeValue: false },
    })
  );
}
