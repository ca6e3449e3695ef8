import { type QueryResultMetaNotice } from '@grafana/data';
import { compact, isNull, omitBy, pick } from 'lodash';
import {
  type AlertFilter,
  alertList,
  alertSearch,
  hasImpact,
  listAtStart,
  namesMetric,
  passesByState,
  type SearchTime,
} from '../facts/alerts';
import { type Courses, DECIDING, readCourses, withPatience } from '../facts/courses';
import { conclusionOf, eachKnown, type Fact, type Reader, whole } from '../facts/reader';
import { type ReadContext } from '../facts/facts';
import { eventsUntil } from '../facts/history';
import { endsUnknown, incomplete, pagingNotices } from './listNotices';
import { bySeverity } from '../facts/order';
import { alertOfEvents, meets } from '../facts/span';
import { type Alert, type AlertEvent } from '../service/alerts';
import { type ServiceFailure } from '../ground/failure';
import { type Paged } from '../service/paging';
import { momentOfEnd, type Span } from '../ground/spans';

/** The alerts that were active in a range, as far as they could be read. */
export interface Active {
  /** Most severe first, each ID once. */
  alerts: ActiveAlert[];
  /** The number of alerts that ended in the range at an unknown time. */
  unknownEnds: number;
  /** The search, and the lists at the start and at the end of the range, as far as they could be read. */
  sources: Array<Paged<Alert>>;
  /** Whether these are all alerts: the search and both lists were read, and are complete. */
  isWhole: boolean;
  /** Why the search, or the alert list at the start or at the end of the range, could not be read. */
  missing: { search?: ServiceFailure; start?: ServiceFailure; end?: ServiceFailure };
}

export interface ActiveOptions {
  /** Whether events are read for ends that no list shows. Otherwise, these alerts are open. */
  waits?: boolean;
  /** Whether the alerts in the lists are sufficient if the search fails. */
  orListed?: boolean;
}

export interface ActiveAlert extends Alert {
  /** When it is known to be active, in epoch milliseconds, if that is not now. */
  activeAt?: number;
}

/** The search of a range, and the alert lists at its start and end. Null if it could not be read. */
interface ActiveSources {
  start: Paged<Alert> | null;
  search: Paged<Alert> | null;
  end: Paged<Alert> | null;
}

interface ActiveRange {
  range: Span;
  /** The end of a past range. */
  moment: number | undefined;
  /** Whether it begins after now. */
  isFuture: boolean;
  filter: AlertFilter;
}

/** The alerts of a range. */
interface Found {
  alerts: Alert[];
  /** Alerts that the search did not find. */
  listed: ReadonlySet<Alert>;
  /** Of these, those that have ended: their last state is only in their events. */
  ended: Alert[];
}

/**
 * The alerts that were active in a range: from the search with `from` and `to` (the interface doesn't define what these
 * select: possibly only alerts that began in the range), and from the alert lists at its start and end. An alert that is
 * not in the list at the end has ended. Its events show when, and its last state. Otherwise, its end is unknown.
 *
 * The lists have no filters, so node, metric, impact, and score are compared here, with their values at the end. A metric
 * that has joined and left between the lists is not known if the search misses its alert: a search from the alert's start
 * would find it, but also cost a request where it finds nothing new. Only the service knows what `q` matches: with a `q`, a
 * search at the start replaces the lists. Fails if the search fails, unless the lists are sufficient.
 */
export function activeIn(
  reader: Reader,
  { context, range }: { context: ReadContext; range: Span },
  filter: AlertFilter = {},
  { waits = true, orListed = false }: ActiveOptions = {}
): Fact<Active> {
  const now = context.now();
  const moment = momentOfEnd(range.to, now);
  const atStart = filter.q
    ? // The service would compare impact and score with those at the start.
      alertSearch(withPatience(context), { at: range.from }, { ...filter, impact: undefined, minScore: undefined })
    : listAtStart(context, range);
  const [start, search, end] = [atStart, alertSearch(context, range, filter), alertList(context, moment)].map((entry) =>
    reader.read(entry)
  );
  const conclude = (): Active | null => {
    if ([start, search, end].some(({ isFetching }) => isFetching)) {
      return null;
    }
    if (search.error !== undefined && !orListed) {
      throw search.error;
    }
    const sources = { start: start.data ?? null, search: search.data ?? null, end: end.data ?? null };
    const found = findActive(sources, filter);
    const { courses, isFetching } = readCourses(reader, context, waits ? found.ended : [], { ...DECIDING, moment });
    if (isFetching) {
      return null;
    }
    const active = activeOf(found, sources, { range, moment, isFuture: range.from > now, filter }, courses);
    return {
      alerts: active.alerts,
      unknownEnds: waits ? active.unknownEnds : 0,
      sources: compact([sources.search, sources.start, sources.end]),
      isWhole: [start, search, end].every(({ isWhole }) => isWhole),
      missing: { search: failureOf(search), start: failureOf(start), end: failureOf(end) },
    };
  };
  return conclusionOf(conclude, ({ isWhole }) => isWhole);
}

