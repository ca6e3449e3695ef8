import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { combineLatest, filter, forkJoin, map, type Observable, of, switchMap } from 'rxjs';
import { union } from '../alertbook/active';
import { AlertBook } from '../alertbook/alertBook';
import { type AlertFilter, type SearchTime } from '../alertbook/door';
import { inOrder } from '../alertbook/order';
import { readVerdicts } from '../alertbook/verdict';
import { type Answer, readEach, runEach } from '../answer/answers';
import { emptyNotice, Inputs } from '../answer/inputs';
import { notice } from '../answer/notices';
import { pagingNotices, unknownMetrics, verdictNotices } from '../answer/listNotices';
import { type Context, type Request } from '../answer/runner';
import { invalidText } from '../answer/times';
import { DEFAULT_ROWS } from '../query/query';
import { type Alert } from '../service/alerts';
import { ServiceFailure } from '../service/failure';
import { MINUTE, parseSpan } from '../settings';
import { isOnMetrics, type RowFilter, storedFilters } from '../tables/filters';
import { linkPlace } from '../tables/links';
import { searchesOf } from '../tables/searches';
import { verdictColumn } from '../tables/states';
import { rangeOf, type Span } from '../time/spans';
import { alertTable, extentColumn, viewColumns } from './alertTable';
import { type AlertSearchQuery } from './models';
import { incidentsTable } from './incidentsTable';
import { shownOf } from './notices';
import { type AlertsFound, readLike, readSimilarAlerts, sharedColumns } from './similarAlerts';

/** The explore list with all its filters (interface: GET alerts/explore), or with `like` similar alerts (T5). */
export const runAlertSearch = runEach(answerSearch);

function answerSearch(query: AlertSearchQuery, request: Request, context: Context): Observable<Answer> {
  const book = new AlertBook(context);
  const inputs = new Inputs(request, context);
  const at = inputs.moment(query.at, 'at');
  const limit = inputs.number(query.limit, 'limit', DEFAULT_ROWS);
  const minScore = scoreOf(inputs.one(query.minScore));
  const like = inputs.identifiers(query.like);
  const besides = inputs.all(query.besides);
  const range = rangeOf(request);
  const time: SearchTime = at === undefined ? range : { at };
  const now = context.now();
  const searches = searchesOf(query, inputs, storedFilters(query));
  const empty = Object.entries({ like, besides }).find(([, { given, values }]) => given && values.length === 0);
  // The searches for an alert's metrics have no other filters: those of the query are compared here.
  const filters = like.given ? likeFilters(query, inputs) : searches.rest;
  // Before the limit cuts: what the rows show themselves.
  const impacts = like.given ? inputs.all(query.impact).values.filter((impact) => impact !== 'any') : [];
  const read = (): Observable<AlertsFound> => {
    if (empty || searches.combinations.length === 0) {
      const notices = empty ? [emptyNotice(empty[0])] : [];
      return of({
        alerts: [],
        shared: like.given ? new Map() : null,
        notices,
        failures: [],
        isCut: false,
        isFailed: false,
      });
    }
    return like.given
      ? readSimilarAlerts(book, like.values, reachingBack(range, inputs.one(query.lookBack)), now)
      : readFound(
          book,
          time,
          searches.combinations.map((one) => ({ ...one, minScore }))
        );
  };
  const own = query.includeLike && like.values.length > 0 ? readLike(book, like.values) : of([]);
  const chosen = forkJoin([read(), own]).pipe(
    map(([found, own]) => {
      const left = found.alerts.filter(
        ({ id, score, impact }) =>
          !besides.values.includes(id) &&
          (!like.given || minScore === '' || (score ?? -Infinity) >= Number(minScore)) &&
          (impacts.length === 0 || impacts.includes(impact ?? ''))
      );
      // Similar alerts come most similar first: these are kept.
      const alerts = like.given ? left.slice(0, Math.max(1, Math.floor(limit))) : newest(left, limit);
      const cut = shownOf(alerts.length, left.length, like.given ? 'first' : 'newest');
      const isCut = found.isCut || alerts.length < left.length;
      return { ...found, alerts: [...own, ...alerts], isCut, notices: [...found.notices, ...cut] };
    })
  );
  const withVerdicts = (found: AlertsFound) =>
    combineLatest([
      book.withCourses(of(found), ({ alerts }) => alerts),
      query.verdict && query.format === 'table' ? readVerdicts(book, found.alerts, at ?? now) : of(null),
    ]);
  return chosen.pipe(
    switchMap(withVerdicts),
    // Which alerts pass a filter on metrics is not known before their metrics are.
    filter(([{ isComplete }]) => isComplete || !filters.some(isOnMetrics)),
    map(([{ read, isComplete }, news]) => {
      const { alerts, shared, notices, failures, isCut, isFailed } = read;
      if (isFailed && failures.length > 0) {
        return { frames: [], notices: [], failures };
      }
      const place = linkPlace(request, context);
      const table = alertTable(alerts, {
        place,
        book,
        now: at ?? now,
        isPast: at !== undefined,
        filters,
        rows: 'alert',
        more: [
          ...(shared ? sharedColumns(shared, book) : []),
          extentColumn(book),
          ...(news ? [verdictColumn<{ alert: Alert }>(({ alert }) => news.verdicts.get(alert.id) ?? null)] : []),
          ...viewColumns(at ?? now, at !== undefined),
        ],
      });
      const fields = [...searches.notices, ...like.notices, ...besides.notices];
      const later = laterNotice(table.shown, at ?? range.to, now);
      const isGrouped = query.format === 'incidents';
      const unknown = isGrouped ? table.shown.filter(({ id }) => !book.hasWholeCourse(id)).length : 0;
      const options = { place, book, now: at ?? now, isWhole: !isCut, timeZone: request.timezone };
      return {
        frames: [isGrouped ? incidentsTable(table.shown, options) : table.frame()],
        notices: [
          ...fields,
          ...notices,
          ...later,
          ...table.notices,
          ...(unknown > 0 && isComplete ? [unknownMetrics(unknown)] : []),
          ...verdictNotices(news?.failures ?? []),
        ],
        failures,
        more: !isComplete || news?.isComplete === false,
      };
    })
  );
}

