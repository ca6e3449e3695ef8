import { orderBy } from 'lodash';
import { AlertBook } from '../alertbook/alertBook';
import { courses, DECIDING } from '../entries/alertEntries';
import { type Reader } from '../known/follow';
import { news } from '../entries/newsEntries';
import { emptyFieldOf, Inputs } from '../inputs/inputs';
import { cutNotice, verdictNotices } from '../notices/listNotices';
import { runKnown, type Shown } from '../answer/reader';
import { type Context, type Request } from '../answer/runner';
import { DEFAULT_ROWS } from '../query/query';
import { type Alert } from '../service/alerts';
import { parseSpan } from '../settingForms';
import { isOnMetrics, storedFilters } from '../filters/filters';
import { type Column } from '../tables/frame';
import { linkPlace } from '../tables/links';
import { namesOf } from '../filters/names';
import { metricIdsFor, type Searches, searchesAll, searchesOf } from '../filters/searches';
import { momentOfEnd, rangeOf, type Span } from '../time/spans';
import { alertTable, extentColumn, viewColumns } from './alertTable';
import { answerIncidents } from './incidentsQuery';
import { type AlertSearchQuery } from './models';
import { readFound } from './searched';
import { type AlertsFound, likeFilters, sharedColumns } from './similarAlerts';
import { judgingOf, newsColumns, toJudge } from './verdictColumns';

/** The explore list with all its filters (interface: GET alerts/explore), or with `like` similar alerts. */
export const runAlertSearch = runKnown((query: AlertSearchQuery, request, context) => {
  const asked = askedOf(query, request, context);
  const metricIdsOf = metricIdsFor(query, request, context);
  return (reader) => {
    const metricIds = metricIdsOf(reader);
    const searches = metricIds && searchesOf(query, asked.inputs, asked.onRows, metricIds);
    return searches && (query.format === 'incidents' ? answerGroups : answerRows)(reader, searches, asked);
  };
});

type SearchAsked = ReturnType<typeof askedOf>;

/** A query's fields, with their variables replaced. */
function askedOf(query: AlertSearchQuery, request: Request, context: Context) {
  const inputs = new Inputs(request, context);
  const range = lookingBack(rangeOf(request), inputs.one(query.lookBack));
  const at = inputs.moment(query.at, 'at');
  const moment = momentOfEnd(at ?? range.to, context.now());
  const like = inputs.identifiers(query.like);
  const besides = inputs.all(query.besides);
  const { names, filters: ofNames } = namesOf(query, inputs);
  return {
    query,
    inputs,
    place: linkPlace(request, context),
    store: context.store,
    timeZone: request.timezone,
    isRefresh: context.operations.isRefresh,
    range,
    time: at === undefined ? range : { at },
    /** The moment that is looked at if it is over. */
    moment,
    book: new AlertBook(context, moment),
    now: at ?? moment ?? context.now(),
    isPast: at !== undefined || moment !== undefined,
    limit: Math.max(1, Math.floor(inputs.number(query.limit, 'limit', DEFAULT_ROWS))),
    minScore: inputs.number(query.minScore, 'minScore', -Infinity),
    like,
    ofNames,
    onRows: [...storedFilters(query), ...ofNames],
    notices: [...like.notices, ...besides.notices, ...names.notices],
    empty: emptyFieldOf({ like, besides, names }),
    judging: judgingOf(inputs.wordOf(query.verdict, 'verdict', ['active', 'all', 'true', 'false'])),
    isWanted: ({ id, active }: Alert) =>
      !besides.values.includes(id) && (query.state === '' || active === (query.state === 'active')),
  };
}

/** The filters that rows are compared with. */
function filtersOf({ like, query, inputs, ofNames }: SearchAsked, searches: Searches) {
  return like.given ? [...likeFilters(query, inputs), ...ofNames] : searches.compared;
}

function answerGroups(reader: Reader, searches: Searches, asked: SearchAsked): (() => Shown) | null {
  const { like, minScore, judging, empty } = asked;
  const isRun = empty === undefined && searches.combinations.length > 0;
  const found = readFound(reader, searches, asked);
  const all = found && { ...found, notices: [...searches.notices, ...asked.notices, ...found.notices] };
  return answerIncidents(reader, all, {
    ...asked,
    filters: filtersOf(asked, searches),
    isFiltered: isRun && (like.given || Number.isFinite(minScore) || !searchesAll(searches)),
    judged: judging === '' ? null : (alerts) => toJudge(alerts, judging),
  });
}

function answerRows(reader: Reader, searches: Searches, asked: SearchAsked): (() => Shown) | null {
  const { book, place, now, isPast, judging, timeZone } = asked;
  const filters = filtersOf(asked, searches);
  const found = readFound(reader, searches, asked);
  if (!found) {
    return null;
  }
  const { alerts, shared, notices, failures } = limited(found, asked);
  const isDeciding = filters.some(isOnMetrics);
  const { isFetching } = reader.attempt(courses(book, alerts, isDeciding ? DECIDING : {}));
  const judged = toJudge(alerts, judging);
  const verdicts = reader.read(news(book, judged, now)).data ?? null;
  // Which alerts pass a filter on metrics is not known before their metrics are.
  if (isFetching && isDeciding) {
    return null;
  }
  return () => {
    const more: Array<Column<{ alert: Alert }>> = [
      ...(shared ? sharedColumns(shared, book) : []),
      extentColumn(book, new Set(judged.map(({ id }) => id))),
      ...(judging === '' ? [] : newsColumns(verdicts, timeZone)),
      ...viewColumns(now, isPast),
    ];
    const table = alertTable(alerts, { place, book, now, isPast, filters, rows: 'alert', more });
    return {
      frames: [table.frame],
      notices: [
        ...searches.notices,
        ...asked.notices,
        ...notices,
        ...table.notices,
        ...verdictNotices(verdicts?.values() ?? []),
      ],
      failures,
    };
  };
}

/** The alerts that the query's limit keeps. */
function limited({ alerts, own, notices, ...found }: AlertsFound, { like, limit, isWanted }: SearchAsked): AlertsFound {
  const left = alerts.filter(isWanted);
  // The most similar alerts come first, and are kept.
  const kept = like.given ? left.slice(0, limit) : newest(left, limit);
  const cut = kept.length < left.length ? [cutNotice(kept.length, left.length, like.given ? 'first' : 'newest')] : [];
  return { ...found, own: [], alerts: [...own, ...kept], notices: [...notices, ...cut] };
}

/** Lets a dashboard with a short time range, such as an alert's, show what was before it. */
function lookingBack({ from, to }: Span, lookBack: string): Span {
  return { from: Math.min(from, to - (parseSpan(lookBack) ?? 0)), to };
}

/** The alerts that `limit` keeps, in their order: those seen last. Without that time an alert is still open. */
function newest(alerts: readonly Alert[], limit: number): Alert[] {
  const kept = orderBy(alerts, ({ lastSeenAt }) => lastSeenAt ?? Infinity, 'desc').slice(0, limit);
  return alerts.length > limit ? alerts.filter((alert) => kept.includes(alert)) : [...alerts];
}
