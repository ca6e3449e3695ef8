import { type QueryResultMetaNotice } from '@grafana/data';
import { once, partition, uniqBy } from 'lodash';
import { type SearchTime } from '../../facts/alerts';
import { type Courses, DECIDING, readCourses } from '../../facts/courses';
import { type ReadContext } from '../../facts/facts';
import { severest } from '../../facts/order';
import { groupedBy } from '../../judging/incidents';
import { alertSearchAt } from '../../judging/active';
import { type Reader } from '../../facts/reader';
import { seenAlerts } from '../../judging/earlierAlerts';
import { cutNotices, earlierNotices, historyNotices, knownNotices } from '../../judging/listNotices';
import { type Shown } from '../../present/reader';
import { type Alert } from '../../service/alerts';
import { type Store } from '../../facts/store';
import { isOnMetrics, type RowFilter } from '../../table/filters';
import { type LinkPlace } from '../../table/links';
import { selectAlerts } from '../../table/selection';
import { type IncidentRow, incidentRow, orderedIncidents } from './incidentRows';
import { type IncidentDetails, incidentsTable } from './incidentsTable';
import { readIncidentMetrics } from './incidentMetrics';
import { type AlertSearchQuery } from './models';
import { type AlertsFound } from './alertTable';

/** The prepared search. */
interface PreparedIncidents {
  query: Pick<AlertSearchQuery, 'distance' | 'earlier'>;
  context: ReadContext;
  store: Store;
  place: LinkPlace;
  /** The moment of the answer, if it is in the past. */
  moment: number | undefined;
  /** The moment of the answer in epoch milliseconds, and whether it is in the past. */
  now: number;
  isPast: boolean;
  timeZone: string;
  /** Whether the panel already shows an answer to the query. */
  isRefresh: boolean;
  /** The query's own selection of alerts, and of rows by state. */
  isIncluded: (alert: Alert) => boolean;
  isInState: (alert: Pick<Alert, 'active'>) => boolean;
  filters: readonly RowFilter[];
  limit: number;
  /** The time of the searched alerts. Without filters, the query finds all of them. */
  time: SearchTime;
  isFiltered: boolean;
}

/** The alerts of the range: found by the query, and found without the service's filters. */
interface IncidentsFound extends AlertsFound {
  ofRange: readonly Alert[];
}

/** One row for each incident. Null while there is nothing to show. @param found null while more can arrive */
export function answerIncidents(
  reader: Reader,
  found: AlertsFound | null,
  prepared: PreparedIncidents
): (() => Shown) | null {
  const { filters } = prepared;
  const all = ofRange(reader, found, prepared);
  const groups = all && groupsOf(reader, all, prepared);
  // Before its metrics are known, an alert may not pass filters on them, and an ended one may belong to an active
  // incident. A refresh doesn't split incidents.
  const isEarly = !filters.some(isOnMetrics) && !prepared.isRefresh && prepared.isInState({ active: true });
  if (!groups || (groups.isFetching && !isEarly)) {
    return null;
  }
  const { courses } = groups;
  const made = once(groups.makeRows);
  const details = detailsOf(reader, groups.isFetching ? null : made().rows, courses, prepared);
  return () => {
    const { rows, notices } = made();
    return {
      frames: [incidentsTable(rows, details, { ...prepared, courses })],
      notices: [...all.notices, ...notices, ...details.notices],
      failures: all.failures,
    };
  };
}

/** Whether a metric is common does not depend on filters: with filters, the range is also searched without them. */
function ofRange(reader: Reader, found: AlertsFound | null, prepared: PreparedIncidents): IncidentsFound | null {
  const { isFiltered, isIncluded } = prepared;
  const searched = isFiltered ? searchedAll(reader, prepared) : null;
  if (!found || searched?.isFetching) {
    return null;
  }
  return {
    ...found,
    alerts: found.alerts.filter(isIncluded),
    ofRange: searched?.alerts ?? found.alerts,
    isWhole: found.isWhole && searched?.isWhole !== false,
    notices: [...found.notices, ...knownNotices(searched)],
  };
}

