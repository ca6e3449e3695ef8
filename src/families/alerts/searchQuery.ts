import { ALERT_SEARCH, type AlertSearchQuery } from './models';
import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { minBy, orderBy } from 'lodash';
import { alertSearchAt, uniqueAlerts } from '../../judging/active';
import { Courses, MOST_COURSES, readCourses } from '../../facts/courses';
import { bySeverity, newestAlerts, severest, severityRank } from '../../facts/order';
import { sortFailures } from '../../judging/alertEvents';
import { earlierAlerts, seenAlerts, type SeenFound } from '../../judging/earlierAlerts';
import { eachKnown, type Reader } from '../../facts/reader';
import { Inputs } from '../../ground/inputs';
import { isFilled } from '../../ground/shapes';
import { RAW } from '../../ground/texts';
import { cutNotices, earlierNotices, knownNotices, pagingNotices, unknownAlert } from '../../judging/listNotices';
import { warn } from '../../ground/notices';
import { fieldFilters, idsFor, readNames, type Searches, searchesAll, searchesOf } from '../../table/searches';
import { type Alert } from '../../service/alerts';
import { momentOfEnd } from '../../ground/spans';
import { durationOf, spanOf } from '../../facts/history';
import { metricTitle } from '../../facts/titles';
import { runKnown, type Shown } from '../../present/reader';
import { type Scope } from '../../table/links';
import { isOnMetrics, type RowFilter, storedFilters } from '../../table/filters';
import { type EndedBy, readEnding } from '../../judging/endedBy';
import { endedByColumn, seenColumns } from '../../table/columns';
import { coloredColumn, type Column, textColumn } from '../../table/frame';
import { selected } from '../../table/selection';
import { type AlertsFound, alertTable, alertTableWithoutRows } from './alertTable';
import { answerIncidents, tableFirst } from './incidentsQuery';
import { type IncidentOptions, incidentsTable } from './incidentsTable';

/** The maximum of metrics in the order column, and of earlier alerts whose end is judged. */
const MOST_ORDERED = 3;
const MOST_ENDED = 3;

/** The explore list with all its filters (interface: GET alerts/explore), or earlier alerts with `like`. */
export const runAlertSearch = runKnown((query: AlertSearchQuery, scope) => {
  const prepared = prepare(query, scope);
  const idsOf = idsFor(query, scope);
  const searchesIn = (reader: Reader) => {
    const isId = idsOf(reader);
    return isId && searchesOf(query, prepared.inputs, prepared.onRows, isId);
  };
  return (reader) => {
    if (query.format === 'incidents') {
      const found = reader.conclude('found', () => {
        const searches = searchesIn(reader);
        return searches && foundForGroups(reader, searches, prepared);
      });
      return found && answerIncidents(reader, found, { ...prepared, filters: found.filters });
    }
    const searches = searchesIn(reader);
    return searches && answerRows(reader, searches, prepared);
  };
});

runAlertSearch.withoutRows = (query, scope) => {
  const options = { ...scope, query, courses: new Courses(scope.context), isPast: false };
  return query.format === 'incidents'
    ? incidentsTable([], {}, options)
    : alertTableWithoutRows(scope, { rows: 'alert', more: moreColumns(options, {}) });
};

type PreparedSearch = ReturnType<typeof prepare>;

/** A query's fields with replaced variables. */
function prepare(query: AlertSearchQuery, scope: Scope) {
  const inputs = new Inputs(scope.request, scope.context, ALERT_SEARCH);
  const { from, to } = scope.range;
  const lookBack = inputs.span(query.lookBack, 'lookBack');
  // Extends a dashboard's short time range, for example an alert's, into the past.
  const range = { from: Math.min(from, to - lookBack), to };
  const at = inputs.moment(query.at, 'at');
  const moment = momentOfEnd(at ?? range.to, scope.now);
  const like = inputs.identifiers(query.like);
  const besides = inputs.every(query.besides);
  const { names, filters: ofNames } = readNames(query, inputs);
  inputs.refuseEmpty({ like, besides, names });
  return {
    ...scope,
    query,
    inputs,
    range,
    lookBack,
    time: at === undefined ? range : { at },
    /** The moment of the answer, if it is in the past. */
    moment,
    // Active alerts last until the end of the range, as in a report.
    now: Math.min(at ?? range.to, scope.now),
    isPast: at !== undefined || moment !== undefined,
    limit: inputs.limit(query.limit),
    minScore: inputs.number(query.minScore, 'minScore', -Infinity),
    like,
    onRows: [...storedFilters(query), ...ofNames],
    made: {},
    isIncluded: ({ id }: Alert) => !besides.values.includes(id),
    isInState: ({ active }: Pick<Alert, 'active'>) => query.state === '' || active === (query.state === 'active'),
  };
}

