import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { compact } from 'lodash';
import { alertList, listAtStart } from '../../facts/alerts';
import { readCourses } from '../../facts/courses';
import { type ReadContext } from '../../facts/facts';
import { worstFirst } from '../../facts/history';
import { NamedMetrics } from '../../facts/names';
import { byAnomalySeverity, bySeverity } from '../../facts/order';
import { activeIn, activeNotices } from '../../judging/active';
import { namedAnomalies } from '../../facts/anomalies';
import { filterRows, type RowFilter } from '../../table/filters';
import { type Values } from '../../ground/inputs';
import { type Reader, unshown } from '../../facts/reader';
import { cutNotices, pagingNotices, unknownMetrics } from '../../judging/listNotices';
import { info, warn } from '../../ground/notices';
import { type Alert, type Named } from '../../service/alerts';
import { type Paged } from '../../service/paging';
import { metricColumns } from '../../table/frame';
import { type LinkPlace } from '../../table/links';
import { momentOfEnd, type Span } from '../../ground/spans';

/** The maximum of alerts whose events are read, the most severe first. */
const MOST_ALERTS = 50;
/** The maximum of metrics that are read. */
const MOST_METRICS = 50;

/** A metric that can be read. */
export interface Candidate extends Named {
  nodeId: string;
  metricId: string;
}

/** The metrics that are known in a range. */
export interface Candidates {
  /** By priority. */
  candidates: Candidate[];
  /** The alert lists at both ends. Undefined if one could not be read. */
  start: Paged<Alert> | undefined;
  end: Paged<Alert> | undefined;
  /** The number of alerts with unknown metrics. */
  unknown: number;
  /** Why some sources could not be read. */
  failures: unknown[];
  notices: QueryResultMetaNotice[];
}

/**
 * The metrics of the alert lists at both ends of a range, then those of its anomalies, the most severe first. Only if these
 * name none, or the anomalies could not be read, also those in the events of the range's most severe alerts.
 *
 * @returns null while more can arrive; fails if nothing could be read
 */
export function candidatesIn(context: ReadContext, range: Span): (reader: Reader) => Candidates | null {
  const moment = momentOfEnd(range.to, context.now());
  let found: Candidates | null = null;
  const findIn = (reader: Reader): Candidates | null => {
    const start = reader.read(unshown(listAtStart(context, range)));
    const end = reader.read(unshown(alertList(context, moment)));
    const anomalies = reader.read(unshown(namedAnomalies(context.operations, range)));
    if (start.isFetching || end.isFetching || anomalies.isFetching) {
      return null;
    }
    const lists = [...(start.data?.rows ?? []), ...(end.data?.rows ?? [])].sort(bySeverity);
    const names = new NamedMetrics();
    lists.forEach(({ metrics }) => names.add(worstFirst(metrics ?? [])));
    [...(anomalies.data ?? [])].sort(byAnomalySeverity).forEach(({ metrics }) => names.add(metrics));
    const isEnough = anomalies.error === undefined && readable(names.all()).length > 0;
    const courses = isEnough ? NO_COURSES : coursesIn(reader, context, range);
    courses?.metrics.forEach((metrics) => names.add(metrics));
    const failures = compact([start.error, end.error, anomalies.error, courses?.failure]);
    const candidates = readable(names.all());
    if (candidates.length === 0 && start.error && end.error && courses?.failure) {
      throw courses.failure;
    }
    const unknown = new Set(lists.filter(({ metrics }) => !metrics?.length).map(({ id }) => id));
    return (
      courses && {
        candidates,
        start: start.data,
        end: end.data,
        unknown: isEnough ? unknown.size : courses.unknown,
        failures,
        notices: [...pagingNotices(start.data), ...pagingNotices(end.data), ...courses.notices],
      }
    );
  };
  return (reader) => (found ??= findIn(reader));
}

/** What the events of alerts show. */
interface Courses {
  metrics: Named[][];
  unknown: number;
  failure?: unknown;
  notices: QueryResultMetaNotice[];
}

const NO_COURSES: Courses = { metrics: [], unknown: 0, notices: [] };

/** The metrics in the first pages of the most severe alerts of a range, in order of joining. Null until they are read. */
function coursesIn(reader: Reader, context: ReadContext, range: Span): Courses | null {
  const active = activeIn(reader, { context, range }, {}, { orListed: true });
  const alerts = (active.data?.alerts ?? []).filter(({ id }) => id !== '').slice(0, MOST_ALERTS);
  const moment = momentOfEnd(range.to, context.now());
  const { courses, isFetching } = readCourses(reader, context, alerts, { most: MOST_ALERTS, rank: 1, moment });
  if (active.isFetching || isFetching) {
    return null;
  }
  const metrics = alerts.map(({ id }) => courses.of(id)?.metrics ?? []);
  return {
    metrics,
    unknown: metrics.filter(({ length }) => length === 0).length,
    failure: active.error ?? active.data?.missing.search,
    notices: active.data ? activeNotices(active.data) : [],
  };
}

/** The metrics with everything that is needed to read them. */
function readable(names: readonly Named[]): Candidate[] {
  return names.flatMap((named): Candidate[] => {
    const { nodeId, metricId } = named;
    return nodeId && metricId ? [{ ...named, nodeId, metricId }] : [];
  });
}

/**
 * The candidates that are read, and notices about the others.
 *
 * @param wanted the query's fields
 * @param filters on the names of metrics, nodes, and systems
 * @param isOwn whether a metric is omitted
 */
export function chosenOf(
  { candidates, unknown, failures, notices }: Candidates,
  wanted: { nodeId: Values; systemId: Values },
  filters: readonly RowFilter[],
  place: LinkPlace,
  isOwn: (metric: Candidate) => boolean = () => false
): Pick<Candidates, 'candidates' | 'notices'> {
  const ofFields = candidates.filter((one) => holds(wanted.nodeId, one.nodeId) && holds(wanted.systemId, one.systemId));
  const others = ofFields.filter((one) => !isOwn(one));
  const columns = metricColumns<Candidate>(place, others, (row) => row);
  const { rows, notices: unused } = filterRows(others, Object.values(columns), filters);
  const chosen = rows.slice(0, MOST_METRICS);
  // An empty ranking would otherwise look as if all metrics were inside. Unread sources may contain metrics.
  const isNothing = ofFields.length === 0 && failures.length === 0;
  return {
    candidates: chosen,
    notices: [
      ...notices,
      ...(isNothing ? [nothingMeasured(unknown)] : []),
      ...(candidates.length > 0 && unknown > 0 ? [unknownMetrics(unknown)] : []),
      ...unused,
      ...cutNotices(chosen.length, rows.length, 'most severe', false),
    ],
  };
}

function holds({ given, values }: Values, id: string | null): boolean {
  return !given || (id !== null && values.includes(id));
}

function nothingMeasured(unknown: number): QueryResultMetaNotice {
  return (unknown === 0 ? info : warn)(
    t('type.nothing', 'Nothing found. Choose a longer time range, or fewer filters.')
  );
}