function failureOf({ error }: { error: unknown }): ServiceFailure | undefined {
  return error as ServiceFailure | undefined;
}

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
  scope: { context: ReadContext; range: Span },
  searches: readonly AlertFilter[],
  options?: ActiveOptions
): ActiveAlerts | null {
  const each = eachKnown(searches, (filter) => activeIn(reader, scope, filter, options));
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
export function activeNotices({ sources, missing, unknownEnds }: Active): QueryResultMetaNotice[] {
  const failures = [missing.start, missing.end].filter((failure) => failure !== undefined);
  return [...sources.flatMap(pagingNotices), ...failures.map(incomplete), ...endsUnknown(unknownEnds)];
}

/** A search, in its rows' state at the moment of the answer. */
interface FoundAt {
  alerts: Alert[];
  /** As the service returned them. */
  searched: Paged<Alert>;
  /** The alerts that were active then; null if they could not be read. Undefined if the answer is about now. */
  list?: Paged<Alert> | null;
  failure?: unknown;
}

/** A search, as of a past moment if there is one: the service returns its rows in their current state. */
export function alertSearchAt(
  reader: Reader,
  { context, time, moment }: { context: ReadContext; time: SearchTime; moment: number | undefined },
  filter: AlertFilter
): Fact<FoundAt> {
  const search = alertSearch(context, time, filter);
  const conclude = (): FoundAt | null => {
    const searched = whole(reader, search);
    const passed = searched?.rows.filter((alert) => hasImpact(alert, filter)) ?? [];
    if (moment === undefined) {
      return searched && { alerts: passed, searched };
    }
    const { data: list = null, error: failure, isFetching } = reader.read(alertList(context, moment));
    return searched && !isFetching ? { alerts: alertsAt(passed, moment, list), searched, list, failure } : null;
  };
  return conclusionOf(
    conclude,
    ({ searched, list }) => searched.isWhole && (list === undefined || list?.isWhole === true)
  );
}

/** The alerts in a search and in lists. An alert that is not in the list at the end has ended. */
function findActive({ start, search, end }: ActiveSources, filter: AlertFilter): Found {
  const rows = (search?.rows ?? []).filter((alert) => hasImpact(alert, filter));
  const found = new Set(rows.map(({ id }) => id));
  const [atStart, atEnd] = [start?.rows ?? [], end?.rows ?? []];
  const still = new Set(atEnd.map(({ id }) => id));
  const began = new Set(atStart.map(({ id }) => id));
  // Only the service knows what `q` matches.
  const inLists = filter.q
    ? uniqueAlerts(
        atStart,
        atEnd.filter(({ id }) => began.has(id))
      )
    : uniqueAlerts(atStart, atEnd).filter(({ metrics }) => namesMetric(metrics ?? [], filter));
  const hasEnded = ({ id, active }: Alert) =>
    active === true && end?.isWhole === true && id !== '' && !still.has(id) && !found.has(id);
  // The search has the newest rows, but no metrics.
  const metrics = new Map(
    [...atStart, ...atEnd].flatMap((alert) => (alert.metrics?.length ? [[alert.id, alert.metrics]] : []))
  );
  const alerts = uniqueAlerts(inLists, rows).map((alert) => ({
    ...alert,
    active: hasEnded(alert) ? false : alert.active,
    metrics: alert.metrics?.length ? alert.metrics : (metrics.get(alert.id) ?? null),
  }));
  const listed = alerts.filter(({ id }) => !found.has(id));
  return { alerts, listed: new Set(listed), ended: listed.filter(({ active }) => active === false) };
}

/** The same, with the ends of alerts according to their events. */
function activeOf(
  { alerts, listed, ended }: Found,
  { end }: ActiveSources,
  { range, moment, isFuture, filter }: ActiveRange,
  courses: Courses
): Pick<Active, 'alerts' | 'unknownEnds'> {
  // A row at the start that was seen later shows the end, too.
  const shownEndOf = ({ id, lastSeenAt }: Alert) =>
    courses.of(id)?.ended ?? (lastSeenAt !== null && lastSeenAt > range.from ? lastSeenAt : null);
  const endedOf = (alert: Alert): Alert => {
    const events = courses.of(alert.id)?.events ?? [];
    return { ...stateAfter(alert, eventsUntil(events, moment ?? Infinity)), lastSeenAt: shownEndOf(alert) };
  };
  const passed = alerts.flatMap((alert) => {
    const row = ended.includes(alert) ? endedOf(alert) : alert;
    return !listed.has(alert) || passesByState(row, filter) ? [row] : [];
  });
  const then = moment === undefined ? passed : alertsAt(passed, moment, end);
  const ids = new Set(passed.map(({ id }) => id));
  const endless = ended.filter((alert) => ids.has(alert.id) && shownEndOf(alert) === null);
  // An alert that is active now has not been active in a range that has not begun.
  const shown = isFuture ? [] : then.filter((alert) => meets(alert, range)).sort(bySeverity);
  return { alerts: shown, unknownEnds: endless.length };
}

/**
 * Alerts in their state at a past moment: an alert in the list of that moment has that row, and every other had ended.
 * Without a complete list, `active` of those that may be missing in it is unknown.
 *
 * @param alerts as any later list or search shows them
 * @param list the alerts that were active at the moment; null if it could not be read
 */
export function alertsAt(alerts: readonly Alert[], moment: number, list: Paged<Alert> | null): ActiveAlert[] {
  const byId = new Map(list?.rows.map((alert) => [alert.id, alert]));
  // Searches can also find later alerts: the interface doesn't define what `from` and `to` select.
  const begun = alerts.filter(({ firstSeenAt }) => firstSeenAt === null || firstSeenAt <= moment);
  return begun.map((alert) => {
    const then = alert.id === '' ? undefined : byId.get(alert.id);
    if (then) {
      return { ...activeAt(then, moment), firstSeenAt: then.firstSeenAt ?? alert.firstSeenAt };
    }
    const { active, lastSeenAt } = alert;
    const hadEnded = active === false && lastSeenAt !== null && lastSeenAt <= moment;
    const isSure = hadEnded || (list?.isWhole === true && alert.id !== '');
    return { ...alert, active: isSure ? false : null, lastSeenAt: cut(lastSeenAt, moment) };
  });
}

/** A row in the list of a moment. If it shows a later end, the alert was still active. */
export function activeAt(alert: Alert, moment: number): ActiveAlert {
  const { active, lastSeenAt } = alert;
  const isLater = lastSeenAt !== null && lastSeenAt > moment;
  const then = { ...alert, active: active === false && isLater ? true : active, lastSeenAt: cut(lastSeenAt, moment) };
  return then.active ? { ...then, activeAt: moment } : then;
}

function cut(time: number | null, moment: number): number | null {
  return time === null ? null : Math.min(time, moment);
}

/** The fields of an alert that its events show, too. */
const STATE = ['impact', 'activeNodes', 'activeMetrics', 'score', 'learningStatus'] as const;

/** An alert in the state after these events. */
function stateAfter(alert: Alert, events: readonly AlertEvent[]): Alert {
  return { ...alert, ...omitBy(pick(alertOfEvents(alert.id, events), STATE), isNull) };
}

/** Each ID once, with the last row. Alerts without an ID can't be distinguished, so all stay. */
export function uniqueAlerts(...lists: ReadonlyArray<readonly Alert[]>): Alert[] {
  const alerts = new Map<string, Alert>();
  lists.flat().forEach((alert, i) => alerts.set(alert.id === '' ? `\u0000${i}` : alert.id, alert));
  return [...alerts.values()];
}
