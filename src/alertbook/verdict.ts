import {
  catchError,
  combineLatest,
  concatMap,
  from,
  last,
  map,
  type Observable,
  of,
  startWith,
  switchMap,
  takeWhile,
} from 'rxjs';
import { type Alert } from '../service/alerts';
import { DAY, HOUR } from '../settings';
import { type AlertBook } from './alertBook';
import { bySeverity, impactRank } from './order';
import { type SimilarAlert } from './similar';
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
/** If there are more similar alerts, their courses are not read. */
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

const NOT_KNOWN: News = { similar: null, verdict: null, failure: null };

/**
 * Whether an alert is news. Searches end with its beginning, so a later alert changes nothing (SY5).
 *
 * @param now epoch milliseconds
 * @returns once; what fails leaves nulls, with the reason
 */
export function readVerdict(book: AlertBook, alert: Alert, now: number): Observable<News> {
  const { id, firstSeenAt: since } = alert;
  if (since === null || id === '') {
    return of(NOT_KNOWN);
  }
  const range = { from: since - LOOK_BACK, to: since };
  return book.similar(id, range).pipe(
    switchMap(({ earlier, searched, failures, isCut, oldest }) => {
      if (searched.length === 0 || failures.length > 0 || isCut) {
        return of({ ...NOT_KNOWN, failure: failures[0] ?? null });
      }
      const similar = earlier.filter((one) => meets(one.alert, range));
      const isOld = oldest !== null && oldest <= since - HISTORY;
      const history = isOld ? of(true) : book.hasAlerts({ from: range.from, to: since - HISTORY });
      return history.pipe(
        switchMap((hasHistory) => (hasHistory ? judge(book, alert, similar, asOf(alert, now)) : of(null))),
        map((verdict): News => ({ similar: similar.length, verdict, failure: null })),
        catchError((failure: unknown) => of({ similar: similar.length, verdict: null, failure }))
      );
    }),
    catchError((failure: unknown) => of({ ...NOT_KNOWN, failure }))
  );
}

/**
 * The verdict by what rows show. For an alert that is usual by them, courses decide whether it has more metrics than each
 * similar one; they are read one after the other, until one has as many.
 */
function judge(book: AlertBook, alert: Alert, similar: readonly SimilarAlert[], asOf: number): Observable<Verdict> {
  const own = metricsOf(book, alert);
  const others = similar.map((one) => comparedOf(one.alert));
  const byRows = verdictOf(comparedOf(alert), others, asOf);
  const isLarger = own !== null && similar.every(({ sharedMetrics }) => own > sharedMetrics.length);
  if (byRows !== 'usual' || !isLarger || similar.length > MOST_COMPARED) {
    return of(byRows);
  }
  return from(similar).pipe(
    concatMap((one) =>
      book.readCourses([one.alert]).pipe(
        last(),
        map(() => metricsOf(book, one.alert))
      )
    ),
    // Unknown is not less.
    map((other): Verdict => (other !== null && own > other ? 'worse than usual' : 'usual')),
    takeWhile((verdict) => verdict === 'worse than usual', true),
    last()
  );
}

/** Verdicts about the alerts of a list. */
export interface Verdicts {
  /** By the alert's ID. */
  verdicts: ReadonlyMap<string, Verdict | null>;
  failures: unknown[];
  isComplete: boolean;
}

/** Verdicts about the most severe of a list's alerts: at once without, and with each that arrives; `isComplete` last. */
export function readVerdicts(book: AlertBook, alerts: readonly Alert[], now: number): Observable<Verdicts> {
  const chosen = [...alerts].sort(bySeverity).slice(0, MOST_ROWS);
  if (chosen.length === 0) {
    return of({ verdicts: new Map(), failures: [], isComplete: true });
  }
  return combineLatest(chosen.map((alert) => readVerdict(book, alert, now).pipe(startWith(null)))).pipe(
    map((read) => ({
      verdicts: new Map(read.map((news, i) => [chosen[i].id, news?.verdict ?? null])),
      failures: read.flatMap((news) => news?.failure ?? []),
      isComplete: read.every((news) => news !== null),
    }))
  );
}

/** By its row; its number of metrics is left out. */
function comparedOf(alert: Alert): Compared {
  const { from: began, to, isOpen } = spanOf(alert, 0);
  return { impact: alert.impact, from: began, to: isOpen ? null : to, metrics: null };
}

/** How many metrics an alert has had; null where its course is not known from the first event to the newest. */
function metricsOf(book: AlertBook, { id }: Alert): number | null {
  const course = book.hasWholeCourse(id) ? book.courseOf(id) : null;
  return course?.metrics.length || null;
}

/** Now, or when the alert ended. */
function asOf({ active, firstSeenAt, lastSeenAt }: Alert, now: number): number {
  return active ? now : (lastSeenAt ?? firstSeenAt ?? now);
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
  const recent = earlier
    .filter((one): one is Compared & { from: number; to: number } => one.from !== null && one.to !== null)
    .filter(({ to }) => to >= asOf - DAY)
    .sort((a, b) => b.from - a.from);
  let begin = alert.from;
  let count = 1;
  for (const { from, to } of recent) {
    if (begin === null || begin - to >= FLAP_GAP) {
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
