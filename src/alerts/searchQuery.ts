import { orderBy, partition } from 'lodash';
import { combineLatest, filter, map, type Observable, of, switchMap } from 'rxjs';
import { union } from '../alertbook/active';
import { AlertBook, type AlertFilter, type SearchTime } from '../alertbook/alertBook';
import { hasImpact } from '../alertbook/alertFilter';
import { momentOfEnd } from '../alertbook/atEnd';
import { DECIDING } from '../alertbook/grouping';
import { bySeverity } from '../alertbook/order';
import { type News, readNews } from '../alertbook/news';
import { searchAt } from '../alertbook/searchAt';
import { type Answer, readEach, runEach } from '../answer/answers';
import { emptyFieldOf, emptyNotice, Inputs } from '../answer/inputs';
import { cutNotice, incomplete, pagingNotices, verdictNotices } from '../answer/listNotices';
import { type Context, type Request } from '../answer/runner';
import { DEFAULT_ROWS } from '../query/query';
import { type Alert } from '../service/alerts';
import { parseSpan } from '../settingForms';
import { isOnMetrics, storedFilters } from '../tables/filters';
import { type Column } from '../tables/frame';
import { linkPlace } from '../tables/links';
import { namesOf } from '../tables/names';
import { readMetricIds, searchesAll, searchesOf } from '../tables/searches';
import { likeMostColumn, NOT_JUDGED, verdictColumn } from '../tables/verdicts';
import { rangeOf, type Span } from '../time/spans';
import { alertTable, extentColumn, viewColumns } from './alertTable';
import { answerIncidents } from './incidentsQuery';
import { type AlertSearchQuery } from './models';
import { type AlertsFound, likeFilters, readSimilarAlerts, sharedColumns } from './similarAlerts';

/** Alerts that ended and get a verdict: the latest ones. */
const MOST_ENDED_JUDGED = 20;

/** The explore list with all its filters (interface: GET alerts/explore), or with `like` similar alerts. */
export const runAlertSearch = runEach((query: AlertSearchQuery, request, context) =>
  readMetricIds(query, request, context).pipe(switchMap((ids) => answerSearch(query, request, context, ids)))
);

function answerSearch(
  query: AlertSearchQuery,
  request: Request,
  context: Context,
  metricIds: ReadonlySet<string>
): Observable<Answer> {
  const inputs = new Inputs(request, context);
  const place = linkPlace(request, context);
  const range = lookingBack(rangeOf(request), inputs.one(query.lookBack));
  const at = inputs.moment(query.at, 'at');
  const moment = momentOfEnd(at ?? range.to, context.now());
  const book = new AlertBook(context, moment);
  const now = at ?? moment ?? context.now();
  const isPast = at !== undefined || moment !== undefined;
  const limit = Math.max(1, Math.floor(inputs.number(query.limit, 'limit', DEFAULT_ROWS)));
  const minScore = inputs.number(query.minScore, 'minScore', -Infinity);
  const like = inputs.identifiers(query.like);
  const besides = inputs.all(query.besides);
  const { names, filters: ofNames } = namesOf(query, inputs);
  const searches = searchesOf(query, inputs, [...storedFilters(query), ...ofNames], metricIds);
  const filters = like.given ? [...likeFilters(query, inputs), ...ofNames] : searches.compared;
  const empty = emptyFieldOf({ like, besides, names });
  const judging = judgingOf(inputs.wordOf(query.verdict, 'verdict', ['active', 'all', 'true', 'false']));

  const read = (): Observable<AlertsFound> => {
    if (empty || searches.combinations.length === 0) {
      const notices = empty ? [emptyNotice(empty)] : [];
      return of({ alerts: [], own: [], shared: like.given ? new Map() : null, notices, failures: [], isWhole: true });
    }
    if (like.given) {
      return readSimilarAlerts(book, query, inputs, { range, minScore, moment });
    }
    const least = Number.isFinite(minScore) ? String(minScore) : '';
    const wanted = searches.combinations.map((one) => ({ ...one, minScore: least }));
    const time = at === undefined ? range : { at };
    return moment === undefined ? readFound(book, time, wanted) : readFoundAt(book, time, wanted, moment);
  };
  const isWanted = ({ id, active }: Alert) =>
    !besides.values.includes(id) && (query.state === '' || active === (query.state === 'active'));
  const ofQuery = [...searches.notices, ...like.notices, ...besides.notices, ...names.notices];
  if (query.format === 'incidents') {
    const found = read().pipe(map((one) => ({ ...one, notices: [...ofQuery, ...one.notices] })));
    return answerIncidents(found, {
      book,
      store: context.store,
      place,
      now,
      isPast,
      timeZone: request.timezone,
      isWanted,
      filters,
      limit,
      time: at === undefined ? range : { at },
      isFiltered: like.given || Number.isFinite(minScore) || !searchesAll(searches),
      judged: judging === '' ? null : (alerts) => toJudge(alerts, judging),
    });
  }
  const limited = ({ alerts, own, notices, ...found }: AlertsFound) => {
    const left = alerts.filter(isWanted);
    // Similar alerts come most similar first: these are kept.
    const kept = like.given ? left.slice(0, limit) : newest(left, limit);
    const cut = kept.length < left.length ? [cutNotice(kept.length, left.length, like.given ? 'first' : 'newest')] : [];
    return { ...found, alerts: [...own, ...kept], notices: [...notices, ...cut] };
  };
  const withCourses = (found: ReturnType<typeof limited>) =>
    combineLatest([
      book.withCourses(of(found), ({ alerts }) => alerts, filters.some(isOnMetrics) ? DECIDING : {}),
      readNews(book, toJudge(found.alerts, judging), now),
    ]);

  return read().pipe(
    map(limited),
    switchMap(withCourses),
    // Which alerts pass a filter on metrics is not known before their metrics are.
    filter(([{ isComplete }]) => isComplete || !filters.some(isOnMetrics)),
    map(([{ read, isComplete }, news]) => {
      const { alerts, shared, notices, failures } = read;
      if (failures.length > 0 && alerts.length === 0) {
        return { frames: [], notices: [], failures };
      }
      const more: Array<Column<{ alert: Alert }>> = [
        ...(shared ? sharedColumns(shared, book) : []),
        extentColumn(book),
        ...(judging === '' ? [] : newsColumns(news, request.timezone)),
        ...viewColumns(now, isPast),
      ];
      const table = alertTable(alerts, { place, book, now, isPast, filters, rows: 'alert', more });
      return {
        frames: [table.frame],
        notices: [...ofQuery, ...notices, ...table.notices, ...verdictNotices(news?.values() ?? [])],
        failures,
        more: !isComplete || news === null,
      };
    })
  );
}

