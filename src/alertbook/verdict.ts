import { sortBy } from 'lodash';
import {
  catchError,
  concatMap,
  every,
  forkJoin,
  from,
  last,
  map,
  type Observable,
  of,
  startWith,
  switchMap,
} from 'rxjs';
import { type Alert } from '../service/alerts';
import { DAY, HOUR } from '../settings';
import { readOrMiss } from './active';
import { type AlertBook } from './alertBook';
import { bySeverity, impactRank } from './order';
import { readSimilar, type Similar, type SimilarAlert } from './similar';
import { meets, spanOf } from './span';

/** Whether an alert is news (contract: SY4), in the order in which the rules apply. */
export type Verdict = 'standing' | 'flapping' | 'new' | 'rare' | 'worse than usual' | 'usual';

/** What is compared of an alert; times in epoch milliseconds. */
export interface Compared {
  impact: string | null;
  from: number | null;
  /** Null where it continues, or its end is not known. */
  to: number | null;
  /** Over its whole course; null where that is not known. */
  metrics: number | null;
}

const STANDING = 48 * HOUR;
const FLAPS = 3;
const FLAP_GAP = HOUR;
const USUAL = 3;
/** How far back similar alerts count, and how old the service's oldest alert must be at least. */
const LOOK_BACK = 90 * DAY;
const HISTORY = 14 * DAY;
/** If there are more similar alerts, their courses are not read: it is not known whether the alert has more metrics. */
const MOST_COMPARED = 50;
/** Rows of a list that get a verdict (T8). */
const MOST_ROWS = 10;

/** What similar alerts show about an alert; null where it is not known. */
export interface News {
  /** How many similar alerts began in the 90 days before it. */
  similar: number | null;
  verdict: Verdict | null;
  /** Why the similar alerts could not be read, or whether the service has older ones; null if they were. */
  failure: unknown;
}

/**
 * Whether the most severe of the alerts are news, by their IDs. Later alerts do not count, so none changes it (SY5).
 *
 * @param now epoch milliseconds
 * @returns null at once, then all of them; what fails leaves nulls, with the reason
 */
export function readVerdicts(
  book: AlertBook,
  alerts: readonly Alert[],
  now: number
): Observable<ReadonlyMap<string, News> | null> {
  const severest = [...alerts].sort(bySeverity).slice(0, MOST_ROWS);
  const chosen = severest.flatMap((alert) =>
    alert.id !== '' && alert.firstSeenAt !== null ? [{ ...alert, since: alert.firstSeenAt }] : []
  );
  if (chosen.length === 0) {
    return of(new Map());
  }
  // They share their searches.
  const starts = chosen.map(({ since }) => since);
  const over = { from: Math.min(...starts) - LOOK_BACK, to: Math.max(...starts) };
  const found = chosen.map(({ id, since }) =>
    readOrMiss(readSimilar(book, id, { from: since - LOOK_BACK, to: since }, over))
  );
  return forkJoin(found).pipe(
    switchMap((similar) => {
      const rows = similar.flatMap(({ read }) => read?.rows ?? []);
      return forkJoin(chosen.map((alert, i) => newsOf(book, alert, similar[i], rows, now)));
    }),
    map((news) => new Map(chosen.map(({ id }, i) => [id, news[i]]))),
    startWith(null)
  );
}

/** @param rows alerts that the service returned: only where none is old enough, it is asked */
function newsOf(
  book: AlertBook,
  alert: Alert & { since: number },
  { read, failure }: { read: Similar | null; failure?: unknown },
  rows: readonly Alert[],
  now: number
): Observable<News> {
  if (!read || read.searched.length === 0 || read.failures.length > 0 || read.isCut) {
    return of({ similar: null, verdict: null, failure: failure ?? read?.failures[0] ?? null });
  }
  const similar = read.earlier.length;
  const era = { from: alert.since - LOOK_BACK, to: alert.since - HISTORY };
  const isOld = rows.some((row) => row.firstSeenAt !== null && meets(row, era));
  return (isOld ? of(true) : book.hasAlerts(era)).pipe(
    switchMap((hasHistory) => (hasHistory ? judge(book, alert, read.earlier, now) : of(null))),
    map((verdict): News => ({ similar, verdict, failure: null })),
    catchError((reason: unknown) => of({ similar, verdict: null, failure: reason }))
  );
}

