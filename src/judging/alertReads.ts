import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { partition } from 'lodash';
import { type ActiveAlert, uniqueAlerts } from './active';
import { type AlertBook, type AlertFilter } from '../facts/alertBook';
import { bySeverity } from '../facts/order';
import { type Alert, type AlertEvent } from '../service/alerts';
import { type Paged } from '../service/paging';
import { isGone } from '../ground/failure';
import { type Span } from '../ground/spans';
import { type Each, eachKnown } from '../facts/eachKnown';
import { type Reader } from '../facts/follow';
import { cutNotices, incomplete, notFound, pagingNotices, unknownAlert } from './listNotices';
import { info, warn } from '../ground/notices';
import { activeIn, type ActiveOptions, type ActiveRead } from './activeEntries';
import { eventsOf, singleEvent } from './alertEntries';

/** The alerts of several searches, in the form for queries. */
export interface ActiveAlerts {
  /** Most severe first, each ID once. */
  alerts: ActiveAlert[];
  notices: QueryResultMetaNotice[];
  /** Why some of the searches returned nothing. */
  failures: unknown[];
  /** Whether these are all. */
  isWhole: boolean;
}

/**
 * The alerts that were active in a range, with one search for each filter, once all are read. If one fails, the others
 * stay.
 */
export function activeAlerts(
  reader: Reader,
  { book, range }: { book: AlertBook; range: Span },
  searches: readonly AlertFilter[],
  options?: ActiveOptions
): ActiveAlerts | null {
  const each = eachKnown(reader, searches, (filter) => activeIn(book, range, filter, options));
  return (
    each && {
      alerts: uniqueAlerts(...each.read.map(({ result }) => result.alerts)).sort(bySeverity),
      notices: each.read.flatMap(({ result }) => activeNotices(result)),
      failures: each.failures,
      isWhole: each.isWhole,
    }
  );
}

/** Notices about what is missing in the alerts of a range. */
export function activeNotices({ sources, missing, unknownEnds }: ActiveRead): QueryResultMetaNotice[] {
  const failures = [missing.start, missing.end].filter((failure) => failure !== undefined);
  return [...sources.flatMap(pagingNotices), ...failures.map(incomplete), ...endsUnknown(unknownEnds)];
}

export function endsUnknown(count: number): QueryResultMetaNotice[] {
  if (count === 0) {
    return [];
  }
  const text = t('answer.unknown-ends', 'Incomplete: the ends of {{count}} alerts are unknown.', {
    count,
    defaultValue_one: 'Incomplete: the end of one alert is unknown.',
  });
  return [warn(text)];
}

/** The maximum of alerts whose events are read, the most severe first. */
const MOST_ALERTS = 50;

/** The events of several alerts, in the form for queries. */
export interface EventsRead {
  /** In the order of each alert's list, with changes. */
  events: readonly AlertEvent[];
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

/** The alerts of a range whose events are read: the most severe ones. */
function severestOf(alerts: readonly Alert[]): Alert[] {
  return alerts.filter(({ id }) => id !== '').slice(0, MOST_ALERTS);
}

/** @param found the alerts of the range @param alerts those whose events were read */
function eventsIn(found: AlertsIn, alerts: readonly Alert[], read: EventsRead): EventsRead {
  const total = found.alerts.filter(({ id }) => id !== '').length;
  return {
    ...read,
    alerts,
    selection: found.selection,
    notices: [...cutNotices(alerts.length, total, 'most severe', false), ...found.notices, ...read.notices],
    failures: [...found.failures, ...read.failures],
  };
}

type AlertsIn = Pick<EventsRead, 'alerts' | 'notices' | 'failures' | 'selection'>;

function joinedEvents(
  { read, failed }: Each<string, Paged<AlertEvent>>,
  unknown: (alertId: string) => QueryResultMetaNotice
): EventsRead {
  const { notices, failures } = sortFailures(failed, unknown);
  return {
    events: read.flatMap(({ result }) => result.rows),
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

function unknownEvent(id: string, sequence: string, at: number, timeZone?: string): QueryResultMetaNotice {
  return info(
    notFound(
      `${t('label.alert', 'Alert')} ${id}, ${t('alerts.events-editor.sequence', 'Event number')} ${sequence}`,
      at,
      timeZone
    )
  );
}

/**
 * The events of alerts, once all are read. Null before. An unknown alert has a notice. If one fails, the others stay.
 *
 * @param now when they are requested, for the notice; epoch milliseconds
 */
export function eventsOfAlerts(
  reader: Reader,
  book: AlertBook,
  alertIds: readonly string[],
  now: number
): EventsRead | null {
  const each = eachKnown(reader, alertIds, (id) => eventsOf(book, id));
  return each && joinedEvents(each, (id) => unknownAlert(id, now, book.timeZone));
}

/** The events of the most severe of these alerts. */
export function eventsOfSevere(reader: Reader, book: AlertBook, found: AlertsIn, now: number): EventsRead | null {
  const alerts = severestOf(found.alerts);
  const ids = alerts.map(({ id }) => id);
  const read = eventsOfAlerts(reader, book, ids, now);
  return read && eventsIn(found, alerts, read);
}

/** The event with this sequence from each alert. */
export function singleEvents(
  { reader, book }: { reader: Reader; book: AlertBook },
  alertIds: readonly string[],
  sequence: string,
  now: number
): EventsRead | null {
  const each = eachKnown(reader, alertIds, (id) => singleEvent(book, id, sequence));
  return each && joinedEvents(each, (id) => unknownEvent(id, sequence, now, book.timeZone));
}
