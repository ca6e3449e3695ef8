import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { memoize, partition, uniqBy } from 'lodash';
import { type Courses, DECIDING, readCourses } from '../../facts/courses';
import { type ReadContext } from '../../facts/facts';
import { eachKnown, inTurns, mapEntry, type Reader } from '../../facts/reader';
import { severest } from '../../facts/order';
import { type Store } from '../../facts/store';
import { warn } from '../../ground/notices';
import { seenAlerts } from '../../judging/earlierAlerts';
import { readEnding } from '../../judging/endedBy';
import { groupedBy } from '../../judging/incidents';
import { JUDGED_BY, judgedMetric, type JudgedPoints } from '../../judging/judgeMetric';
import { cutNotices, earlierNotices, historyNotices } from '../../judging/listNotices';
import { unreadText } from '../../judging/readingNotices';
import { type Shown } from '../../present/reader';
import { type Alert } from '../../service/alerts';
import { distanceFrame } from '../../table/columns';
import { isOnMetrics, type RowFilter } from '../../table/filters';
import { selectAlerts } from '../../table/selection';
import { type AlertsFound } from './alertTable';
import {
  type IncidentDetails,
  type IncidentOptions,
  type IncidentRow,
  incidentRow,
  incidentsTable,
  orderedIncidents,
  type Outline,
  outlineTitle,
} from './incidentsTable';

/** The prepared search. */
interface PreparedIncidents extends Omit<IncidentOptions, 'courses'> {
  context: ReadContext & { store: Store };
  /** The moment of the answer, if it is in the past. */
  moment: number | undefined;
  filters: readonly RowFilter[];
  /** Whether an incident is in the table by its state. */
  isInState: (alert: Pick<Alert, 'active'>) => boolean;
  limit: number;
  /** What this run has made: see `answerIncidents`. */
  made: { rows?: RowsMade; of?: readonly unknown[]; show?: () => Shown };
}

interface RowsMade {
  rows: IncidentRow[];
  notices: QueryResultMetaNotice[];
}

/** The alerts of the range: found by the query, and found without its filters. */
interface IncidentsFound extends AlertsFound {
  ofRange: readonly Alert[];
  /** Those whose events are read: see `tableFirst`. */
  deciding: readonly Alert[];
}

/**
 * One row for each incident. Null while there is nothing to show. Nothing changes the rows once all events are read, while
 * figures arrive one after the other; a table with the same figures is not made again.
 */
export function answerIncidents(
  reader: Reader,
  found: IncidentsFound,
  prepared: PreparedIncidents
): (() => Shown) | null {
  const { context, moment, filters, isInState, made } = prepared;
  // Before rankings: incidents are what a user looks at first.
  const { courses, isFetching } = readCourses(reader, context, found.deciding, { ...DECIDING, rank: 0, moment });
  // Each alert gets its name as soon as its events are known, because a slow service takes long for all. Before its metrics
  // are known, an alert may not pass filters on them, and an ended one may belong to an active incident.
  const isEarly = !filters.some(isOnMetrics) && isInState({ active: true });
  if (isFetching && !isEarly) {
    return null;
  }
  const makeRows = () => rowsOf(found, isFetching, { ...prepared, courses });
  const rows = isFetching ? undefined : (made.rows ??= makeRows());
  const { notices: unread, ...details } = rows ? detailsOf(reader, rows.rows, courses, prepared) : { notices: [] };
  const parts = [courses, rows, ...Object.values(details)];
  if (parts.some((part, i) => part !== made.of?.[i])) {
    made.of = parts;
    made.show = () => {
      const { rows: shown, notices } = rows ?? makeRows();
      return {
        frames: [incidentsTable(shown, details, { ...prepared, courses })],
        notices: [...found.notices, ...notices, ...unread],
        failures: found.failures,
      };
    };
  }
  return made.show ?? null;
}

