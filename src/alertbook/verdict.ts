import { compact } from 'lodash';
import {
  catchError,
  concatMap,
  forkJoin,
  from,
  last,
  map,
  merge,
  type Observable,
  of,
  scan,
  shareReplay,
  startWith,
  switchMap,
  takeWhile,
} from 'rxjs';
import { type Alert } from '../service/alerts';
import { DAY, HOUR } from '../settings';
import { type Span } from '../time/spans';
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

/** The alerts like one. */
interface AlertsAlike {
  /** Null if they are not known. */
  earlier: readonly SimilarAlert[] | null;
  /** All alerts that the searches showed. */
  rows: readonly Alert[];
  failure: unknown;
}

const NOTHING: AlertsAlike = { earlier: null, rows: [], failure: null };

/**
 * Whether an alert is news. Later alerts do not count, so none changes it (SY5).
 *
 * @param now epoch milliseconds
 * @returns once; what fails leaves nulls, with the reason
 */
export function readVerdict(book: AlertBook, alert: Alert, now: number): Observable<News> {
  return readNews(book, [alert], now).pipe(map(({ news }) => news));
}

/** The same for several alerts, each once it is known. */
function readNews(book: AlertBook, alerts: readonly Alert[], now: number): Observable<{ id: string; news: News }> {
  const starts = compact(alerts.map(({ firstSeenAt }) => firstSeenAt));
  const over = { from: Math.min(...starts) - LOOK_BACK, to: Math.max(...starts) };
  const found = alerts.map((alert) =>
    findSimilar(book, alert, over).pipe(shareReplay({ bufferSize: 1, refCount: true }))
  );
  const allRows = forkJoin(found).pipe(map((all) => all.flatMap(({ rows }) => rows)));
  return merge(
    ...alerts.map((alert, i) =>
      found[i].pipe(
        switchMap((one) => newsOf(book, alert, one, allRows, now)),
        map((news) => ({ id: alert.id, news }))
      )
    )
  );
}

function findSimilar(book: AlertBook, { id, firstSeenAt: since }: Alert, over: Span): Observable<AlertsAlike> {
  if (since === null || id === '') {
    return of(NOTHING);
  }
  return book.similar(id, { from: since - LOOK_BACK, to: since }, over).pipe(
    map(({ earlier, rows, searched, failures, isCut }) =>
      searched.length === 0 || failures.length > 0 || isCut
        ? { ...NOTHING, failure: failures[0] ?? null }
        : { earlier, rows, failure: null }
    ),
    catchError((failure: unknown) => of({ ...NOTHING, failure }))
  );
}

/** @param allRows what the searches for all alerts showed: only where none is old enough, the service is asked */
function newsOf(
  book: AlertBook,
  alert: Alert,
  { earlier, rows, failure }: AlertsAlike,
  allRows: Observable<readonly Alert[]>,
  now: number
): Observable<News> {
  if (earlier === null || alert.firstSeenAt === null) {
    return of({ similar: null, verdict: null, failure });
  }
  const era = { from: alert.firstSeenAt - LOOK_BACK, to: alert.firstSeenAt - HISTORY };
  const reachBack = (some: readonly Alert[]) => some.some((row) => row.firstSeenAt !== null && meets(row, era));
  const similar = earlier.length;
  return (reachBack(rows) ? of(rows) : allRows).pipe(
    switchMap((some) => (reachBack(some) ? of(true) : book.hasAlerts(era))),
    switchMap((isOld) => (isOld ? judge(book, alert, earlier, asOf(alert, now)) : of(null))),
    map((verdict): News => ({ similar, verdict, failure: null })),
    catchError((reason: unknown) => of({ similar, verdict: null, failure: reason }))
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
interface Verdicts {
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
  return readNews(book, chosen, now).pipe(
    scan((read, { id, news }) => new Map(read).set(id, news), new Map<string, News>()),
    startWith(new Map<string, News>()),
    map((read) => ({
      verdicts: new Map([...read].map(([id, { verdict }]) => [id, verdict])),
      failures: [...read.values()].flatMap(({ failure }) => failure ?? []),
      isComplete: read.size === chosen.length,
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
