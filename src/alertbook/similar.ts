import { compact, sortBy, uniqBy } from 'lodash';
import {
  catchError,
  concat,
  last,
  map,
  merge,
  type Observable,
  of,
  scan,
  startWith,
  switchMap,
  takeWhile,
  throwError,
} from 'rxjs';
import { byLikeness, canNoneBeSimilar, type Resembling, sharedAtLeast } from '../judging/similarity';
import { seriesKey } from '../query/series';
import { type Alert, type AlertMetric } from '../service/alerts';
import { type Paged } from '../service/paging';
import { DAY } from '../settings';
import { type Span } from '../time/spans';
import { readOrMiss } from './active';
import { type AlertBook } from './alertBook';
import { type Course, courseUntil } from './course';
import { type MetricSearch } from './memory';
import { severityRank } from './order';
import { meets } from './span';
import { metricTitle } from './titles';

/** An earlier alert and the metrics by which it was found. */
export interface SimilarAlert extends Resembling {
  alert: Alert;
  /** Titles of the metrics, the worst first. */
  sharedMetrics: string[];
}

export interface Similar {
  /** Most shared metrics first, then the latest. */
  earlier: SimilarAlert[];
  /** The alert's metrics that were searched for, and how many it has. */
  searched: AlertMetric[];
  metrics: number;
  /** Why searches gave nothing. */
  failures: unknown[];
  /** The searches that did not find all alerts with their metric. */
  short: Array<Paged<Alert>>;
  /** Whether every search found all alerts with its metric; if not, there may be more similar ones. */
  isWhole: boolean;
  /** All alerts of the range that the searches showed. */
  rows: Alert[];
}

interface SimilarOptions {
  /** Earlier alerts count if they were active in it. */
  range: Span;
  /** What is searched; more than the range if others share the searches. */
  over?: Span;
  /** When the alert is looked at, in epoch milliseconds: what happened later does not count. */
  asOf?: number;
  /** Whether searching stops as soon as no alert can share half of the metrics. */
  stopsEarly?: boolean;
}

/** How far back similar alerts count for a verdict. */
export const LOOK_BACK = 90 * DAY;

/** Searches for one alert. */
const MOST_SEARCHED = 8;

/** What a search gave; undefined before. */
type Answered = { read: MetricSearch | null; failure?: unknown } | undefined;

/**
 * The earlier alerts that share metrics with an alert: one search for each of its worst metrics, all at once.
 *
 * @returns once; fails if nothing is known of the alert
 */
export function readSimilar(book: AlertBook, id: string, options: SimilarOptions): Observable<Similar> {
  const { range, asOf, stopsEarly = false } = options;
  return aboutAlert(book, id, asOf).pipe(
    switchMap(({ began, metrics }) => {
      const over = options.over ?? servingVerdict(range, began);
      const searched = metrics.slice(0, MOST_SEARCHED);
      const rowsOf = ({ rows }: MetricSearch) => rows.filter((row) => meets(row, range) && isEarlier(row, id, began));
      const isEmpty = (one: Answered) => one?.read?.isWhole === true && rowsOf(one.read).length === 0;
      const isOpen = (answers: readonly Answered[]) =>
        !stopsEarly || !canNoneBeSimilar(searched.length, answers.filter(isEmpty).length);
      const searches = searched.map((metric, i) =>
        readOrMiss(book.searchMetric(metric, over, began ?? Infinity)).pipe(map((answer) => [i, answer] as const))
      );
      const start: readonly Answered[] = searched.map(() => undefined);
      // The first ones are enough to see that no alert can be similar.
      const deciding = stopsEarly ? searched.length - sharedAtLeast(searched.length) + 1 : searched.length;
      return concat(merge(...searches.slice(0, deciding)), merge(...searches.slice(deciding))).pipe(
        scan((answers, [i, answer]) => answers.with(i, answer), start),
        startWith(start),
        takeWhile(isOpen, true),
        last(),
        map((answers) => ({
          earlier: earlierOf(
            answers.map((answer) => (answer?.read ? rowsOf(answer.read) : [])),
            searched
          ),
          searched,
          metrics: metrics.length,
          failures: compact(answers.map((answer) => answer?.failure)),
          short: answers.flatMap((answer) => (answer?.read && !answer.read.isWhole ? [answer.read] : [])),
          // What was not searched was not needed.
          isWhole: answers.every((answer) => !answer || answer.read?.isWhole === true),
          rows: answers.flatMap((answer) => answer?.read?.rows.filter((row) => meets(row, range)) ?? []),
        }))
      );
    })
  );
}

/** A search that goes nearly as far back as a verdict goes a little further: one serves both. */
function servingVerdict(range: Span, began: number | null): Span {
  const start = (began ?? -Infinity) - LOOK_BACK;
  const isNear = start < range.from && range.from - start < LOOK_BACK / 2;
  return isNear ? { from: start, to: range.to } : range;
}

/** An alert's course as its events up to a moment show it; null if that is not known from the first event on. */
export function courseAsOf(book: AlertBook, id: string, moment: number): Course | null {
  const course = book.wholeCourseOf(id);
  const isOver = moment >= book.now() || (course?.ended ?? Infinity) <= moment;
  return course && !isOver ? earlierCourse(book, id, moment) : course;
}

function earlierCourse(book: AlertBook, id: string, moment: number): Course {
  return courseUntil(book.knownEvents(id) ?? [], moment);
}

/** When an alert began and its metrics over its course, those that were worst at any time first. */
function aboutAlert(
  book: AlertBook,
  id: string,
  asOf = Infinity
): Observable<{ began: number | null; metrics: AlertMetric[] }> {
  return book.readCourses([{ id, impact: null, lastSeenAt: null }], { rank: 1, isWhole: true }).pipe(
    last(),
    switchMap(() => {
      const course = asOf < book.now() ? earlierCourse(book, id, asOf) : book.courseOf(id);
      if (course && course.metrics.length > 0) {
        const metrics: AlertMetric[] = sortBy(course.metrics, ({ worst }) => severityRank(worst));
        return of({ began: course.began, metrics });
      }
      // Why an ended alert is unknown, its events show.
      return book.single(id).pipe(
        catchError((failure: unknown) => book.events(id).pipe(switchMap(() => throwError(() => failure)))),
        map(({ firstSeenAt, metrics }) => ({ began: firstSeenAt, metrics: uniqBy(metrics ?? [], seriesKey) }))
      );
    })
  );
}

/** @param found the rows of each search */
function earlierOf(found: ReadonlyArray<readonly Alert[]>, searched: readonly AlertMetric[]): SimilarAlert[] {
  const byId = new Map<string, SimilarAlert>();
  found.forEach((rows, i) => {
    for (const alert of uniqBy(rows, 'id')) {
      const { shared = [], sharedMetrics = [] } = byId.get(alert.id) ?? {};
      byId.set(alert.id, {
        alert,
        shared: [...shared, i],
        sharedMetrics: [...sharedMetrics, metricTitle(searched[i])],
        latest: alert.lastSeenAt ?? alert.firstSeenAt,
      });
    }
  });
  return byLikeness([...byId.values()]);
}

/** Whether another alert began before a moment; one without a beginning counts as earlier if it was last seen before. */
function isEarlier(row: Alert, id: string, moment: number | null): boolean {
  const time = row.firstSeenAt ?? row.lastSeenAt;
  return row.id !== '' && row.id !== id && (moment === null || (time !== null && time < moment));
}
