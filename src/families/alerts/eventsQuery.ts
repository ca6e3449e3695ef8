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
import { namedIn, namesSeen } from '../../facts/names';
import { Inputs } from '../../ground/inputs';
import { cutNotices, endsUnknown, incomplete } from '../../judging/listNotices';
import { untimedRows } from '../../judging/readingNotices';
import { runKnown, type Shown } from '../../present/reader';
import { type Scope } from '../../table/links';
import { timeFrame } from '../../table/runner';
import { isFilled } from '../../ground/shapes';
import { type Alert } from '../../service/alerts';
import { isGone } from '../../ground/failure';
import { type RowFilter, storedFilters, unusedFilters } from '../../table/filters';
import { idsFor, type IsId, isNamed, readNames, searchesOfEvents } from '../../table/searches';
import { selected } from '../../table/selection';
import { eventLogs, eventRows, eventTable } from './eventTable';
import { statesFrame } from './states';

/**
 * The events of alerts, a single event, or the events of alerts that were active in the time range (interface: GET
 * alerts/{alertId}/events and .../events/{sequenceNumber}), as table, log lines, or states.
 */
export const runAlertEvents = runKnown((query: AlertEventsQuery, scope) => {
  const prepared = prepare(query, scope);
  const idsOf = idsFor(query, scope);
  return (reader) => {
    const isId = idsOf(reader);
    const read = isId && (prepared.ids.given ? ofAlerts(reader, prepared) : ofRange(reader, isId, prepared));
    if (!read) {
      return null;
    }
    namesSeen(scope.context).add(namedIn(read.events));
    return () => shownOf(read, prepared);
  };
});

runAlertEvents.withoutRows = ({ format, changes }, { context, place }) => {
  if (format === 'states') {
    return timeFrame();
  }
  const courses = new Courses(context);
  const rows = eventRows([], { place, courses, alerts: [], filters: [], changes });
  return format === 'logs' ? eventLogs(rows, changes, new Map(), courses) : eventTable(rows);
};

type PreparedEvents = ReturnType<typeof prepare>;

/** A query's fields with replaced variables. */
function prepare(query: AlertEventsQuery, scope: Scope) {
  const inputs = new Inputs(scope.request, scope.context, ALERT_EVENTS);
  const ids = inputs.all(query.alertId);
  const { names, filters: ofNames } = readNames(query, inputs);
  const isSingle = ids.given && query.format !== 'states' && isFilled(query.sequence);
  const sequence = isSingle ? inputs.one(query.sequence, 'sequence') : '';
  inputs.refuseEmpty({
    alertId: ids,
    // Events of selected alerts are not filtered by names.
    names: { ...names, given: names.given && !ids.given },
    sequence: { given: isSingle, values: sequence === '' ? [] : [sequence] },
  });
  return {
    ...scope,
    query,
    inputs,
    ids,
    filters: storedFilters(query),
    /** The query's names as filters. */
    ofNames,
    isSingle,
    sequence,
    limit: inputs.limit(query.limit),
  };
}

/** What was read, and the filters to compare its events with. */
interface EventsFound extends EventsRead {
  filters: readonly RowFilter[];
}

/** Whether a filter applies to alerts. States have no rows to compare with a text. */
function selectsAlerts(filter: RowFilter, { format }: AlertEventsQuery): boolean {
  return isNamed(filter) || (format === 'states' && filter.key === 'text');
}

/** The events of the alerts of the range. Null while more can arrive. */
function ofRange(
  reader: Reader,
  isId: IsId,
  { query, inputs, filters, ofNames, context, range, moment }: PreparedEvents
): EventsFound | null {
  const { combinations, compared, rest, notices } = searchesOfEvents(query, inputs, [...filters, ...ofNames], isId);
  const active = activeAlerts(reader, { context, range }, combinations);
  const onAlerts = compared.filter((one) => selectsAlerts(one, query));
  const found = active && selected(reader, active, onAlerts, { context, moment });
  const read = found && eventsOfSevere(reader, context, found);
  return read && { ...read, filters: rest, notices: [...notices, ...read.notices] };
}

/** The events of the query's alerts. Null while more can arrive. */
function ofAlerts(reader: Reader, prepared: PreparedEvents): EventsFound | null {
  const { query, ids, isSingle, sequence, context, filters, ofNames } = prepared;
  const read = isSingle
    ? singleEvents(reader, context, ids.values, sequence)
    : eventsOfAlerts(reader, context, ids.values);
  const whole = read && query.format === 'states' ? withRows(reader, read, prepared) : read;
  if (!whole) {
    return null;
  }
  // Lists of events are courses. A single event is not.
  const single = whole.events.map(({ alertId, impact }) => ({ id: alertId, impact, lastSeenAt: null }));
  const courses = isSingle ? readCourses(reader, context, single).courses : whole.courses;
  return { ...whole, courses, filters, notices: [...ids.notices, ...unusedFilters(ofNames), ...whole.notices] };
}

/** Adds the rows of alerts that do not end with an event of theirs: they may have ended without one. */
function withRows(reader: Reader, read: EventsRead, { context, range: { to }, moment }: Scope): EventsRead | null {
  const newest = new Map(read.events.map((event) => [event.alertId, event]));
  const unclear = [...newest.values()].filter((event) => !isEnd(event) && (event.time ?? -Infinity) <= to);
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

function shownOf(read: EventsFound, { query, ids, range, place, limit, moment }: PreparedEvents): Shown {
  const { events, alerts, courses, total, notices, failures, filters } = read;
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
  const until = ids.given ? undefined : moment;
  const rows = eventRows(inOrder, { place, courses, alerts, moment: until, filters, changes: query.changes, limit });
  // Unread events may pass filters or not.
  const all = ids.given && filters.length === 0 ? Math.max(total, rows.passed) : rows.passed;
  const cut = rows.passed > limit ? cutNotices(limit, all) : [];
  const frame =
    query.format === 'logs' ? eventLogs(rows, query.changes, earlierChanges(events), courses) : eventTable(rows);
  return { frames: [frame], notices: [...notices, ...cut, ...rows.notices, ...untimed], failures };
}