/**
 * The verdict by what rows show. For an alert that is usual by them, courses decide whether it has more metrics than each
 * similar one; they are read one after the other, until one has as many.
 */
function judge(
  book: AlertBook,
  alert: Alert,
  similar: readonly SimilarAlert[],
  now: number
): Observable<Verdict | null> {
  const compared = comparedOf(alert);
  const others = similar.map((one) => comparedOf(one.alert));
  const verdict = verdictOf(compared, others, alert.active ? now : (compared.to ?? compared.from ?? now));
  const own = metricsOf(book, alert) ?? 0;
  const mayBeLargest = similar.every(({ sharedMetrics }) => own > sharedMetrics.length);
  if (verdict !== 'usual' || !mayBeLargest) {
    return of(verdict);
  }
  if (similar.length > MOST_COMPARED) {
    return of(null);
  }
  return from(similar).pipe(
    concatMap((one) =>
      book.readCourses([one.alert]).pipe(
        last(),
        map(() => metricsOf(book, one.alert))
      )
    ),
    // Unknown is not less.
    every((count) => count !== null && own > count),
    map((isLargest) => (isLargest ? 'worse than usual' : 'usual'))
  );
}

/** By its row; its number of metrics is left out. */
function comparedOf(alert: Alert): Compared {
  const { from: began, to, isOpen } = spanOf(alert, 0);
  return { impact: alert.impact, from: began, to: isOpen ? null : to, metrics: null };
}

/** How many metrics an alert has had; null where its course is not known from the first event to the newest. */
function metricsOf(book: AlertBook, { id }: Alert): number | null {
  return book.wholeCourseOf(id)?.metrics.length || null;
}

/**
 * The verdict about an alert.
 *
 * @param alert `to` is null while it is active
 * @param earlier the similar alerts that began before it, in 90 days
 * @param asOf when it is looked at: now, or when it ended; epoch milliseconds
 */
export function verdictOf(alert: Compared, earlier: readonly Compared[], asOf: number): Verdict {
  if (alert.from !== null && alert.to === null && asOf - alert.from > STANDING) {
    return 'standing';
  }
  if (countFlaps(alert, earlier, asOf) >= FLAPS) {
    return 'flapping';
  }
  if (earlier.length === 0) {
    return 'new';
  }
  if (earlier.length < USUAL) {
    return 'rare';
  }
  return isWorse(alert, earlier, asOf) ? 'worse than usual' : 'usual';
}

/** How many alerts of the last 24 h follow one another within an hour, back from this one, itself included. */
function countFlaps(alert: Compared, earlier: readonly Compared[], asOf: number): number {
  const recent = earlier.flatMap(({ from, to }) =>
    from !== null && to !== null && to >= asOf - DAY ? [{ from, to }] : []
  );
  let begin = alert.from ?? Infinity;
  let count = 1;
  for (const { from, to } of sortBy(recent, (one) => -one.from)) {
    if (begin - to >= FLAP_GAP) {
      break;
    }
    begin = Math.min(begin, from);
    count++;
  }
  return count;
}

/** Whether the impact, the duration, or the number of metrics is above every earlier one's. Unknown is not above. */
function isWorse(alert: Compared, earlier: readonly Compared[], asOf: number): boolean {
  const isAbove = (figure: (one: Compared) => number | null) => {
    const own = figure(alert);
    const others = earlier.map(figure);
    return own !== null && others.every((other) => other !== null && own > other);
  };
  return (
    isAbove(({ impact }) => (impact === null ? null : -impactRank(impact))) ||
    isAbove(({ from, to }) => (from === null ? null : (to ?? asOf) - from)) ||
    isAbove(({ metrics }) => metrics)
  );
}