/** All alerts of the range, as the query finds them without filters. */
function searchedAll(reader: Reader, prepared: PreparedIncidents) {
  const { data, ...known } = alertSearchAt(reader, prepared, {});
  return { ...known, data: data?.searched, alerts: data?.alerts };
}

interface Groups {
  courses: Courses;
  /** Creates the rows within the limit, and their notices. */
  makeRows: () => { rows: IncidentRow[]; notices: QueryResultMetaNotice[] };
  isFetching: boolean;
}

/** Every alert separately at first, then in groups. */
function groupsOf(
  reader: Reader,
  { alerts: all, ofRange, isWhole }: IncidentsFound,
  prepared: PreparedIncidents
): Groups {
  const { context, moment, now, isInState, limit } = prepared;
  // An incident is kept completely if one of its alerts has the name.
  const [ofNames, others] = partition(prepared.filters, ({ isNames }) => isNames === true);
  const deciding = tableFirst(all.filter(isInState), [...all, ...ofRange]);
  // Each alert gets its name as soon as its events are known, because a slow service takes long for all.
  const { courses, isFetching } = readCourses(reader, context, deciding, { ...DECIDING, moment });
  const makeRows = () => {
    const { alerts: shown, unsure, notices } = selectAlerts(all, others, { courses, now });
    const named = selectAlerts(shown, ofNames, { courses, now });
    const namedIds = new Set(named.alerts.map(({ id }) => id));
    const courseOf = (id: string) => courses.of(id);
    const incidents = groupedBy(shown, deciding, isFetching || !isWhole ? () => null : courseOf, now);
    const unread = new Set(isFetching ? [] : shown.map(({ id }) => id).filter((id) => courseOf(id) === null));
    const isPartial = ({ id }: Alert) => !unread.has(id) && courses.whole(id) === null;
    const partial = isFetching ? 0 : shown.filter(isPartial).length;
    const outlines = orderedIncidents(incidents, shown);
    const selected = outlines
      .filter(({ ids }) => ids.some((id) => namedIds.has(id)))
      .filter(({ alert }) => isInState(alert));
    const rows = selected.slice(0, limit).map((one) => incidentRow(one, outlines, unread, { ...prepared, courses }));
    const cut = cutNotices(rows.length, selected.length, 'first');
    const unknown = historyNotices(Math.max(unread.size, unsure), partial);
    return { rows, notices: [...notices, ...named.notices, ...unknown, ...cut] };
  };
  return { courses, makeRows, isFetching };
}

/** The alerts whose histories are read to group them: the most severe of those in the table, then of the others. */
function tableFirst(shown: readonly Alert[], ofRange: readonly Alert[]): Alert[] {
  const { most } = DECIDING;
  return uniqBy([...severest(shown, most), ...severest(ofRange, most)], 'id').slice(0, most);
}

/** What the query asks for of active incidents. @param rows null while they are not grouped */
function detailsOf(
  reader: Reader,
  rows: readonly IncidentRow[] | null,
  courses: Courses,
  { query, context, store, now }: PreparedIncidents
): IncidentDetails & { notices: QueryResultMetaNotice[] } {
  const active = rows?.filter(({ alert }) => alert.active === true);
  const leads = active?.map(({ lead }) => lead);
  const seen = query.earlier && leads ? seenAlerts(reader, context, leads, { now, courses }) : null;
  const read = query.distance && active ? readIncidentMetrics(reader, active, now, store) : null;
  return {
    seen: query.earlier ? (seen ?? undefined) : null,
    metrics: query.distance ? read?.metrics : null,
    notices: [...earlierNotices(seen?.values() ?? []), ...(read?.notices ?? [])],
  };
}
