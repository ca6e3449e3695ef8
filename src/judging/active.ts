import { isNull, omitBy, pick } from 'lodash';
import { type AlertFilter } from '../facts/alertBook';
import { eventsUntil } from '../facts/history';
import { type KnownAlerts } from '../facts/knownAlerts';
import { bySeverity } from '../facts/order';
import { alertOfEvents, meets } from '../facts/span';
import { type Alert, type AlertEvent } from '../service/alerts';
import { type Paged } from '../service/paging';
import { type Span } from '../ground/spans';
import { hasImpact, namesMetric, passesByState } from './alertFilter';

/** The alerts that were active in a range. */
export interface Active {
  /** Most severe first, each ID once. */
  alerts: ActiveAlert[];
  /** The rows of the alert lists at the start and at the end of the range, with their metrics. */
  lists: Alert[];
  /** The number of alerts that ended in the range at an unknown time. */
  unknownEnds: number;
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

type Histories = Pick<KnownAlerts, 'historyOf' | 'knownEvents'>;

/** The alerts of a range. */
interface Found {
  alerts: Alert[];
  /** Alerts that the search did not find. */
  listed: ReadonlySet<Alert>;
  /** Of these, those that have ended: their last state is only in their events. */
  ended: Alert[];
}

/** The alerts in a search and in lists. An alert that is not in the list at the end has ended. */
export function findActive({ start, search, end }: ActiveSources, { filter }: ActiveRange): Found {
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
  // The search has the newest rows.
  const alerts = uniqueAlerts(inLists, rows).map((alert) => (hasEnded(alert) ? { ...alert, active: false } : alert));
  const listed = alerts.filter(({ id }) => !found.has(id));
  return { alerts, listed: new Set(listed), ended: listed.filter(({ active }) => active === false) };
}

/** The same, with the ends of alerts according to their events. */
export function activeOf(
  { alerts, listed, ended }: Found,
  sources: ActiveSources,
  { range, moment, isFuture, filter }: ActiveRange,
  book: Histories
): Active {
  // A row at the start that was seen later shows the end, too.
  const shownEndOf = ({ id, lastSeenAt }: Alert) =>
    book.historyOf(id)?.ended ?? (lastSeenAt !== null && lastSeenAt > range.from ? lastSeenAt : null);
  const endedOf = (alert: Alert): Alert => {
    const events = book.knownEvents(alert.id) ?? [];
    return { ...stateAfter(alert, eventsUntil(events, moment ?? Infinity)), lastSeenAt: shownEndOf(alert) };
  };
  const passed = alerts.flatMap((alert) => {
    const row = ended.includes(alert) ? endedOf(alert) : alert;
    return !listed.has(alert) || passesByState(row, filter) ? [row] : [];
  });
  const then = moment === undefined ? passed : alertsAt(passed, moment, sources.end);
  const ids = new Set(passed.map(({ id }) => id));
  const endless = ended.filter((alert) => ids.has(alert.id) && shownEndOf(alert) === null);
  // An alert that is active now has not been active in a range that has not begun.
  const shown = isFuture ? [] : then.filter((alert) => meets(alert, range)).sort(bySeverity);
  return {
    alerts: shown,
    lists: [...(sources.start?.rows ?? []), ...(sources.end?.rows ?? [])],
    unknownEnds: endless.length,
  };
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
