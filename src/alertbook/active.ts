import { catchError, forkJoin, last, map, type Observable, of, switchMap } from 'rxjs';
import { type Alert } from '../service/alerts';
import { type ServiceFailure } from '../service/failure';
import { type Paged } from '../service/paging';
import { MINUTE } from '../settings';
import { type Span } from '../time/spans';
import { type AlertFilter, type AlertReads } from './door';
import { bySeverity } from './order';
import { meets } from './span';

/** The alerts that were active in a range. */
export interface Active {
  /** Most severe first, each ID once. */
  alerts: ActiveAlert[];
  /** The rows of the alert lists at the start and at the end of the range, with their metrics. */
  lists: Alert[];
  /** How far the search was read; null where it failed. */
  searched: Paged<Alert> | null;
  /** Why the search, or the alert list at the start or at the end of the range, could not be read. */
  missing: { search?: ServiceFailure; start?: ServiceFailure; end?: ServiceFailure };
}

export interface ActiveAlert extends Alert {
  /** The moment at which it is known to be active, in epoch milliseconds, where that is not now. */
  activeAt?: number;
}

/** A range that ends no earlier ends now: the panels of a screen have ends of their own, and share one list. */
const JUST_NOW = MINUTE;

export interface ActiveOptions {
  /** Whether events are read for the ends of alerts that the lists leave unclear; else what is known of them counts. */
  waits?: boolean;
}

/**
 * The alerts that were active in a range (D6, D7): the search with `from` and `to` (what these select is not shown: it may be
 * only the alerts that began in the range), and the alert lists at its start and end. An alert that is not in the list at the end
 * has ended: when, its events show; else it ended at the start of the range or later.
 *
 * The lists have no filters, so node, metric, impact and score are compared here. What `q` matches only the service knows:
 * with a `q` a search at the start takes the place of the list.
 *
 * @param now epoch milliseconds
 * @returns once
 */
export function readActive(
  book: AlertReads,
  range: Span,
  filter: AlertFilter,
  now: number,
  { waits = true }: ActiveOptions = {}
): Observable<Active> {
  const isPast = range.to < now;
  const moment = momentOfEnd(range.to, now);
  const absent = (failure: ServiceFailure) => of({ failure });
  const start = listAtStart(book.decorating(), range.from, filter).pipe(catchError(absent));
  const end = book.list(moment).pipe(catchError(absent));
  const search = book.search(range, filter).pipe(
    map((searched) => ({ searched })),
    catchError(absent)
  );
  return forkJoin([start, search, end]).pipe(
    switchMap(([before, inRange, after]) => {
      const atStart = 'failure' in before ? [] : before;
      const atEnd = 'failure' in after ? null : after;
      const searched = 'failure' in inRange ? null : inRange.searched;
      const rows = searched?.rows ?? [];
      const found = new Set(rows.map(({ id }) => id));
      const still = atEnd && new Set(atEnd.map(({ id }) => id));
      const listed = (atEnd ?? []).filter((alert) => !filter.q && isPast && passes(alert, filter));
      const hasEnded = ({ id, active }: Alert) =>
        active === true && still !== null && id !== '' && !still.has(id) && (isPast || !found.has(id));
      // The search has the newest rows; the lists show how alerts were at the start and at the end.
      const alerts = union(atStart, listed, rows).map((alert): ActiveAlert => {
        if (hasEnded(alert)) {
          return { ...alert, active: false };
        }
        const isOfMoment = alert.active && !found.has(alert.id) && moment !== undefined;
        return isOfMoment ? { ...alert, activeAt: moment } : alert;
      });
      const isUnclear = (alert: Alert) =>
        alert.active === false && atStart.some(({ id }) => id === alert.id) && !found.has(alert.id);
      const unclear = waits ? alerts.filter(isUnclear) : [];
      return book.readCourses(unclear, { rank: 1 }).pipe(
        last(),
        map(() => withEnds(book, alerts, isUnclear, range)),
        map((known) => ({
          alerts: known.filter((alert) => meets(alert, range)).sort(bySeverity),
          lists: [...atStart, ...(atEnd ?? [])],
          searched,
          missing: {
            ...('failure' in inRange ? { search: inRange.failure } : {}),
            ...('failure' in before ? { start: before.failure } : {}),
            ...('failure' in after ? { end: after.failure } : {}),
          },
        }))
      );
    })
  );
}

/** The moment for which the alert list at a range's end is requested, in epoch milliseconds; undefined: now. */
export function momentOfEnd(to: number, now: number): number | undefined {
  return to < now - JUST_NOW ? to : undefined;
}

/** Each ID once, the later row counts; alerts without an ID cannot be told apart and all stay. */
export function union(...lists: ReadonlyArray<readonly Alert[]>): Alert[] {
  const alerts = new Map<string, Alert>();
  lists.flat().forEach((alert, i) => alerts.set(alert.id === '' ? `\u0000${i}` : alert.id, alert));
  return [...alerts.values()];
}

/** Whether an alert passes the filters by its own fields. */
function passes(
  { impact, score, metrics }: Alert,
  { impact: wanted, minScore, nodeId, metricId }: AlertFilter
): boolean {
  if (wanted && wanted !== 'any' && impact !== wanted) {
    return false;
  }
  if (minScore && !(score !== null && score >= Number(minScore))) {
    return false;
  }
  const fits = (metric: { nodeId: string | null; metricId: string | null }) =>
    (!nodeId || metric.nodeId === nodeId) && (!metricId || metric.metricId === metricId);
  return (!nodeId && !metricId) || (metrics ?? []).some(fits);
}

function listAtStart(book: AlertReads, at: number, filter: AlertFilter): Observable<Alert[]> {
  return filter.q
    ? book.search({ at }, filter).pipe(map(({ rows }) => rows))
    : book.list(at).pipe(map((alerts) => alerts.filter((alert) => passes(alert, filter))));
}

/** The alerts that only the list at the start shows, with the end that their events show. */
function withEnds(
  book: AlertReads,
  alerts: ActiveAlert[],
  isUnclear: (alert: Alert) => boolean,
  { from }: Span
): ActiveAlert[] {
  return alerts.map((alert) => {
    if (!isUnclear(alert)) {
      return alert;
    }
    const { lastSeenAt } = alert;
    const atLeast = lastSeenAt === null ? null : Math.max(from, lastSeenAt);
    return { ...alert, lastSeenAt: book.courseOf(alert.id)?.ended ?? atLeast };
  });
}
