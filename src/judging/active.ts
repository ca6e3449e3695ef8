import { isNull, omitBy, pick } from 'lodash';
import { type AlertFilter } from '../alertbook/alertBook';
import { eventsUntil } from '../alertbook/history';
import { type KnownAlerts } from '../alertbook/knownAlerts';
import { bySeverity } from '../alertbook/order';
import { alertOfEvents, meets } from '../alertbook/span';
import { type Alert, type AlertEvent } from '../service/alerts';
import { type Paged } from '../service/paging';
import { type Span } from '../time/spans';
import { hasImpact, namesMetric, passesByState } from './alertFilter';
import { foundAt, unjudgedOf, unsureOf } from './atEnd';

/** The alerts that were active in a range. */
export interface Active {
  /** Most severe first, each ID once. */
  alerts: ActiveAlert[];
  /** The rows of the alert lists at the start and at the end of the range, with their metrics. */
  lists: Alert[];
  /** The number of alerts that ended in the range at an unknown time. */
  unknownEnds: number;
  /** The number of alerts that may only have had the metric of the filter later. */
  unjudged: number;
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

type Histories = Pick<KnownAlerts, 'historyOf' | 'historyAsOf' | 'knownEvents'>;

/** The alerts of a range. The histories of some can still change their rows. */
interface Found {
  alerts: ActiveAlert[];
  /** Alerts that the search did not find. */
  listed: ReadonlySet<ActiveAlert>;
  /** Of these, those that have ended: their last state is only in their events. */
  unclear: ActiveAlert[];
  /** Alerts found by a metric that may have joined them later. */
  unsure: Alert[];
}

/** The alerts in a search and in lists. An alert that is not in the list at the end has ended. */
export function findActive({ start, search, end }: ActiveSources, { filter, moment }: ActiveRange): Found {
  const searched = search?.rows ?? [];
  const rows = moment === undefined ? searched.filter((alert) => hasImpact(alert, filter)) : searched;
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
  const alerts = uniqueAlerts(inLists, rows).map((alert): ActiveAlert => {
    if (hasEnded(alert)) {
      return { ...alert, active: false };
    }
    return alert.active && !found.has(alert.id) ? { ...alert, activeAt: moment } : alert;
  });
  const listed = alerts.filter(({ id }) => !found.has(id));
  return {
    alerts,
    listed: new Set(listed),
    unclear: listed.filter(({ active }) => active === false),
    unsure: moment === undefined ? [] : unsureOf(rows, end, filter),
  };
}

/** The same, with the histories of unclear and unsure alerts. */
export function activeOf(
  { alerts, listed, unclear, unsure }: Found,
  sources: ActiveSources,
  { range, moment, isFuture, filter }: ActiveRange,
  book: Histories
): Active {
  // A row at the start that was seen later shows the end, too.
  const shownEndOf = ({ id, lastSeenAt }: Alert) =>
    book.historyOf(id)?.ended ?? (lastSeenAt !== null && lastSeenAt > range.from ? lastSeenAt : null);
  const endedOf = (alert: ActiveAlert): ActiveAlert => {
    const events = book.knownEvents(alert.id) ?? [];
    return { ...stateAfter(alert, eventsUntil(events, moment ?? Infinity)), lastSeenAt: shownEndOf(alert) };
  };
  const passed = alerts.flatMap((alert) => {
    const row = unclear.includes(alert) ? endedOf(alert) : alert;
    return !listed.has(alert) || passesByState(row, filter) ? [row] : [];
  });
  const then =
    moment === undefined
      ? passed
      : foundAt(passed, { moment, list: sources.end, filter, book }).map((alert): ActiveAlert =>
          alert.active ? { ...alert, activeAt: moment } : alert
        );
  const ids = new Set(passed.map(({ id }) => id));
  const endless = unclear.filter((alert) => ids.has(alert.id) && shownEndOf(alert) === null);
  // An alert that is active now has not been active in a range that has not begun.
  const shown = isFuture ? [] : then.filter((alert) => meets(alert, range)).sort(bySeverity);
  return {
    alerts: shown,
    lists: [...(sources.start?.rows ?? []), ...(sources.end?.rows ?? [])],
    unknownEnds: endless.length,
    unjudged: moment === undefined ? 0 : unjudgedOf(shown, { unsure, moment, book }),
  };
}

/** The fields of an alert that its events show, too. */
const STATE = ['impact', 'activeNodes', 'activeMetrics', 'score', 'learningStatus'] as const;

/** An alert in the state after these events. */
function stateAfter(alert: ActiveAlert, events: readonly AlertEvent[]): ActiveAlert {
  return { ...alert, ...omitBy(pick(alertOfEvents(alert.id, events), STATE), isNull) };
}

/** Each ID once, with the last row. Alerts without an ID can't be distinguished, so all stay. */
export function uniqueAlerts(...lists: ReadonlyArray<readonly Alert[]>): Alert[] {
  const alerts = new Map<string, Alert>();
  lists.flat().forEach((alert, i) => alerts.set(alert.id === '' ? `\u0000${i}` : alert.id, alert));
  return [...alerts.values()];
}