function readFound(book: AlertBook, time: SearchTime, searches: readonly AlertFilter[]): Observable<AlertsFound> {
  return readEach(searches, (one) => book.search(time, one)).pipe(
    map(({ read, failed }) => ({
      // Rows stay in the order of arrival: titles that come late change none.
      alerts: union(...read.map(({ value, result }) => result.rows.filter((alert) => hasImpact(alert, value)))).sort(
        bySeverity
      ),
      own: [],
      shared: null,
      notices: read.flatMap(({ result }) => pagingNotices(result)),
      failures: failed.map(({ failure }) => failure),
      isWhole: failed.length === 0 && read.every(({ result }) => result.isWhole),
    }))
  );
}

/** The alerts of a range or a moment that is over, as they were at its end. */
function readFoundAt(
  book: AlertBook,
  time: SearchTime,
  searches: readonly AlertFilter[],
  moment: number
): Observable<AlertsFound> {
  return readEach(searches, (one) => searchAt(book, time, one, moment)).pipe(
    map(({ read, failed }) => ({
      alerts: union(...read.map(({ result }) => result.alerts)).sort(bySeverity),
      own: [],
      shared: null,
      notices: read.flatMap(({ result: { searched, list, failure } }) => [
        ...pagingNotices(searched),
        ...(list ? pagingNotices(list) : []),
        ...(failure ? [incomplete(failure)] : []),
      ]),
      failures: failed.map(({ failure }) => failure),
      isWhole: failed.length === 0 && read.every(({ result }) => result.searched.isWhole && result.list?.isWhole),
    }))
  );
}

/** A dashboard over a short time, such as an alert's own, can show what was before it. */
function lookingBack({ from, to }: Span, lookBack: string): Span {
  return { from: Math.min(from, to - (parseSpan(lookBack) ?? 0)), to };
}

/** Which alerts get a verdict. */
function judgingOf(word: string): '' | 'active' | 'all' {
  return word === 'all' ? 'all' : word === 'active' || word === 'true' ? 'active' : '';
}

function toJudge(alerts: readonly Alert[], judging: ReturnType<typeof judgingOf>): Alert[] {
  const [active, others] = partition(alerts, (alert) => alert.active === true);
  const latest = orderBy(others, ({ lastSeenAt }) => lastSeenAt ?? Infinity, 'desc').slice(0, MOST_ENDED_JUDGED);
  return judging === '' ? [] : judging === 'active' ? active : [...active, ...latest];
}

/** @param news null while it is still to come */
function newsColumns(news: ReadonlyMap<string, News> | null, timeZone: string): Array<Column<{ alert: Alert }>> {
  const newsOf = ({ alert }: { alert: Alert }) => news?.get(alert.id);
  return [
    verdictColumn((row) => {
      const its = newsOf(row);
      return its === undefined && news !== null ? NOT_JUDGED : (its?.verdict ?? null);
    }),
    likeMostColumn(newsOf, timeZone),
  ];
}

/** Where `limit` cuts, the alerts seen last are kept, in the order given; one without that time is still open. */
function newest(alerts: readonly Alert[], limit: number): Alert[] {
  const kept = orderBy(alerts, ({ lastSeenAt }) => lastSeenAt ?? Infinity, 'desc').slice(0, limit);
  return alerts.length > limit ? alerts.filter((alert) => kept.includes(alert)) : [...alerts];
}