/** The filters to compare rows with: for earlier alerts, also the text, node, and metric, because their search has none. */
function filtersOf({ like, query, inputs, onRows }: PreparedSearch, searches: Searches): RowFilter[] {
  if (!like.given) {
    return searches.compared;
  }
  const q = inputs.one(query.q, 'q');
  const text = q === '' ? [] : [{ key: 'text', operator: '=', value: q }];
  return [
    ...text,
    ...fieldFilters({ nodeId: inputs.all(query.nodeId), metricId: inputs.all(query.metricId) }),
    ...onRows,
  ];
}

/** The alerts of incidents. Null while more can arrive. */
function foundForGroups(reader: Reader, searches: Searches, prepared: PreparedSearch) {
  const { like, minScore, isIncluded, isInState } = prepared;
  const isRun = searches.combinations.length > 0;
  const isFiltered = isRun && (like.given || Number.isFinite(minScore) || !searchesAll(searches));
  const found = readFound(reader, searches, prepared);
  // Whether a metric is common does not depend on filters, so the range is also searched without them.
  const whole = isFiltered ? alertSearchAt(reader, prepared, {}) : null;
  if (!found || whole?.isFetching) {
    return null;
  }
  const missing = knownNotices(whole && { data: whole.data?.searched, error: whole.error });
  const alerts = found.alerts.filter(isIncluded);
  const ofRange = whole?.data?.alerts ?? found.alerts;
  return {
    ...found,
    filters: filtersOf(prepared, searches),
    alerts,
    ofRange,
    deciding: tableFirst(alerts.filter(isInState), [...alerts, ...ofRange]),
    isWhole: found.isWhole && whole?.isWhole !== false,
    notices: [...found.notices, ...missing],
  };
}

function answerRows(reader: Reader, searches: Searches, prepared: PreparedSearch): (() => Shown) | null {
  const { context, place, now, isPast, isIncluded, isInState } = prepared;
  const found = readFound(reader, searches, prepared);
  const filters = filtersOf(prepared, searches);
  const alertsOfQuery = found?.alerts.filter((alert) => isIncluded(alert) && isInState(alert)) ?? [];
  const passed = found && selected<Alert, AlertsFound>(reader, { ...found, alerts: alertsOfQuery }, filters, prepared);
  if (!passed) {
    return null;
  }
  const { alerts, notices, failures } = limited(passed, prepared);
  // Filters on metrics have already read most of them.
  const named = filters.some(isOnMetrics) ? severest(alerts, MOST_COURSES) : alerts;
  const { courses } = readCourses(reader, context, named, { moment: prepared.moment });
  const endings = endingsOf(reader, alerts, prepared);
  const active = alerts.filter((alert) => alert.active === true);
  const seen = prepared.query.earlier ? (seenAlerts(reader, context, active, { now }) ?? undefined) : undefined;
  const more = moreColumns({ ...prepared, courses }, { endings, seen });
  return () => {
    const table = alertTable(alerts, { place, courses, now, isPast, filters: [], rows: 'alert', more });
    return { frames: [table.frame], notices: [...notices, ...earlierNotices(seen?.values() ?? [])], failures };
  };
}

/** The alerts within the query's limit, in its order: earlier ones begin with the newest. */
function limited(
  { alerts, notices, ...found }: AlertsFound,
  { query: { sort }, like, limit, now }: PreparedSearch
): AlertsFound {
  const kept = like.given ? alerts.slice(0, limit) : newestAlerts(alerts, limit);
  const figureOf = (alert: Alert) => (sort === 'newest' ? alert.firstSeenAt : durationOf(alert, now));
  const sorted = sort === '' ? kept : orderBy(kept, (alert) => figureOf(alert) ?? -Infinity, 'desc');
  return { ...found, alerts: sorted, notices: [...notices, ...cutNotices(kept.length, alerts.length)] };
}

/** How the newest of earlier alerts ended, by ID. */
function endingsOf(
  reader: Reader,
  alerts: readonly Alert[],
  { query, like, context, now, moment }: PreparedSearch
): Map<string, EndedBy | null> {
  const newest =
    like.given && query.ended ? orderBy(alerts, ({ firstSeenAt }) => firstSeenAt ?? -Infinity, 'desc') : [];
  const endings = new Map<string, EndedBy | null>();
  for (const alert of newest.slice(0, MOST_ENDED)) {
    const { to, isOpen } = spanOf(alert, now);
    const read = isOpen ? null : readCourses(reader, context, [alert], { rank: 1, moment });
    if (read && !read.isFetching) {
      const metric = read.courses.of(alert.id)?.metrics.at(0) ?? null;
      endings.set(alert.id, readEnding(reader, metric, to, context.store));
    }
  }
  return endings;
}

