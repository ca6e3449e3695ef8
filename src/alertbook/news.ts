import {
  catchError,
  concatMap,
  first,
  forkJoin,
  from,
  last,
  map,
  type Observable,
  of,
  startWith,
  switchMap,
} from 'rxjs';
import { alikeOf, isOfMissingData, MOST_ALIKE, similarOf } from '../judging/similarity';
import { type Compared, type Verdict, verdictOf } from '../judging/verdict';
import { type Alert } from '../service/alerts';
import { type ServiceFailure } from '../service/failure';
import { type Paged } from '../service/paging';
import { DAY } from '../settings';
import { readOrMiss } from './active';
import { type AlertBook } from './alertBook';
import { alertsAt, momentOfEnd } from './atEnd';
import { impactRank } from './order';
import { courseAsOf, LOOK_BACK, readSimilar, type Similar, type SimilarAlert } from './similar';
import { meets, spanOf } from './span';

/** How old the service's oldest alert must be at least. */
const HISTORY = 14 * DAY;
/** If there are more similar alerts, their courses are not read: it is not known whether the alert has more metrics. */
const MOST_COMPARED = 50;

/** What is known of a course decides: it does not depend on what else was read. */
const WHOLE = { isWhole: true } as const;

/** No similar alert has as many metrics. */
const NONE = -1;

/** The earlier alert that is most like another one. */
export interface MostAlike {
  alert: Alert;
  /** How many of the metrics that were searched for it shares. */
  shared: number;
  searched: number;
}

/** What similar alerts show about an alert; null if it is not known. */
export interface News {
  /** How many similar alerts were active in the 90 days before it. */
  similar: number | null;
  verdict: Verdict | null;
  /** Null also if there are no similar alerts. */
  likeMost: MostAlike | null;
  /** Why the similar alerts could not be read, or whether the service has older ones; null if they were. */
  failure: unknown;
  /** A search that did not find all alerts with its metric, or a course that lacks events; null if there is none. */
  short: Paged<unknown> | null;
}

/** The same without the verdict. */
export type LikeMost = Omit<News, 'verdict'>;

/** Of an alert about which nothing is known. */
export const NOTHING: News = { similar: null, verdict: null, likeMost: null, failure: null, short: null };

/** An alert whose beginning is known. */
type Dated = Alert & { since: number };

/**
 * Whether alerts are news, by their IDs. Later alerts do not count, so none changes it.
 *
 * @param now when they are looked at, in epoch milliseconds
 * @returns null at once, then all of them; what fails leaves nulls, with the reason
 */
export function readNews(
  book: AlertBook,
  alerts: readonly Alert[],
  now: number
): Observable<ReadonlyMap<string, News> | null> {
  const dated = datedOf(alerts);
  const unknown = alerts.map(({ id }) => [id, NOTHING] as const);
  if (dated.length === 0) {
    return of(new Map(unknown));
  }
  return readAllSimilar(book, dated, now).pipe(
    switchMap((similar) => {
      const rows = similar.flatMap(({ read }) => read?.rows ?? []);
      return forkJoin(dated.map((alert, i) => newsOf(book, alert, similar[i], rows, now)));
    }),
    map((news) => new Map([...unknown, ...dated.map(({ id }, i) => [id, news[i]] as const)])),
    startWith(null)
  );
}

/** Which earlier alert is most like another one, by the requests that its verdict begins with. */
export function readLikeMost(book: AlertBook, alert: Alert, now: number): Observable<LikeMost> {
  const dated = datedOf([alert]);
  if (dated.length === 0) {
    return of(NOTHING);
  }
  return readAllSimilar(book, dated, now).pipe(
    switchMap(([{ read, failure }]) =>
      isDecisive(read)
        ? readKnown(book, alert, read, now).pipe(map(({ known }) => known))
        : of(unknownOf(read, failure))
    )
  );
}

