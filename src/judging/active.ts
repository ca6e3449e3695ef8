import { type AlertFilter } from '../alertbook/alertBook';
import { type KnownAlerts } from '../alertbook/knownAlerts';
import { bySeverity } from '../alertbook/order';
import { meets } from '../alertbook/span';
import { type Alert } from '../service/alerts';
import { type Paged } from '../service/paging';
import { type Span } from '../time/spans';
import { hasImpact, passes, passesByState } from './alertFilter';
import { foundAt, unsureOf } from './atEnd';

/** The alerts that were active in a range. */
export interface Active {
  /** Most severe first, each ID once. */
  alerts: ActiveAlert[];
  /** The rows of the alert lists at the start and at the end of the range, with their metrics. */
  lists: Alert[];
  /** The number of alerts that ended in the range at an unknown time, although it was requested. */
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
  /** Whether the range ends before now. */
  isPast: boolean;
  filter: AlertFilter;
}

/** The alerts of a range. The histories of some can still change their rows. */
interface Found {
  alerts: ActiveAlert[];
  /** Alerts whose end is only in their events. */
  unclear: ActiveAlert[];
  /** Alerts found by a metric that may have joined them later. */
  unsure: Alert[];
}

/** The alerts in a search and in lists. An alert that is not in the list at the end has ended. */
export function findActive({ start, search, end }: ActiveSources, { filter, moment, isPast }: ActiveRange): Found {
  const searched = search?.rows ?? [];
  const rows = moment === undefined ? searched.filter((alert) => hasImpact(alert, filter)) : searched;
  const found = new Set(rows.map(({ id }) => id));
  const [atStart, atEnd] = [start?.rows ?? [], end?.rows ?? []];
  const still = new Set(atEnd.map(({ id }) => id));
  const began = new Set(atStart.map(({ id }) => id));
  // Only the service knows what `q` matches.
  const listed = filter.q
    ? uniqueAlerts(
        atStart,
        atEnd.filter(({ id }) => began.has(id))
      ).filter((alert) => passesByState(alert, filter))
    : uniqueAlerts(atStart, atEnd).filter((alert) => passes(alert, filter));
  const hasEnded = ({ id, active }: Alert) =>
    active === true && end?.isWhole === true && id !== '' && !still.has(id) && (isPast || !found.has(id));
  // The search has the newest rows.
  const alerts = uniqueAlerts(listed, rows).map((alert): ActiveAlert => {
    if (hasEnded(alert)) {
      return { ...alert, active: false };
    }
    return alert.active && !found.has(alert.id) ? { ...alert, activeAt: moment } : alert;
  });
  return {
    alerts,
    unclear: alerts.filter(({ id, active }) => active === false && !found.has(id)),
    unsure: moment === undefined ? [] : unsureOf(rows, end, filter),
  };
}

/** The same, with the histories of unclear alerts. */
export function activeOf(
  { alerts, unclear }: Found,
  sources: ActiveSources,
  { range, moment, filter }: ActiveRange,
  known: { book: Pick<KnownAlerts, 'historyOf' | 'historyAsOf'>; hasEnds: boolean }
): Active {
  const { book, hasEnds } = known;
  // A row at the start that was seen later shows the end, too.
  const shownEndOf = ({ id, lastSeenAt }: Alert) =>
    (hasEnds ? book.historyOf(id)?.ended : null) ??
    (lastSeenAt !== null && lastSeenAt > range.from ? lastSeenAt : null);
  const ended = alerts.map((alert) => (unclear.includes(alert) ? { ...alert, lastSeenAt: shownEndOf(alert) } : alert));
  const then =
    moment === undefined
      ? ended
      : foundAt(ended, { moment, list: sources.end, filter, book }).map((alert): ActiveAlert =>
          alert.active ? { ...alert, activeAt: moment } : alert
        );
  return {
    alerts: then.filter((alert) => meets(alert, range)).sort(bySeverity),
    lists: [...(sources.start?.rows ?? []), ...(sources.end?.rows ?? [])],
    unknownEnds: hasEnds ? unclear.filter((alert) => shownEndOf(alert) === null).length : 0,
  };
}

/** Each ID once, with the last row. Alerts without an ID can't be distinguished, so all stay. */
export function uniqueAlerts(...lists: ReadonlyArray<readonly Alert[]>): Alert[] {
  const alerts = new Map<string, Alert>();
  lists.flat().forEach((alert, i) => alerts.set(alert.id === '' ? `\u0000${i}` : alert.id, alert));
  return [...alerts.values()];
}
