import { orderBy, partition } from 'lodash';
import { AlertBook, MOST_HISTORIES } from '../alertbook/alertBook';
import { newestAlerts, severest } from '../alertbook/order';
import { durationOf } from '../alertbook/span';
import { histories } from '../entries/alertEntries';
import { type Reader } from '../known/follow';
import { news } from '../entries/newsEntries';
import { emptyFieldOf, Inputs } from '../inputs/inputs';
import { cutNotices, verdictNotices } from '../notices/listNotices';
import { runKnown, type Shown } from '../answer/reader';
import { type Context, type Request } from '../answer/runner';
import { DEFAULT_ROWS } from '../query/query';
import { type Alert } from '../service/alerts';
import { isOnMetrics, type RowFilter, storedFilters } from '../filters/filters';
import { type Column } from '../tables/frame';
import { linkPlace } from '../tables/links';
import { readNames } from '../filters/names';
import { idsFor, type Searches, searchesAll, searchesOf } from '../filters/searches';
import { selected } from '../filters/selectAlerts';
import { momentOfEnd, rangeOf, type Span } from '../time/spans';
import { alertTable, extentColumn, viewColumns } from './alertTable';
import { answerIncidents } from './incidentsQuery';
import { type AlertSearchQuery } from './models';
import { readFound } from './searched';
import { type AlertsFound, likeFilters, sharedColumns } from './similarAlerts';
import { judgingOf, newsColumns, toJudge } from './verdictColumns';

/** The explore list with all its filters (interface: GET alerts/explore), or similar alerts with `like`. */
export const runAlertSearch = runKnown((query: AlertSearchQuery, request, context) => {
  const prepared = prepare(query, request, context);
  const idsOf = idsFor(query, request, context);
  return (reader) => {
    const isId = idsOf(reader);
    const searches = isId && searchesOf(query, prepared.inputs, prepared.onRows, isId);
    return searches && (query.format === 'incidents' ? answerGroups : answerRows)(reader, searches, prepared);
  };
});

type PreparedSearch = ReturnType<typeof prepare>;

/** A query's fields with replaced variables. */
function prepare(query: AlertSearchQuery, request: Request, context: Context) {
  const inputs = new Inputs(request, context);
  const range = lookingBack(rangeOf(request), inputs.span(query.lookBack, 'lookBack'));
  const at = inputs.moment(query.at, 'at');
  const moment = momentOfEnd(at ?? range.to, context.now());
  const like = inputs.identifiers(query.like);
  const besides = inputs.every(query.besides);
  const { names, filters: ofNames } = readNames(query, inputs);
  return {
    query,
    inputs,
    place: linkPlace(request, context),
    store: context.store,
    timeZone: request.timezone,
    isRefresh: context.operations.isRefresh,
    range,
    time: at === undefined ? range : { at },
    /** The moment of the answer, if it is in the past. */
    moment,
    book: new AlertBook(context, moment),
    // Active alerts last until the end of the range, as in a report.
    now: Math.min(at ?? range.to, context.now()),
    isPast: at !== undefined || moment !== undefined,
    limit: inputs.limit(query.limit, DEFAULT_ROWS),
    minScore: inputs.number(query.minScore, 'minScore', -Infinity),
    like,
    ofNames,
    onRows: [...storedFilters(query), ...ofNames],
    notices: like.notices,
    empty: emptyFieldOf({ like, besides, names }),
    judging: judgingOf(inputs.wordOf(query.verdict, 'verdict', ['active', 'all', 'true', 'false'])),
    isIncluded: ({ id }: Alert) => !besides.values.includes(id),
    isInState: ({ active }: Pick<Alert, 'active'>) => query.state === '' || active === (query.state === 'active'),
  };
}

/** The filters to compare rows with. */
function filtersOf({ like, query, inputs, ofNames }: PreparedSearch, searches: Searches) {
  return like.given ? [...likeFilters(query, inputs), ...ofNames] : searches.compared;
}

function answerGroups(reader: Reader, searches: Searches, prepared: PreparedSearch): (() => Shown) | null {
  const { like, minScore, judging, empty } = prepared;
  const isRun = empty === undefined && searches.combinations.length > 0;
  const found = readFound(reader, searches, prepared);
  const all = found && { ...found, notices: [...searches.notices, ...prepared.notices, ...found.notices] };
  return answerIncidents(reader, all, {
    ...prepared,
    filters: filtersOf(prepared, searches),
    isFiltered: isRun && (like.given || Number.isFinite(minScore) || !searchesAll(searches)),
    judged: judging === '' ? null : (alerts) => toJudge(alerts, judging),
  });
}

function answerRows(reader: Reader, searches: Searches, prepared: PreparedSearch): (() => Shown) | null {
  const { book, place, now, isPast, judging, timeZone } = prepared;
  const found = readFound(reader, searches, prepared);
  const filters = filtersOf(prepared, searches);
  const passed = found && selectedRows(reader, found, filters, prepared);
  if (!passed) {
    return null;
  }
  const { alerts, shared, notices, failures } = limited(passed, prepared);
  // Filters on metrics have already read most of them.
  reader.attempt(histories(book, filters.some(isOnMetrics) ? severest(alerts, MOST_HISTORIES) : alerts));
  const judged = toJudge(alerts, judging);
  const verdicts = reader.read(news(book, judged, now)).data ?? null;
  return () => {
    const more: Array<Column<{ alert: Alert }>> = [
      ...(shared ? sharedColumns(shared, book) : []),
      extentColumn(book),
      ...(judging === '' ? [] : newsColumns(verdicts, place.now, timeZone)),
      ...viewColumns(now, isPast),
    ];
    const table = alertTable(alerts, { place, book, now, isPast, filters: [], rows: 'alert', more });
    return {
      frames: [table.frame],
      notices: [...searches.notices, ...prepared.notices, ...notices, ...verdictNotices(verdicts?.values() ?? [])],
      failures,
    };
  };
}

/** The alerts that pass the query and the filters. Null while that is unknown. */
function selectedRows(
  reader: Reader,
  { own, alerts, ...found }: AlertsFound,
  filters: readonly RowFilter[],
  { book, now, isIncluded, isInState }: PreparedSearch
): AlertsFound | null {
  const all = { ...found, alerts: [...own, ...alerts.filter(isIncluded).filter(isInState)] };
  const passed = selected<Alert, typeof all>(reader, all, filters, { book, now });
  const [first, others] = partition(passed?.alerts, (alert) => own.includes(alert));
  return passed && { ...passed, own: first, alerts: others };
}

/** The alerts within the query's limit, in its order. */
function limited(
  { alerts, own, notices, ...found }: AlertsFound,
  { query: { sort }, like, limit, now }: PreparedSearch
): AlertsFound {
  // The most similar alerts are first, and are kept.
  const kept = like.given ? alerts.slice(0, limit) : newestAlerts(alerts, limit);
  const cut = cutNotices(kept.length, alerts.length, like.given ? 'first' : 'newest');
  const figureOf = (alert: Alert) => (sort === 'newest' ? alert.firstSeenAt : durationOf(alert, now));
  const sorted = sort === '' ? kept : orderBy(kept, (alert) => figureOf(alert) ?? -Infinity, 'desc');
  return { ...found, own: [], alerts: [...own, ...sorted], notices: [...notices, ...cut] };
}

/** Extends a dashboard's short time range, for example an alert's, into the past. */
function lookingBack({ from, to }: Span, lookBack: number): Span {
  return { from: Math.min(from, to - lookBack), to };
}
