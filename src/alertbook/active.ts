import { compact } from 'lodash';
import { catchError, forkJoin, last, map, type Observable, of, switchMap } from 'rxjs';
import { type Alert, type Named } from '../service/alerts';
import { type ServiceFailure } from '../service/failure';
import { type Paged } from '../service/paging';
import { MINUTE } from '../settings';
import { type Span } from '../time/spans';
import { type AlertBook, type AlertFilter } from './alertBook';
import { bySeverity } from './order';
import { meets } from './span';

/** The alerts that were active in a range. */
export interface Active {
  /** Most severe first, each ID once. */
  alerts: ActiveAlert[];
  /** The rows of the alert lists at the start and at the end of the range, with their metrics. */
  lists: Alert[];
  /** The searches that were read; none where the search of the range failed. */
  searches: Array<Paged<Alert>>;
  /** Whether these are all: the search and both lists were read, and are whole. */
  isWhole: boolean;
  /** Why the search, or the alert list at the start or at the end of the range, could not be read. */
  missing: { search?: ServiceFailure; start?: ServiceFailure; end?: ServiceFailure };
  /** How many alerts ended in the range at an unknown time, although it was looked for. */
  unknownEnds: number;
}

export interface ActiveAlert extends Alert {
  /** The moment at which it is known to be active, in epoch milliseconds, where that is not now. */
  activeAt?: number;
}

interface ActiveOptions {
  /** Whether events are read for the ends of alerts that the lists leave unclear; else what is known of them counts. */
  waits?: boolean;
  /** Whether the alerts of the lists are enough where the search fails. */
  orListed?: boolean;
}

/** Alerts whose events are read for their end, the most severe first. */
const MOST_ENDS = 200;
/** A range that ends no earlier ends now: the panels of a screen have ends of their own, and share one list. */
const JUST_NOW = MINUTE;

/**
 * The alerts that were active in a range (D6, D7): the search with `from` and `to` (what these select is not shown: it may be
 * only the alerts that began in the range), and the alert lists at its start and end. An alert that is not in the list at the end
 * has ended: when, its events show; else its end is not known.
 *
 * The lists have no filters, so node, metric, impact and score are compared here, as they were at the end. What `q` matches only
 * the service knows: with a `q` a search at the start takes the place of the lists.
 *
 * @returns once; fails where the search does, unless what the lists show is enough
 */
export function readActive(
  book: AlertBook,
  range: Span,
  filter: AlertFilter = {},
  { waits = true, orListed = false }: ActiveOptions = {}
): Observable<Active> {
  const now = book.now();
  const isPast = range.to < now;
  const moment = momentOfEnd(range.to, now);
  const sources = forkJoin({
    start: readOrMiss(readAtStart(book.decorating(), range.from, filter)),
    search: readOrMiss(book.search(range, filter)),
    end: readOrMiss(book.list(moment)),
  });
  return sources.pipe(
    switchMap(({ start, search, end }) => {
      if (search.failure && !orListed) {
        throw search.failure;
      }
      const rows = (search.read?.rows ?? []).filter((alert) => hasImpact(alert, filter));
      const found = new Set(rows.map(({ id }) => id));
      const atStart = start.read?.rows ?? [];
      const atEnd = end.read ?? [];
      const listed = filter.q ? atStart : union(atStart, atEnd).filter((alert) => passes(alert, filter));
      const still = new Set(atEnd.map(({ id }) => id));
      const hasEnded = ({ id, active }: Alert) =>
        active === true && end.read !== null && id !== '' && !still.has(id) && (isPast || !found.has(id));
      // The search has the newest rows.
      const alerts = union(listed, rows).map((alert): ActiveAlert => {
        if (hasEnded(alert)) {
          return { ...alert, active: false };
        }
        return alert.active && !found.has(alert.id) ? { ...alert, activeAt: moment } : alert;
      });
      const isUnclear = ({ id, active }: Alert) => active === false && !found.has(id);
      const unclear = alerts.filter(isUnclear);
      // A row of the start that was seen later shows the end, too.
      const shownEndOf = ({ id, lastSeenAt }: Alert) =>
        book.courseOf(id)?.ended ?? (lastSeenAt !== null && lastSeenAt > range.from ? lastSeenAt : null);
      return book.readCourses(waits ? unclear : [], { most: MOST_ENDS, rank: 1 }).pipe(
        last(),
        map(() => ({
          alerts: alerts
            .map((alert) => (isUnclear(alert) ? { ...alert, lastSeenAt: shownEndOf(alert) } : alert))
            .filter((alert) => meets(alert, range))
            .sort(bySeverity),
          lists: [...atStart, ...atEnd],
          searches: compact([search.read, start.read?.searched]),
          isWhole:
            search.read?.isWhole === true && start.read?.searched?.isWhole !== false && !start.failure && !end.failure,
          missing: { search: search.failure, start: start.failure, end: end.failure },
          unknownEnds: waits ? unclear.filter((alert) => shownEndOf(alert) === null).length : 0,
        }))
      );
    })
  );
}

/** What could be read, or why it could not. */
export function readOrMiss<T>(source: Observable<T>): Observable<{ read: T | null; failure?: ServiceFailure }> {
  return source.pipe(
    map((read) => ({ read })),
    catchError((failure: ServiceFailure) => of({ read: null, failure }))
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
function passes({ impact, score, metrics }: Alert, filter: AlertFilter): boolean {
  const { impact: wanted, minScore } = filter;
  if ((wanted && wanted !== 'any' && impact !== wanted) || !hasImpact({ impact }, filter)) {
    return false;
  }
  if (minScore && (score === null || score < Number(minScore))) {
    return false;
  }
  return namesMetric(metrics ?? [], filter);
}

/** Whether the alert has one of the filter's impacts; an unknown one is none of them. */
export function hasImpact({ impact }: Pick<Alert, 'impact'>, { impacts }: AlertFilter): boolean {
  return impacts === undefined || (impact !== null && impacts.includes(impact));
}

/** Whether one of the metrics has the filter's node and metric; an empty filter wants none. */
export function namesMetric(metrics: readonly Named[], { nodeId, metricId }: AlertFilter): boolean {
  return (
    (!nodeId && !metricId) ||
    metrics.some((metric) => (!nodeId || metric.nodeId === nodeId) && (!metricId || metric.metricId === metricId))
  );
}

function readAtStart(
  book: AlertBook,
  at: number,
  filter: AlertFilter
): Observable<{ rows: Alert[]; searched?: Paged<Alert> }> {
  return filter.q
    ? book.search({ at }, filter).pipe(map((searched) => ({ rows: searched.rows, searched })))
    : book.list(at).pipe(map((rows) => ({ rows })));
}
