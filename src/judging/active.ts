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
import { conclusionOf, eachKnown, type Fact, type Reader, whole, wholeOf } from '../facts/reader';
import { type ReadContext } from '../facts/facts';
import { eventsUntil, alertOfEvents, meets } from '../facts/history';
import { endsUnknown, incomplete, pagingNotices } from './listNotices';
import { bySeverity } from '../facts/order';
import { type Alert, type AlertEvent } from '../service/alerts';
import { type Paged } from '../service/paging';
import { momentOfEnd, type Span } from '../ground/spans';

export interface ActiveAlert extends Alert {
  /** When it is known to be active, in epoch milliseconds, if that is not now. */
  activeAt?: number;
}

/** The alerts in the search of a range, and in the lists at its ends. */
interface Found {
  alerts: Alert[];
  /** Alerts that the search did not find. */
  listed: ReadonlySet<Alert>;
  /** Of these, those that have ended: their last state is only in their events. */
  ended: ReadonlySet<Alert>;
}

/** The alerts that were active in a range, as far as they could be read. */
interface Active {
  /** Most severe first, each ID once. */
  alerts: ActiveAlert[];
  /** What is missing in them. */
  notices: QueryResultMetaNotice[];
  /** Whether these are all alerts: the search and both lists were read, and are complete. */
  isWhole: boolean;
}

/**
 * The alerts that were active in a range, from three sources: the search, and the lists at its start and end. Fails if the
 * search does.
 *
 * @param waits whether events are read for ends that no list shows. Otherwise, these alerts are open
 */
export function activeIn(
  reader: Reader,
  { context, range }: { context: ReadContext; range: Span },
  filter: AlertFilter = {},
  waits = true
): Fact<Active> {
  const now = context.now();
  const moment = momentOfEnd(range.to, now);
  const atStart = filter.q
    ? // The service would compare impact and score with those at the start.
      alertSearch(withPatience(context), { at: range.from }, { ...filter, impact: undefined, minScore: undefined })
    : listAtStart(context, range);
  const sources = [alertSearch(context, range, filter), atStart, alertList(context, moment)].map((entry) =>
    reader.read(entry)
  );
  const [search, start, end] = sources;
  const conclude = (): Active | null => {
    const searched = wholeOf(search);
    if (!searched || start.isFetching || end.isFetching) {
      return null;
    }
    const found = findActive(searched.rows, { start: start.data, end: end.data }, filter);
    const ended = waits ? [...found.ended] : [];
    const { courses, isFetching } = readCourses(reader, context, ended, { ...DECIDING, moment });
    if (isFetching) {
      return null;
    }
    const { alerts, endless } = lastStates(found, courses, { range, moment, filter });
    const then = moment === undefined ? alerts : alertsAt(alerts, moment, end.data ?? null);
    // The clock of the service may be ahead: what it lists as active has begun.
    const hasBegun = ({ id, firstSeenAt }: Alert) =>
      Number(firstSeenAt) > now && end.data?.rows.some((row) => row.id === id);
    const isIn = (alert: Alert) => meets(alert, range) || hasBegun(alert);
    return {
      // An alert that is active now has not been active in a range that has not begun.
      alerts: range.from > now ? [] : then.filter(isIn).sort(bySeverity),
      notices: [
        ...sources.flatMap(({ data }) => pagingNotices(data)),
        ...compact([start.error, end.error]).map(incomplete),
        ...endsUnknown(waits ? endless : 0),
      ],
      isWhole: sources.every((source) => source.isWhole),
    };
  };
  return conclusionOf(conclude, ({ isWhole }) => isWhole);
}

/** The alerts that pass the filter in the last state that lists or events show, and how many ended at an unknown time. */
function lastStates(
  { alerts, listed, ended }: Found,
  courses: Courses,
  { range, moment = Infinity, filter }: { range: Span; moment: number | undefined; filter: AlertFilter }
): { alerts: Alert[]; endless: number } {
  // A row at the start that was seen later shows the end, too.
  const endOf = ({ id, lastSeenAt }: Alert) =>
    courses.of(id)?.ended ?? (lastSeenAt !== null && lastSeenAt > range.from ? lastSeenAt : null);
  const rows = alerts.flatMap((alert) => {
    const events = courses.of(alert.id)?.events ?? [];
    const hasEnded = ended.has(alert);
    const row = hasEnded ? { ...stateAfter(alert, eventsUntil(events, moment)), lastSeenAt: endOf(alert) } : alert;
    return !listed.has(alert) || passesByState(row, filter)
      ? [{ row, isEndless: hasEnded && row.lastSeenAt === null }]
      : [];
  });
  return { alerts: rows.map(({ row }) => row), endless: rows.filter(({ isEndless }) => isEndless).length };
}

/** The alerts of several searches, in the form for queries. */
export interface ActiveAlerts extends Active {
  /** Why some of the searches returned nothing. */
  failures: unknown[];
}

/**
 * The alerts that were active in a range, with one search for each filter, once all are read. If one fails, the others
 * stay.
 */
export function activeAlerts(
  reader: Reader,
  scope: { context: ReadContext; range: Span },
  searches: readonly AlertFilter[],
  waits = true
): ActiveAlerts | null {
  const each = eachKnown(searches, (filter) => activeIn(reader, scope, filter, waits));
  return (
    each && {
      alerts: uniqueAlerts(...each.read.map(({ result }) => result.alerts)).sort(bySeverity),
      notices: each.read.flatMap(({ result }) => result.notices),
      failures: each.failures,
      isWhole: each.isWhole,
    }
  );
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
function findActive(
  searched: readonly Alert[],
  { start, end }: { start: Paged<Alert> | undefined; end: Paged<Alert> | undefined },
  filter: AlertFilter
): Found {
  const rows = searched.filter((alert) => hasImpact(alert, filter));
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
  return { alerts, listed: new Set(listed), ended: new Set(listed.filter(({ active }) => active === false)) };
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