function datedOf(alerts: readonly Alert[]): Dated[] {
  return alerts.flatMap((alert) =>
    alert.id !== '' && alert.firstSeenAt !== null ? [{ ...alert, since: alert.firstSeenAt }] : []
  );
}

/** The similar alerts of each of these, as of a moment. */
function readAllSimilar(book: AlertBook, dated: readonly Dated[], now: number): Observable<Read[]> {
  // They share their searches.
  const starts = dated.map(({ since }) => since);
  const over = { from: Math.min(...starts) - LOOK_BACK, to: Math.max(...starts) };
  const found = dated.map(({ id, since }) => {
    const range = { from: since - LOOK_BACK, to: since };
    return readOrMiss(readSimilar(book, id, { range, over, asOf: now, stopsEarly: true }));
  });
  // What similar alerts became after a moment that is over changes nothing.
  const moment = momentOfEnd(now, book.now());
  const atEnd = moment === undefined ? of(null) : readOrMiss(book.list(moment));
  return forkJoin([forkJoin(found), atEnd]).pipe(
    map(([all, end]) => (end ? all.map((one) => similarAt(one, now, end)) : all))
  );
}

interface Read {
  read: Similar | null;
  failure?: ServiceFailure;
  /** The list that leaves open what similar alerts were like at the moment that is looked at. */
  unsure?: ListRead;
}

interface ListRead {
  read: Paged<Alert> | null;
  failure?: ServiceFailure;
}

function similarAt({ read, failure }: Read, moment: number, list: ListRead): Read {
  const earlier = read?.earlier.map((one) => ({ ...one, alert: alertsAt([one.alert], moment, list.read)[0] })) ?? [];
  const isKnown = list.read?.isWhole === true || earlier.every(({ alert }) => alert.active !== null);
  return { read: read && { ...read, earlier }, failure, ...(isKnown ? {} : { unsure: list }) };
}

/** @param rows alerts that the service returned: only if none is old enough, it is asked */
function newsOf(
  book: AlertBook,
  alert: Dated,
  { read, failure, unsure }: Read,
  rows: readonly Alert[],
  now: number
): Observable<News> {
  if (!isDecisive(read)) {
    return of(unknownOf(read, failure));
  }
  return readKnown(book, alert, read, now).pipe(
    switchMap(({ similar, known }) => {
      if (unsure) {
        return of({ ...known, verdict: null, failure: unsure.failure ?? null, short: unsure.read });
      }
      // Of an alert whose state is not known, nothing can be compared.
      if (alert.active === null) {
        return of({ ...known, verdict: null });
      }
      return readVerdict(book, alert, similar, { rows, now }).pipe(
        map((verdict) => ({ verdict, failure: null as unknown })),
        catchError((reason: unknown) => of({ verdict: null, failure: reason })),
        map(({ verdict, failure: reason }): News => ({
          ...known,
          verdict,
          failure: reason ?? courseFailure(book, alert, read),
          short: shortCourse(book, alert, read),
        }))
      );
    })
  );
}

/** Whether the searches show which alerts are similar. */
function isDecisive(read: Similar | null): read is Similar {
  return read !== null && read.searched.length > 0 && read.isWhole;
}

function unknownOf(read: Similar | null, failure: ServiceFailure | undefined): News {
  return { ...NOTHING, failure: failure ?? read?.failures[0] ?? null, short: read?.short[0] ?? null };
}

function readKnown(
  book: AlertBook,
  alert: Alert,
  read: Similar,
  now: number
): Observable<{ similar: SimilarAlert[]; known: LikeMost }> {
  return readAlike(book, alert, read, now).pipe(
    map((similar) => ({
      similar,
      known: {
        similar: similar.length,
        likeMost: likeMostOf(similar, read.searched.length),
        failure: courseFailure(book, alert, read),
        short: shortCourse(book, alert, read),
      },
    }))
  );
}

/** The alert and the most alike, whose events are read for it. What is known of others may be old. */
function readFor(alert: Alert, { earlier, searched }: Similar): Alert[] {
  const alike = similarOf(earlier, searched.length).slice(0, MOST_ALIKE);
  return [alert, ...alike.map((one) => one.alert)];
}