function readFound(book: AlertBook, time: SearchTime, searches: readonly AlertFilter[]): Observable<AlertsFound> {
  return readEach(searches, (one) => book.search(time, one)).pipe(
    map(({ read, failed }) => ({
      // Rows stay in the order of arrival: titles that come late change none (AT8).
      alerts: inOrder(union(...read.map(({ result }) => result.rows)), (alert) => book.titleOf(alert)),
      shared: null,
      notices: read.flatMap(({ result }) => pagingNotices(result)),
      failures: failed.map(({ failure }) => failure),
      isCut: failed.length > 0 || read.some(({ result }) => result.cut !== null || result.failure !== null),
      isFailed: read.length === 0,
    }))
  );
}

/** The filters of a query for similar alerts, its own fields among them, as filters on rows. */
function likeFilters(query: AlertSearchQuery, inputs: Inputs): RowFilter[] {
  const fields = { nodeId: query.nodeId, metricId: query.metricId, impact: query.impact };
  const own = Object.entries(fields).flatMap(([key, field]): RowFilter[] => {
    const values = inputs.all(field).values.filter((value) => !(key === 'impact' && value === 'any'));
    return values.length > 0 ? [{ key, operator: '=|', value: values[0], values }] : [];
  });
  return [...own, ...storedFilters(query)];
}

/** Where `limit` cuts, the alerts seen last are kept, in the order given; one without that time is still open. */
function newest(alerts: readonly Alert[], limit: number): Alert[] {
  const seen = ({ lastSeenAt }: Alert) => lastSeenAt ?? Infinity;
  const byTime = [...alerts].sort((a, b) => (seen(a) === seen(b) ? 0 : seen(b) > seen(a) ? 1 : -1));
  const kept = new Set(byTime.slice(0, Math.max(1, Math.floor(limit))));
  return alerts.filter((alert) => kept.has(alert));
}

/** A search shows alerts as they are now, whatever its time range: where that is another state, a notice says so. */
function laterNotice(alerts: readonly Alert[], moment: number, now: number): QueryResultMetaNotice[] {
  const isLater = ({ active, lastSeenAt }: Alert) => active === true || (lastSeenAt ?? -Infinity) > moment;
  return moment < now - MINUTE && alerts.some(isLater)
    ? [notice(t('alerts.as-now', 'Alerts that continued show their current values, not those of the chosen time.'))]
    : [];
}

/**
 * A panel's time override counts for relative ranges only, but an alert is opened over its own time: what came before is then
 * outside the range. @param lookBack a span such as `90d`, or nothing
 */
function reachingBack({ from, to }: Span, lookBack: string): Span {
  return { from: Math.min(from, to - (parseSpan(lookBack) ?? 0)), to };
}

/** @throws ServiceFailure (`input`) where the text is no number */
function scoreOf(text: string): string {
  if (text !== '' && !Number.isFinite(Number(text))) {
    throw new ServiceFailure('input', invalidText(t('alerts.search-editor.min-score', 'Minimum score'), text, '10'));
  }
  return text;
}
