import { type AlertFilter } from '../alertbook/alertBook';
import { type KnownAlerts } from '../alertbook/knownAlerts';
import { type Alert } from '../service/alerts';
import { type Paged } from '../service/paging';
import { namesMetric, passes, passesByState } from './alertFilter';

/** The alerts that were active at a moment; null if they could not be read. */
type ListAt = Paged<Alert> | null;

/**
 * Alerts in their state at a past moment. An alert in the list of that moment has that row. Any other had ended. If the
 * list is incomplete, the state of an alert that is missing in it and was seen later is unknown.
 *
 * @param alerts as any later list or search shows them
 * @param list the alerts that were active at the moment; null if it could not be read
 */
export function alertsAt(alerts: readonly Alert[], moment: number, list: ListAt): Alert[] {
  const byId = rowsOf(list);
  return alerts.map((alert) => {
    const then = alert.id === '' ? undefined : byId.get(alert.id);
    if (then) {
      return { ...activeAt(then, moment), firstSeenAt: then.firstSeenAt ?? alert.firstSeenAt };
    }
    const { active, lastSeenAt } = alert;
    if (active !== true && lastSeenAt !== null && lastSeenAt <= moment) {
      return alert;
    }
    return list?.isWhole && alert.id !== ''
      ? { ...alert, active: false, lastSeenAt: cut(lastSeenAt, moment) }
      : unknown(alert);
  });
}

/** Searches can also find later alerts: the interface doesn't define what `from` and `to` select. */
export function hasBegun({ firstSeenAt }: Alert, moment: number): boolean {
  return firstSeenAt === null || firstSeenAt <= moment;
}

/** A row in the list of a moment. If it shows a later end, the alert was still active. */
export function activeAt(alert: Alert, moment: number): Alert {
  const { active, lastSeenAt } = alert;
  const isLater = lastSeenAt !== null && lastSeenAt > moment;
  return { ...alert, active: active === false && isLater ? true : active, lastSeenAt: cut(lastSeenAt, moment) };
}

function cut(time: number | null, moment: number): number | null {
  return time === null ? null : Math.min(time, moment);
}

/** The service's data about it is from a later moment. */
function unknown(alert: Alert): Alert {
  return {
    ...alert,
    impact: null,
    active: null,
    lastSeenAt: null,
    activeNodes: null,
    activeMetrics: null,
    score: null,
    learningStatus: null,
    metrics: null,
  };
}

/** The filter to send for a past range. The service compares impact and score with current values, so these are omitted. */
export function sentFor(filter: AlertFilter): AlertFilter {
  return filter.q ? { ...filter, impact: undefined, minScore: undefined } : filter;
}

/**
 * Alerts found by a metric that are missing in the list of the moment: the metric may have joined them later, according to
 * their histories.
 */
export function unsureOf(found: readonly Alert[], list: ListAt, filter: AlertFilter): Alert[] {
  const byId = rowsOf(list);
  return found.filter(({ id }) => byId.has(id) && !namesMetric(byId.get(id)?.metrics ?? [], filter));
}

/** The number of shown alerts with unknown histories, of the unsure ones: they may only have had the metric later. */
export function unjudgedOf(
  shown: readonly Alert[],
  { unsure, moment, book }: Pick<Moment, 'moment' | 'book'> & { unsure: readonly Alert[] }
): number {
  const unknown = new Set(unsure.map(({ id }) => id).filter((id) => book.historyAsOf(id, moment) === null));
  return shown.filter(({ id }) => unknown.has(id)).length;
}

function rowsOf(list: ListAt): Map<string, Alert> {
  return new Map(list?.rows.map((alert) => [alert.id, alert]));
}

interface Moment {
  moment: number;
  list: ListAt;
  filter: AlertFilter;
  book: Pick<KnownAlerts, 'historyAsOf'>;
}

/** The alerts in current searches that passed the filter at the moment, in their state then. */
export function foundAt(alerts: readonly Alert[], { moment, list, filter, book }: Moment): Alert[] {
  const listed = new Set(list?.rows.map(({ id }) => id));
  const hadMetric = ({ id, metrics }: Alert) => {
    const history = book.historyAsOf(id, moment);
    return namesMetric(metrics ?? [], filter) || history === null || namesMetric(history.metrics, filter);
  };
  // For an alert with an unknown state, only its current state can be compared.
  const isKnown = ({ id }: Alert) => list?.isWhole === true || listed.has(id);
  const possible = alerts.filter(
    (alert) => (listed.has(alert.id) || hasBegun(alert, moment)) && (isKnown(alert) || passesByState(alert, filter))
  );
  return alertsAt(possible, moment, list).filter(
    (alert) => !isKnown(alert) || (passesByState(alert, filter) && (!listed.has(alert.id) || hadMetric(alert)))
  );
}

/**
 * The alerts in the moment's list that a current search misses: they began before the range, or only had the impact, the
 * score, or the metric then. Only the service knows what `q` matches.
 */
export function missedAt(found: readonly Alert[], list: ListAt, filter: AlertFilter): Alert[] {
  if (filter.q) {
    return [];
  }
  const isFound = new Set(found.map(({ id }) => id));
  return (list?.rows ?? []).filter((alert) => !isFound.has(alert.id) && passes(alert, filter));
}