/** Why some of these events could not be read: unknown counts as alike. */
function courseFailure(book: AlertBook, alert: Alert, read: Similar): unknown {
  const failures = readFor(alert, read).map(({ id }) => book.failureOf(id));
  return failures.find((one) => one !== null) ?? null;
}

/** Some of these events if the service gave fewer than there are: what they lack counts as alike. */
function shortCourse(book: AlertBook, alert: Alert, read: Similar): Paged<unknown> | null {
  const short = readFor(alert, read).map(({ id }) => book.shortOf(id));
  return short.find((one) => one !== null) ?? null;
}

/** The similar alerts; what the most alike are about, their events show. */
function readAlike(book: AlertBook, { id }: Alert, read: Similar, now: number): Observable<SimilarAlert[]> {
  const similar = similarOf(read.earlier, read.searched.length);
  const typesOf = (one: string) => courseAsOf(book, one, now)?.metrics.map(({ type }) => type) ?? null;
  return book
    .readCourses(
      similar.slice(0, MOST_ALIKE).map(({ alert }) => alert),
      WHOLE
    )
    .pipe(
      last(),
      map(() =>
        alikeOf(similar, isOfMissingData(typesOf(id)), ({ alert }: SimilarAlert) => isOfMissingData(typesOf(alert.id)))
      )
    );
}

function likeMostOf([first]: readonly SimilarAlert[], searched: number): MostAlike | null {
  return first ? { alert: first.alert, shared: first.shared.length, searched } : null;
}

function readVerdict(
  book: AlertBook,
  alert: Dated,
  similar: readonly SimilarAlert[],
  { rows, now }: { rows: readonly Alert[]; now: number }
): Observable<Verdict | null> {
  const era = { from: alert.since - LOOK_BACK, to: alert.since - HISTORY };
  const isOld = rows.some((row) => row.firstSeenAt !== null && meets(row, era));
  return (isOld ? of(true) : book.hasAlerts(era)).pipe(
    switchMap((hasHistory) => (hasHistory ? judge(book, alert, similar, now) : of(null)))
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
  const { from: began, to } = spanOf(alert, now);
  const asOf = alert.active ? now : (to ?? began ?? now);
  const compared = comparedOf(alert, asOf);
  const others = similar.map((one) => comparedOf(one.alert, asOf));
  const verdict = verdictOf(compared, others, asOf);
  const countOf = ({ id }: Alert) => courseAsOf(book, id, asOf)?.metrics.length || null;
  const own = countOf(alert) ?? 0;
  const mayBeLargest = similar.every(({ shared }) => own > shared.length);
  if (verdict !== 'usual' || !mayBeLargest) {
    return of(verdict);
  }
  if (similar.length > MOST_COMPARED) {
    return of(null);
  }
  return from(similar).pipe(
    concatMap((one) =>
      book.readCourses([one.alert], WHOLE).pipe(
        last(),
        map(() => knownOr(countOf(one.alert), book.failureOf(one.alert.id)))
      )
    ),
    // One that has as many decides, and so does one that is not known.
    first((count) => count === null || own <= count, NONE),
    map((count) => (count === null ? null : count === NONE ? 'worse than usual' : 'usual'))
  );
}

/** The count; fails if it is not known because of a failure. */
function knownOr(count: number | null, failure: ServiceFailure | null): number | null {
  if (count === null && failure) {
    throw failure;
  }
  return count;
}

/** By its row, as of a moment: one that ended later continued then. Its number of metrics is left out. */
function comparedOf(alert: Alert, asOf: number): Compared {
  const { from: began, to, isOpen } = spanOf(alert, asOf);
  const impact = alert.impact === null ? null : -impactRank(alert.impact);
  return { impact, from: began, to: isOpen || (to ?? 0) > asOf ? null : to, metrics: null };
}
