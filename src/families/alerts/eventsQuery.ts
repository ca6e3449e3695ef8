import { ALERT_EVENTS, type AlertEventsQuery } from './models';
import { t } from '@grafana/i18n';
import { sortBy } from 'lodash';
import { singleAlert } from '../../facts/alerts';
import { Courses, readCourses } from '../../facts/courses';
import { type ReadContext } from '../../facts/facts';
import { earlierChanges, isEnd } from '../../facts/history';
import { activeAlerts, activeAt } from '../../judging/active';
import { currentAlert, eventsOfAlerts, eventsOfSevere, singleEvents, type EventsRead } from '../../judging/alertEvents';
import { type Fact, type Reader } from '../../facts/reader';
import { remember } from '../../facts/names';
import { emptyNotice, Inputs } from '../../ground/inputs';
import { cutNotices, endsUnknown, incomplete, untimedRows } from '../../judging/listNotices';
import { runKnown, type Shown } from '../../present/reader';
import { type Context, type Request, timeFrame } from '../../table/runner';
import { isFilled } from '../../ground/shapes';
import { type Alert } from '../../service/alerts';
import { isGone } from '../../ground/failure';
import { type RowFilter, storedFilters, unusedFilters } from '../../table/filters';
import { linkPlace } from '../../table/links';
import { idsFor, isNamed, type Names, readNames, type Searches, searchesOfEvents } from '../../table/searches';
import { selected } from '../../table/selection';
import { momentOfEnd, rangeOf, type Span } from '../../ground/spans';
import { eventLogs, eventRows, eventTable } from './eventTable';
import { statesFrame } from './states';

/**
 * The events of alerts, a single event, or the events of alerts that were active in the time range (interface: GET
 * alerts/{alertId}/events and .../events/{sequenceNumber}), as table, log lines, or states.
 */
export const runAlertEvents = runKnown((query: AlertEventsQuery, request, context) => {
  const prepared = prepare(query, request, context);
  const { ids } = prepared;
  const idsOf = idsFor(query, request, context);
  return (reader) => {
    const isId = idsOf(reader);
    const { inputs, filters: stored, ofNames } = prepared;
    const searches = isId && searchesOfEvents(query, inputs, [...stored, ...ofNames], isId);
    const read = searches && readAll(reader, searches, query, prepared);
    if (!read) {
      return null;
    }
    remember(context, [...read.events]);
    // Lists of events are courses. A single event is not.
    const single = read.events.map(({ alertId, impact }) => ({ id: alertId, impact, lastSeenAt: null }));
    const courses = prepared.isSingle ? readCourses(reader, context, single).courses : read.courses;
    const searched = ids.given ? unusedFilters(prepared.unusedNames) : searches.notices;
    const filters = ids.given ? stored : searches.rest;
    const all = { ...read, courses, notices: [...ids.notices, ...searched, ...read.notices] };
    return () => shownOf(all, query, filters, prepared);
  };
});

runAlertEvents.withoutRows = ({ format, changes }, request, context) => {
  if (format === 'states') {
    return timeFrame();
  }
  const [place, courses] = [linkPlace(request, context), new Courses(context)];
  const rows = eventRows([], { place, courses, alerts: [], filters: [], changes });
  return format === 'logs' ? eventLogs(rows, changes, new Map(), courses) : eventTable(rows);
};

type PreparedEvents = ReturnType<typeof prepare>;

/** A query's fields with replaced variables. */
function prepare(query: AlertEventsQuery, request: Request, context: Context) {
  const inputs = new Inputs(request, context, ALERT_EVENTS);
  const range = rangeOf(request);
  const now = context.now();
  const ids = inputs.all(query.alertId);
  const isSingle = ids.given && query.format !== 'states' && isFilled(query.sequence);
  const read = readNames(query, inputs);
  // Events of selected alerts are not filtered by names.
  const { names, filters: ofNames } = ids.given ? NO_NAMES : read;
  return {
    inputs,
    range,
    context,
    place: linkPlace(request, context),
    now,
    ids,
    names,
    filters: storedFilters(query),
    /** The query's names as filters. */
    ofNames,
    unusedNames: ids.given ? read.filters : [],
    isSingle,
    sequence: isSingle ? inputs.one(query.sequence, 'sequence') : '',
    limit: inputs.limit(query.limit),
  };
}

/** Whether a filter applies to alerts. States have no rows to compare with a text. */
function selectsAlerts(filter: RowFilter, { format }: AlertEventsQuery): boolean {
  return isNamed(filter) || (format === 'states' && filter.key === 'text');
}

