import { type QueryResultMetaNotice } from '@grafana/data';
import { partition } from 'lodash';
import { filter, forkJoin, last, map, type Observable, of, startWith, switchMap } from 'rxjs';
import { readOrMiss } from '../alertbook/active';
import { type AlertBook, type SearchTime } from '../alertbook/alertBook';
import { DECIDING, decidingOf, groupedBy, ungrouped } from '../alertbook/grouping';
import { readNews } from '../alertbook/news';
import { type Answer } from '../answer/answers';
import { courseNotices, cutNotice, incomplete, pagingNotices, verdictNotices } from '../answer/listNotices';
import { type Alert } from '../service/alerts';
import { type Store } from '../store/store';
import { isOnMetrics, type RowFilter } from '../tables/filters';
import { type LinkPlace } from '../tables/links';
import { selectAlerts } from '../tables/selectAlerts';
import { type IncidentRow, incidentRows, incidentsTable } from './incidentsTable';
import { type AlertsFound } from './similarAlerts';
import { readTrends, trendNotices } from './trends';

/** What the search prepares. */
export interface IncidentsAsked {
  book: AlertBook;
  store: Store;
  place: LinkPlace;
  /** The moment that is looked at, in epoch milliseconds, and whether it is over. */
  now: number;
  isPast: boolean;
  timeZone: string;
  /** What the query leaves out by itself, and filters on rows. */
  isWanted: (alert: Alert) => boolean;
  filters: readonly RowFilter[];
  limit: number;
  /** What is searched; without filters `source` gives all of it. */
  time: SearchTime;
  isFiltered: boolean;
  /** Which of the rows are compared with similar alerts; null if the query wants none. */
  judged: ((alerts: readonly Alert[]) => Alert[]) | null;
}

/** What was found of the range: by the query, and by all filters that the service applies left out. */
interface Found extends AlertsFound {
  ofRange: readonly Alert[];
}

/** Alerts that belong together in one row each. */
export function answerIncidents(source: Observable<AlertsFound>, asked: IncidentsAsked): Observable<Answer> {
  const { filters, limit } = asked;
  return readRange(source, asked).pipe(
    switchMap((found): Observable<Answer> => {
      if (found.failures.length > 0 && found.alerts.length + found.own.length === 0) {
        return of({ frames: [], notices: [], failures: found.failures });
      }
      return readGroups(found, asked).pipe(
        // Which alerts pass a filter on metrics is not known before their metrics are.
        filter(({ isComplete }) => isComplete || !filters.some(isOnMetrics)),
        switchMap(({ rows, notices, isComplete }) => {
          const kept = rows.slice(0, limit);
          const cut = kept.length < rows.length ? [cutNotice(kept.length, rows.length, 'first')] : [];
          return withJudgments(kept, isComplete, asked).pipe(
            map((answer) => ({
              ...answer,
              notices: [...found.notices, ...notices, ...cut, ...answer.notices],
              failures: found.failures,
            }))
          );
        })
      );
    })
  );
}

/** Whether a metric is common does not depend on filters: with some, the range is searched without, too. */
function readRange(source: Observable<AlertsFound>, asked: IncidentsAsked): Observable<Found> {
  const { book, time, isFiltered, isWanted } = asked;
  const all = isFiltered ? readOrMiss(book.search(time)) : of(null);
  return forkJoin([source, all]).pipe(
    map(([found, searched]) => ({
      ...found,
      alerts: found.alerts.filter(isWanted),
      ofRange: searched?.read?.rows ?? found.alerts,
      notices: [
        ...found.notices,
        ...(searched?.read ? pagingNotices(searched.read) : []),
        ...(searched?.failure ? [incomplete(searched.failure)] : []),
      ],
    }))
  );
}

interface Groups {
  rows: IncidentRow[];
  notices: QueryResultMetaNotice[];
  isComplete: boolean;
}

/** @returns every alert by itself at once, then what belongs together */
function readGroups({ alerts, own, ofRange, isWhole }: Found, asked: IncidentsAsked): Observable<Groups> {
  const { book, now } = asked;
  const all = [...own, ...alerts];
  // An incident is kept whole if one of its alerts has the name.
  const [ofNames, others] = partition(asked.filters, ({ isNames }) => isNames === true);
  const deciding = decidingOf(all, ofRange);
  return book.readCourses(deciding, DECIDING).pipe(
    filter((left, i) => i === 0 || left === 0),
    map((left) => {
      const isComplete = left === 0;
      const { alerts: shown, notices } = selectAlerts(all, others, book, now);
      const named = selectAlerts(shown, ofNames, book, now);
      const namedIds = new Set(named.alerts.map(({ id }) => id));
      const groups = isComplete && isWhole ? groupedBy(book, shown, deciding, now) : ungrouped(shown, now);
      const { unread } = groups;
      const isPartial = ({ id }: Alert) => !unread.has(id) && book.wholeCourseOf(id) === null;
      const partial = isComplete ? shown.filter(isPartial).length : 0;
      return {
        rows: incidentRows(groups, shown, asked).filter(({ ids }) => ids.split(',').some((id) => namedIds.has(id))),
        notices: [...notices, ...named.notices, ...courseNotices(unread.size, partial)],
        isComplete,
      };
    })
  );
}

/** With what each is like and how it moves, if that is wanted: at once without, then with all of it. */
function withJudgments(rows: readonly IncidentRow[], isComplete: boolean, asked: IncidentsAsked): Observable<Answer> {
  const { book, store, now, judged } = asked;
  const bare = incidentsTable(rows, null, asked);
  if (!judged) {
    return of({ frames: [bare], notices: [], more: !isComplete });
  }
  const early: Answer = { frames: [incidentsTable(rows, {}, asked)], notices: [], more: true };
  if (!isComplete) {
    return of(early);
  }
  const wanted = new Set(judged(rows.map(({ alert }) => alert)).map(({ id }) => id));
  const chosen = rows.filter(({ alert }) => wanted.has(alert.id));
  const firsts = chosen.map(({ first }) => first);
  return forkJoin([readNews(book, firsts, now).pipe(last()), readTrends(chosen, now, store)]).pipe(
    map(([news, trends]): Answer => ({
      frames: [incidentsTable(rows, { news, trends }, asked)],
      notices: [...verdictNotices(news?.values() ?? []), ...trendNotices(trends)],
    })),
    startWith(early)
  );
}