/** The rows within the limit, and their notices: every alert separately at first, then in groups. */
function rowsOf(
  { alerts, isWhole, deciding }: IncidentsFound,
  isFetching: boolean,
  prepared: PreparedIncidents & { courses: Courses }
): RowsMade {
  const { courses, filters, now, isInState, limit } = prepared;
  // An incident is kept completely if one of its alerts has the name.
  const [ofNames, others] = partition(filters, ({ isNames }) => isNames === true);
  const { alerts: shown, unsure, notices } = selectAlerts(alerts, others, { courses, now });
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
  const titleOf = memoize((outline: Outline) => outlineTitle(outline, courses));
  const rows = selected.slice(0, limit).map((one) => incidentRow(one, outlines, unread, { ...prepared, titleOf }));
  const cut = cutNotices(rows.length, selected.length, 'first');
  const unknown = historyNotices(Math.max(unread.size, unsure), partial);
  return { rows, notices: [...notices, ...named.notices, ...unknown, ...cut] };
}

/** The alerts whose histories are read to group them: the most severe of those in the table, then of the others. */
export function tableFirst(shown: readonly Alert[], ofRange: readonly Alert[]): Alert[] {
  const { most } = DECIDING;
  return uniqBy([...severest(shown, most), ...severest(ofRange, most)], 'id').slice(0, most);
}

/** The maximum of ended incidents whose end is judged, one request each. */
const MOST_ENDED = 10;

/** What the query requests of incidents. */
function detailsOf(
  reader: Reader,
  rows: readonly IncidentRow[],
  courses: Courses,
  { query, context, now }: PreparedIncidents
): IncidentDetails & { notices: QueryResultMetaNotice[] } {
  const active = rows.filter(({ alert }) => alert.active === true);
  const leads = active.map(({ lead }) => lead);
  const { store } = context;
  // Values come first, because free slots take requests in this order.
  const read = query.distance ? reader.conclude('metrics', () => readFirstMetrics(reader, active, now, store)) : null;
  const seen = query.earlier
    ? reader.conclude('seen', () => seenAlerts(reader, context, leads, { now, courses }))
    : null;
  return {
    seen: seen ?? undefined,
    metrics: read?.metrics,
    endings: query.ended ? reader.conclude('endings', () => endingsOf(reader, rows, store)) : undefined,
    notices: [...earlierNotices(seen?.values() ?? []), ...(read?.notices ?? [])],
  };
}

/** How the first ended incidents of the table ended, by the first metric of their most severe alert. */
function endingsOf(reader: Reader, rows: readonly IncidentRow[], store: Store): IncidentDetails['endings'] {
  const ended = rows.filter(({ alert }) => alert.active === false).slice(0, MOST_ENDED);
  return new Map(
    ended.map(({ lead, alert, firstMetric }) => [lead.id, readEnding(reader, firstMetric, alert.lastSeenAt, store)])
  );
}

/** Reads the first metrics of incidents, one request each. Null while more can arrive. @param now the moment of the answer */
function readFirstMetrics(reader: Reader, rows: readonly IncidentRow[], now: number, store: Store) {
  const metrics = rows.flatMap(({ lead: { id }, firstMetric }) => {
    const { nodeId, metricId } = firstMetric ?? {};
    return nodeId && metricId ? [{ id, nodeId, metricId }] : [];
  });
  const each = eachKnown(metrics, ({ nodeId, metricId }) => {
    const request = { nodeId, metricId, aggregation: '' };
    const entry = judgedMetric(request, { from: now - JUDGED_BY, to: now }, now, store);
    return reader.read(inTurns(mapEntry(`drawn ${entry.key}`, entry, withGraph)));
  });
  if (!each) {
    return null;
  }
  const missing = each.read.flatMap(({ result }) => result.missing[0]?.failure ?? []);
  const reason: unknown = [...each.failures, ...missing].at(0);
  return {
    metrics: new Map(each.read.map(({ value, result }) => [value.id, result])),
    notices: reason === undefined ? [] : [warn(unreadText(t('column.distance', 'Distance'), reason))],
  };
}

/** The small graph is made when its metric arrives, because those of all metrics together take long. */
function withGraph(points: JudgedPoints) {
  const graph = { snapshot: points.snapshot, from: points.when.from, to: points.when.to };
  distanceFrame(graph);
  return { ...points, graph };
}