type AlertColumn = Column<{ alert: Alert }>;

/** What the query requests of alerts, by their IDs. */
interface AlertDetails {
  endings?: ReadonlyMap<string, EndedBy | null>;
  seen?: ReadonlyMap<string, SeenFound>;
}

/** The columns after the columns of a list. */
function moreColumns(
  { query, courses, place, timeZone }: IncidentOptions & { query: AlertSearchQuery },
  { endings, seen }: AlertDetails
): AlertColumn[] {
  const seenOf = ({ alert }: { alert: Alert }) => seen?.get(alert.id)?.seen ?? null;
  return [
    ...(isFilled(query.like) ? orderColumns(courses) : []),
    ...(isFilled(query.like) && query.ended
      ? [endedByColumn<{ alert: Alert }>(({ alert }) => endings?.get(alert.id) ?? null)]
      : []),
    ...(query.earlier ? seenColumns(seenOf, { now: place.now, timeZone }) : []),
  ];
}

/** The first metrics of an alert in the order of joining, and the worst severity of any. */
function orderColumns(courses: Courses): AlertColumn[] {
  const metricsOf = (alert: Alert) => courses.whole(alert.id)?.metrics ?? [];
  const orderOf = (alert: Alert) => {
    const metrics = metricsOf(alert);
    const first = metrics.slice(0, MOST_ORDERED).map(metricTitle).join(' → ');
    return first === '' ? null : `${first}${metrics.length > MOST_ORDERED ? ' → …' : ''}`;
  };
  const peakOf = (alert: Alert) => minBy(metricsOf(alert), ({ worst }) => severityRank(worst))?.worst ?? null;
  return [
    textColumn('order', ({ alert }) => orderOf(alert), { hidden: true }),
    coloredColumn('peak', ({ alert }) => peakOf(alert), { width: 90, hidden: true }),
  ];
}

/** The alerts of a query. Null while more can arrive. */
function readFound(reader: Reader, searches: Searches, prepared: PreparedSearch): AlertsFound | null {
  const { like } = prepared;
  const found =
    searches.combinations.length === 0
      ? { alerts: [], notices: [], failures: [], isWhole: true }
      : like.given
        ? foundEarlier(reader, prepared)
        : foundBySearch(reader, searches, prepared);
  return found && { ...found, notices: [...searches.notices, ...like.notices, ...found.notices] };
}

function foundBySearch(reader: Reader, { combinations }: Searches, prepared: PreparedSearch): AlertsFound | null {
  const { minScore } = prepared;
  const least = Number.isFinite(minScore) ? String(minScore) : '';
  const searches = combinations.map((one) => ({ ...one, minScore: least }));
  const each = eachKnown(searches, (one) => alertSearchAt(reader, prepared, one));
  return (
    each && {
      // Titles that arrive late don't change the order of rows.
      alerts: uniqueAlerts(...each.read.map(({ result }) => result.alerts)).sort(bySeverity),
      notices: each.read.flatMap(({ result: { searched, list, failure } }) => [
        ...pagingNotices(searched),
        ...(list === undefined ? [] : knownNotices({ data: list, error: failure })),
      ]),
      failures: each.failures,
      isWhole: each.isWhole,
    }
  );
}

/** The alerts that began before the alert in `like` and have its first metric, as they are now. */
function foundEarlier(
  reader: Reader,
  { query, inputs, context, range, lookBack, minScore, like }: PreparedSearch
): AlertsFound | null {
  const each = eachKnown(like.values, (id) => earlierAlerts(reader, context, { id }, { range, lookBack }));
  if (!each) {
    return null;
  }
  const impacts = inputs.words(query.impact, 'impact');
  const passes = ({ impact, score }: Alert) =>
    (score ?? -Infinity) >= minScore && (impacts.length === 0 || impacts.includes(impact ?? ''));
  const failed = sortFailures(each.failed, (id) => unknownAlert(id, context.now(), context.timeZone));
  const alerts = uniqueAlerts(...each.read.map(({ result }) => result.rows)).filter(passes);
  return {
    alerts: orderBy(alerts, ({ firstSeenAt, lastSeenAt }) => firstSeenAt ?? lastSeenAt ?? -Infinity, 'desc'),
    notices: [
      ...failed.notices,
      ...each.read.flatMap(({ value, result: { metric, search } }) =>
        metric ? pagingNotices(search) : [firstMetricUnknown(value)]
      ),
    ],
    failures: failed.failures,
    isWhole: each.isWhole && each.read.every(({ result }) => result.search?.isWhole === true),
  };
}

function firstMetricUnknown(id: string): QueryResultMetaNotice {
  return warn(
    t('alerts.first-unknown', 'Nothing searched: the first metric of alert {{id}} is unknown.', { id, ...RAW })
  );
}
