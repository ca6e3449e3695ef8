import { seriesKey } from '../query/series';
import { compact, sortBy, uniqBy } from 'lodash';
import { catchError, forkJoin, last, map, type Observable, of, switchMap, throwError } from 'rxjs';
import { type Alert, type AlertMetric } from '../service/alerts';
import { type Span } from '../time/spans';
import { readOrMiss } from './active';
import { type AlertBook } from './alertBook';
import { severityRank } from './order';
import { meets } from './span';
import { metricTitle } from './titles';

/** An earlier alert and the metrics by which it was found. */
export interface SimilarAlert {
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
  /** Whether a search gave fewer rows than there are. */
  isCut: boolean;
  /** All alerts of the range that the searches showed. */
  rows: Alert[];
}

/** Searches for one alert (T5). */
const MOST_SEARCHED = 8;

/**
 * The earlier alerts that share metrics with an alert (T5): one search for each of its worst metrics, all at once.
 *
 * @param over what is searched; more than the range where several alerts share the searches
 * @returns once; fails where nothing is known of the alert
 */
export function readSimilar(book: AlertBook, id: string, range: Span, over = range): Observable<Similar> {
  return aboutAlert(book, id).pipe(
    switchMap(({ began, metrics }) => {
      const searched = metrics.slice(0, MOST_SEARCHED);
      const searches = searched.map((metric) => readOrMiss(book.searchMetric(metric, over, began ?? Infinity)));
      return (searches.length > 0 ? forkJoin(searches) : of([])).pipe(
        map((answers) => {
          const found = answers.flatMap(({ read }, i) =>
            read ? [{ metric: searched[i], rows: read.rows.filter((row) => meets(row, range)) }] : []
          );
          return {
            earlier: earlierOf(found, id, began),
            searched,
            metrics: metrics.length,
            failures: compact(answers.map(({ failure }) => failure)),
            isCut: answers.some(({ read }) => read?.isCut),
            rows: found.flatMap(({ rows }) => rows),
          };
        })
      );
    })
  );
}

/** When an alert began and its metrics over its course, those that were worst at any time first. */
function aboutAlert(book: AlertBook, id: string): Observable<{ began: number | null; metrics: AlertMetric[] }> {
  return book.readCourses([{ id, impact: null, lastSeenAt: null }], { rank: 1 }).pipe(
    last(),
    switchMap(() => {
      const course = book.courseOf(id);
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

function earlierOf(
  found: ReadonlyArray<{ metric: AlertMetric; rows: readonly Alert[] }>,
  id: string,
  began: number | null
): SimilarAlert[] {
  const byId = new Map<string, SimilarAlert>();
  for (const { metric, rows } of found) {
    for (const alert of rows.filter((row) => row.id !== '' && row.id !== id && isEarlier(row, began))) {
      const known = byId.get(alert.id)?.sharedMetrics ?? [];
      byId.set(alert.id, { alert, sharedMetrics: [...known, metricTitle(metric)] });
    }
  }
  return sortBy(
    [...byId.values()],
    [
      ({ sharedMetrics }) => -sharedMetrics.length,
      ({ alert: { firstSeenAt, lastSeenAt } }) => -(lastSeenAt ?? firstSeenAt ?? -Infinity),
    ]
  );
}

/** Whether an alert began before a moment; one without a beginning counts as earlier where it was last seen before. */
function isEarlier({ firstSeenAt, lastSeenAt }: Alert, moment: number | null): boolean {
  const time = firstSeenAt ?? lastSeenAt;
  return moment === null || (time !== null && time < moment);
}