/** Null while more can arrive. */
function readAll(
  reader: Reader,
  { combinations, compared }: Searches,
  query: AlertEventsQuery,
  prepared: PreparedEvents
): EventsRead | null {
  const { names, ids, isSingle, sequence, context, range, now } = prepared;
  const none = { events: [], courses: new Courses(context), alerts: [], total: 0, failures: [] };
  if (names.given && names.values.length === 0) {
    return { ...none, notices: [emptyNotice(ALERT_EVENTS.fields.names)] };
  }
  if (!ids.given) {
    const active = activeAlerts(reader, { context, range }, combinations);
    const found =
      active &&
      selected(
        reader,
        active,
        compared.filter((one) => selectsAlerts(one, query)),
        { context, moment: momentOfEnd(range.to, now) }
      );
    return found ? eventsOfSevere(reader, context, found) : null;
  }
  if (ids.values.length === 0 || (isSingle && sequence === '')) {
    return { ...none, notices: [emptyNotice(ALERT_EVENTS.fields[ids.values.length === 0 ? 'alertId' : 'sequence'])] };
  }
  if (isSingle) {
    return singleEvents(reader, context, ids.values, sequence);
  }
  const read = eventsOfAlerts(reader, context, ids.values);
  return read && query.format === 'states' ? withRows(reader, context, read, range) : read;
}

/** Adds the rows of alerts that do not end with an event of theirs: they may have ended without one. */
function withRows(reader: Reader, context: ReadContext, read: EventsRead, { to }: Span): EventsRead | null {
  const newest = new Map(read.events.map((event) => [event.alertId, event]));
  const unclear = [...newest.values()].filter((event) => !isEnd(event) && (event.time ?? -Infinity) <= to);
  const moment = momentOfEnd(to, context.now());
  // The events are read already.
  const singles = unclear.map(({ alertId }) => rowAt(reader, context, alertId, moment));
  if (singles.some(({ isFetching }) => isFetching)) {
    return null;
  }
  const rows = unclear.map(({ alertId }, i) =>
    currentAlert(
      alertId,
      singles[i],
      read.events.filter((event) => event.alertId === alertId)
    )
  );
  return {
    ...read,
    alerts: rows.flatMap(({ alert }) => alert ?? []),
    notices: [
      ...read.notices,
      ...rows.flatMap(({ failures }) => failures.map(incomplete)),
      ...endsUnknown(rows.filter(({ alert }) => alert?.active === false && alert.lastSeenAt === null).length),
    ],
  };
}

/** The row of an alert at the end of a past range. If it was not active then, its current row may show when it ended. */
function rowAt(reader: Reader, context: ReadContext, id: string, moment: number | undefined): Fact<Alert> {
  const then = moment === undefined ? undefined : reader.read(singleAlert(context, id, moment));
  if (moment === undefined || !then || isGone(then.error)) {
    return reader.read(singleAlert(context, id));
  }
  return { ...then, data: then.data && activeAt(then.data, moment) };
}

function shownOf(
  read: EventsRead,
  query: AlertEventsQuery,
  filters: readonly RowFilter[],
  prepared: PreparedEvents
): Shown {
  const { events, alerts, courses, total, notices, failures } = read;
  const { ids, range, place, limit } = prepared;
  if (query.format === 'states') {
    // States have no rows, so filters that don't select alerts don't apply.
    const unused = unusedFilters(filters.filter((one) => ids.given || !selectsAlerts(one, query)));
    const noValue = ids.given ? t('states.not-in-it', 'not in the alert') : t('states.in-none', 'in no alert');
    const states = statesFrame(events, range, place, { alerts, noValue });
    return { frames: [states.frame], notices: [...notices, ...unused, ...states.notices], failures };
  }
  const isIn = (time: number | null) => time !== null && time >= range.from && time <= range.to;
  const found = ids.given ? events : events.filter(({ time }) => isIn(time));
  const inOrder = sortBy(found, ({ time }) => time ?? -Infinity);
  // A table of selected alerts shows them.
  const isTable = ids.given && query.format === 'table';
  const untimed = isTable ? [] : untimedRows(events.filter(({ time }) => time === null).length);
  // Events of selected alerts are about the whole alert.
  const moment = ids.given ? undefined : momentOfEnd(range.to, prepared.now);
  const rows = eventRows(inOrder, { place, courses, alerts, moment, filters, changes: query.changes, limit });
  // Unread events may pass filters or not.
  const all = ids.given && filters.length === 0 ? Math.max(total, rows.passed) : rows.passed;
  const cut = rows.passed > limit ? cutNotices(limit, all) : [];
  const frame =
    query.format === 'logs' ? eventLogs(rows, query.changes, earlierChanges(events), courses) : eventTable(rows);
  return { frames: [frame], notices: [...notices, ...cut, ...rows.notices, ...untimed], failures };
}

const NO_NAMES: Names = { names: { given: false, values: [], notices: [] }, filters: [] };
