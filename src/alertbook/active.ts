import { compact } from 'lodash';
import { catchError, forkJoin, last, map, type Observable, of, switchMap } from 'rxjs';
import { type Alert } from '../service/alerts';
import { type ServiceFailure } from '../service/failure';
import { type Paged } from '../service/paging';
import { type Span } from '../time/spans';
import { type AlertBook, type AlertFilter } from './alertBook';
import { hasImpact, passes } from './alertFilter';
import { foundAt, momentOfEnd, sentFor, unsureOf } from './atEnd';
import { bySeverity } from './order';
import { meets } from './span';

/** The alerts that were active in a range. */
export interface Active {
  /** Most severe first, each ID once. */
  alerts: ActiveAlert[];
  /** The rows of the alert lists at the start and at the end of the range, with their metrics. */
  lists: Alert[];
  /** The search and the lists at the start and at the end of the range, as far as they could be read. */
  sources: Array<Paged<Alert>>;
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

export interface ActiveOptions {
  /** Whether events are read for the ends of alerts that the lists leave unclear; else these are open. */
  waits?: boolean;
  /** Whether the alerts of the lists are enough where the search fails. */
  orListed?: boolean;
}

/** Alerts whose events are read for their end, the most severe first. */
const MOST_ENDS = 200;

/**
 * The alerts that were active in a range: the search with `from` and `to` (what these select is not shown: it may be
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
    search: readOrMiss(book.search(range, moment === undefined ? filter : sentFor(filter))),
    end: readOrMiss(book.list(moment)),
  });
  return sources.pipe(
    switchMap(({ start, search, end }) => {
      if (search.failure && !orListed) {
        throw search.failure;
      }
      const searched = search.read?.rows ?? [];
      const rows = moment === undefined ? searched.filter((alert) => hasImpact(alert, filter)) : searched;
      const found = new Set(rows.map(({ id }) => id));
      const atStart = start.read?.rows ?? [];
      const atEnd = end.read?.rows ?? [];
      const listed = filter.q ? atStart : union(atStart, atEnd).filter((alert) => passes(alert, filter));
      const still = new Set(atEnd.map(({ id }) => id));
      const hasEnded = ({ id, active }: Alert) =>
        active === true && end.read?.isWhole === true && id !== '' && !still.has(id) && (isPast || !found.has(id));
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
        (waits ? book.courseOf(id)?.ended : null) ??
        (lastSeenAt !== null && lastSeenAt > range.from ? lastSeenAt : null);
      const withEnds = () =>
        alerts.map((alert) => (isUnclear(alert) ? { ...alert, lastSeenAt: shownEndOf(alert) } : alert));
      const unsure = moment === undefined ? [] : unsureOf(rows, end.read, filter);
      return book.readCourses(waits ? [...unclear, ...unsure] : [], { most: MOST_ENDS, rank: 1, isWhole: true }).pipe(
        last(),
        map(() => ({
          alerts: (moment === undefined
            ? withEnds()
            : foundAt(withEnds(), { moment, list: end.read, filter, book }).map(seenAt(moment))
          )
            .filter((alert) => meets(alert, range))
            .sort(bySeverity),
          lists: [...atStart, ...atEnd],
          sources: compact([search.read, start.read, end.read]),
          isWhole: [search, start, end].every(({ read }) => read?.isWhole === true),
          missing: { search: search.failure, start: start.failure, end: end.failure },
          unknownEnds: waits ? unclear.filter((alert) => shownEndOf(alert) === null).length : 0,
        }))
      );
    })
  );
}

/** An alert that was active at a moment that is over. */
function seenAt(moment: number): (alert: Alert) => ActiveAlert {
  return (alert) => (alert.active ? { ...alert, activeAt: moment } : alert);
}

/** What could be read, or why it could not. */
export function readOrMiss<T>(source: Observable<T>): Observable<{ read: T | null; failure?: ServiceFailure }> {
  return source.pipe(
    map((read) => ({ read })),
    catchError((failure: ServiceFailure) => of({ read: null, failure }))
  );
}

/** Each ID once, the later row counts; alerts without an ID cannot be told apart and all stay. */
export function union(...lists: ReadonlyArray<readonly Alert[]>): Alert[] {
  const alerts = new Map<string, Alert>();
  lists.flat().forEach((alert, i) => alerts.set(alert.id === '' ? `\u0000${i}` : alert.id, alert));
  return [...alerts.values()];
}

function readAtStart(book: AlertBook, at: number, filter: AlertFilter): Observable<Paged<Alert>> {
  return filter.q ? book.search({ at }, filter) : book.list(at);
}
