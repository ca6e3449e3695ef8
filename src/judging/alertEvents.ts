import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { partition } from 'lodash';
import { singleEvent } from '../facts/alerts';
import { eventsOf } from '../facts/timeline';
import { type Course, Courses } from '../facts/courses';
import { type Each, eachKnown, type Fact, type Reader } from '../facts/reader';
import { type ReadContext } from '../facts/facts';
import { cutNotices, notFound, pagingNotices, unknownAlert } from './listNotices';
import { alertOfEvents } from '../facts/history';
import { type Alert, type AlertEvent } from '../service/alerts';
import { isGone } from '../ground/failure';
import { info } from '../ground/notices';
import { type Paged } from '../service/paging';

/** The maximum of alerts whose events are read, the most severe first. */
const MOST_ALERTS = 50;

/** The events of several alerts, in the form for queries. */
export interface EventsRead {
  /** In the order of each alert's list, with changes. */
  events: readonly AlertEvent[];
  /** What they show. */
  courses: Courses;
  /** The rows of their alerts, if a list or a search returned them. */
  alerts: readonly Alert[];
  /** The total number of events in the lists, including unread ones. */
  total: number;
  notices: QueryResultMetaNotice[];
  /** What filters on these alerts could not judge. */
  selection?: QueryResultMetaNotice[];
  /** Why some events are missing. */
  failures: unknown[];
}

type AlertsIn = Pick<EventsRead, 'alerts' | 'notices' | 'failures' | 'selection'>;

/** The events of the most severe of these alerts. */
export function eventsOfSevere(reader: Reader, context: ReadContext, found: AlertsIn): EventsRead | null {
  const known = found.alerts.filter(({ id }) => id !== '');
  const alerts = known.slice(0, MOST_ALERTS);
  const ids = alerts.map(({ id }) => id);
  const read = eventsOfAlerts(reader, context, ids);
  return (
    read && {
      ...read,
      alerts,
      selection: found.selection,
      notices: [...cutNotices(alerts.length, known.length, 'most severe', false), ...found.notices, ...read.notices],
      failures: [...found.failures, ...read.failures],
    }
  );
}

/** The events of alerts, once all are read. Null before. An unknown alert has a notice. If one fails, the others stay. */
export function eventsOfAlerts(reader: Reader, context: ReadContext, alertIds: readonly string[]): EventsRead | null {
  const each = eachKnown(alertIds, (id) => reader.read(eventsOf(context, id)));
  const courses =
    each && new Courses(context, new Map(each.read.map(({ value, result }) => [value, { data: result }])));
  return each && courses && joinedEvents(each, courses, (id) => unknownAlert(id, context.now(), context.timeZone));
}

/** What the events of these alerts show. @throws the first failure if nothing is known */
export function knownCourses({ courses, failures }: EventsRead, alertIds: readonly string[]): Course[] {
  const known = alertIds.flatMap((id) => courses.of(id) ?? []);
  if (known.length === 0 && failures.length > 0) {
    throw failures[0];
  }
  return known;
}

/** The event with this sequence from each alert. */
export function singleEvents(
  reader: Reader,
  context: ReadContext,
  alertIds: readonly string[],
  sequence: string
): EventsRead | null {
  const each = eachKnown(alertIds, (id) => reader.read(singleEvent(context, id, sequence)));
  const unknown = (id: string) => unknownEvent(id, sequence, context);
  return each && joinedEvents(each, new Courses(context), unknown);
}

function joinedEvents(
  { read, failed }: Each<string, Paged<AlertEvent>>,
  courses: Courses,
  unknown: (alertId: string) => QueryResultMetaNotice
): EventsRead {
  const { notices, failures } = sortFailures(failed, unknown);
  return {
    events: read.flatMap(({ result }) => result.rows),
    courses,
    alerts: [],
    total: read.reduce((sum, { result }) => sum + Math.max(result.total ?? 0, result.rows.length), 0),
    notices: [...notices, ...read.flatMap(({ result }) => pagingNotices(result))],
    failures,
  };
}

/** The failures of several alerts: what the service doesn't have is a notice, and the rest are errors. */
export function sortFailures(
  failed: Each<string, unknown>['failed'],
  unknown: (alertId: string) => QueryResultMetaNotice
): { notices: QueryResultMetaNotice[]; failures: unknown[] } {
  const [gone, others] = partition(failed, ({ failure }) => isGone(failure));
  return { notices: gone.map(({ value }) => unknown(value)), failures: others.map(({ failure }) => failure) };
}

function unknownEvent(id: string, sequence: string, { now, timeZone }: ReadContext): QueryResultMetaNotice {
  const what = `${t('label.alert', 'Alert')} ${id}, ${t('alerts.events-editor.sequence', 'Event number')} ${sequence}`;
  return info(notFound(what, now(), timeZone));
}

/**
 * The single alert. If it could not be read, what its events show, and why. If the service no longer has it, it has ended,
 * even if its last event was not read.
 */
export function currentAlert(id: string, { data, error }: Fact<Alert>, events: readonly AlertEvent[]) {
  const ofEvents = data ? null : alertOfEvents(id, events);
  const alert = ofEvents?.active && isGone(error) ? { ...ofEvents, active: false, lastSeenAt: null } : ofEvents;
  return { alert: data ?? alert, failures: error === undefined || isGone(error) ? [] : [error] };
}
