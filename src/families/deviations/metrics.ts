import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { compact } from 'lodash';
import { alertList, listAtStart } from '../../facts/alerts';
import { namedAnomalies } from '../../facts/anomalies';
import { readCourses } from '../../facts/courses';
import { type ReadContext } from '../../facts/facts';
import { worstFirst } from '../../facts/history';
import { metricData } from '../../facts/metricData';
import { NamedMetrics } from '../../facts/names';
import { byAnomalySeverity, bySeverity } from '../../facts/order';
import { inTurns, type Reader } from '../../facts/reader';
import { type Snapshot } from '../../facts/snapshot';
import { MOST_REQUESTS, type SeriesRequest } from '../../facts/store';
import { metricTitle } from '../../facts/titles';
import { type DeviationLimits } from '../../ground/fields';
import { type Values } from '../../ground/inputs';
import { info, warn } from '../../ground/notices';
import { type Span } from '../../ground/spans';
import { activeAlerts } from '../../judging/active';
import { cutNotices, incomplete, pagingNotices, unknownMetrics } from '../../judging/listNotices';
import { unreadNotices } from '../../judging/readingNotices';
import { type AnswerOf, type Shown } from '../../present/reader';
import { type Alert, type Named } from '../../service/alerts';
import { type Paged } from '../../service/paging';
import { filterRows, storedFilters } from '../../table/filters';
import { metricColumns } from '../../table/frame';
import { type Scope } from '../../table/links';
import { type Context } from '../../table/runner';
import { type DeviationsQuery, MOST_METRICS } from './models';

/** The maximum of alerts whose events are read, the most severe first. */
const MOST_ALERTS = 50;

/** A metric that can be read. */
export interface Candidate extends Named {
  nodeId: string;
  metricId: string;
}

/** Where metrics are known. */
type Known = Pick<Scope, 'range' | 'moment'> & { context: ReadContext };

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
export function candidatesIn(scope: Known): (reader: Reader) => Candidates | null {
  const { context, range, moment } = scope;
  let found: Candidates | null = null;
  const findIn = (reader: Reader): Candidates | null => {
    const start = reader.read(listAtStart(context, range));
    const end = reader.read(alertList(context, moment));
    const anomalies = reader.read(namedAnomalies(context.operations, range));
    if (start.isFetching || end.isFetching || anomalies.isFetching) {
      return null;
    }
    const lists = [...(start.data?.rows ?? []), ...(end.data?.rows ?? [])].sort(bySeverity);
    const names = new NamedMetrics();
    lists.forEach(({ metrics }) => names.add(worstFirst(metrics ?? [])));
    [...(anomalies.data ?? [])].sort(byAnomalySeverity).forEach(({ metrics }) => names.add(metrics));
    const isEnough = anomalies.error === undefined && readable(names.all()).length > 0;
    const unnamed = new Set(lists.filter(({ metrics }) => !metrics?.length).map(({ id }) => id));
    const courses = isEnough
      ? { metrics: [], unknown: unnamed.size, failure: undefined, notices: [] }
      : coursesIn(reader, scope);
    courses?.metrics.forEach((metrics) => names.add(metrics));
    const candidates = readable(names.all());
    if (candidates.length === 0 && start.error && end.error && courses?.failure) {
      throw courses.failure;
    }
    return (
      courses && {
        candidates,
        start: start.data,
        end: end.data,
        unknown: courses.unknown,
        failures: compact([start.error, end.error, anomalies.error, courses.failure]),
        notices: [...pagingNotices(start.data), ...pagingNotices(end.data), ...courses.notices],
      }
    );
  };
  return (reader) => (found ??= findIn(reader));
}

/** The metrics in the first pages of the most severe alerts of a range, in order of joining. Null until they are read. */
function coursesIn(reader: Reader, { context, range, moment }: Known) {
  const active = activeAlerts(reader, { context, range }, [{}]);
  const alerts = (active?.alerts ?? []).filter(({ id }) => id !== '').slice(0, MOST_ALERTS);
  const { courses, isFetching } = readCourses(reader, context, alerts, { most: MOST_ALERTS, rank: 1, moment });
  if (!active || isFetching) {
    return null;
  }
  const metrics = alerts.map(({ id }) => courses.of(id)?.metrics ?? []);
  return {
    metrics,
    unknown: metrics.filter(({ length }) => length === 0).length,
    failure: active.failures.at(0),
    notices: active.notices,
  };
}

/** The metrics with everything that is needed to read them. */
function readable(names: readonly Named[]): Candidate[] {
  return names.flatMap((named): Candidate[] => {
    const { nodeId, metricId } = named;
    return nodeId && metricId ? [{ ...named, nodeId, metricId }] : [];
  });
}

/** A query with replaced variables. */
export interface RankingRequest extends Scope {
  query: DeviationsQuery;
  fields: Record<'nodeId' | 'systemId' | 'suspectsOf', Values>;
  limit: number;
  /** Undefined if they leave nothing out. */
  limits?: DeviationLimits;
}

/** The data of a metric. */
export interface MetricRead {
  candidate: Candidate;
  /** Null if it failed. */
  snapshot: Snapshot | null;
  /** Why it could not be read, or not completely. */
  failure: unknown;
}

export interface MetricsRead {
  found: Candidates;
  reads: MetricRead[];
  isFetching: boolean;
}

/** Which points of each metric are read. */
export interface ReadPlan extends Span, Partial<Pick<SeriesRequest, 'granularity' | 'rank'>> {
  /** Whether a metric is part of the alerts whose suspects are requested: it is omitted. */
  isOwn?: (metric: Candidate) => boolean;
}

/** What is shown of the metrics that were read so far. */
interface Picture extends Omit<Shown, 'frames'> {
  frame: Shown['frames'][number];
  /** The number of rows or lanes without the query's limit. */
  total: number;
}

/**
 * An answer about the metrics of a query.
 *
 * @param planOf returns null while it is not known what to read
 * @param draw returns null while there is nothing to show; its notices are those about everything that was read
 */
export function answerMetrics(
  ranking: RankingRequest,
  planOf: (reader: Reader) => ReadPlan | null,
  draw: (read: MetricsRead) => (() => Picture) | null
): AnswerOf {
  const candidates = candidatesIn(ranking);
  let choice: ReturnType<typeof chosenOf> | undefined;
  return (reader) => {
    const [found, plan] = [candidates(reader), planOf(reader)];
    if (!found || !plan) {
      return null;
    }
    const chosen = (choice ??= chosenOf(found, ranking, plan));
    const reads = readMetrics(reader, chosen.candidates, plan, ranking.context);
    const { isFetching } = reader;
    if (!isFetching) {
      refuseUnread(reads);
    }
    const drawn = draw({ found, reads, isFetching });
    return (
      drawn &&
      (() => {
        const { frame, total, notices, failures } = drawn();
        const ofAll = isFetching ? [] : [...notices, ...cutNotices(ranking.limit, total, 'first')];
        return { frames: [frame], notices: [...chosen.notices, ...ofAll], failures };
      })
    );
  };
}

/** @throws if no metric could be read, even if the store has older points: a ranking of these would look current */
function refuseUnread(reads: readonly MetricRead[]): void {
  if (reads.length > 0 && reads.every(({ snapshot, failure }) => failure && !snapshot?.answered)) {
    throw reads[0].failure;
  }
}

/** The candidates that are read, and notices about the others. */
function chosenOf(
  { candidates, unknown, failures, notices }: Candidates,
  { query, fields: { nodeId, systemId }, place }: RankingRequest,
  { isOwn = () => false }: ReadPlan
): Pick<Candidates, 'candidates' | 'notices'> {
  const holds = ({ given, values }: Values, id: string | null) => !given || (id !== null && values.includes(id));
  const ofFields = candidates.filter((one) => holds(nodeId, one.nodeId) && holds(systemId, one.systemId));
  const others = ofFields.filter((one) => !isOwn(one));
  const columns = metricColumns<Candidate>(place, others, (row) => row);
  const { rows, notices: unused } = filterRows(others, Object.values(columns), storedFilters(query));
  const chosen = rows.slice(0, MOST_METRICS);
  // An empty ranking would otherwise look as if all metrics were inside. Unread sources may contain metrics.
  const isNothing = ofFields.length === 0 && failures.length === 0;
  const nothing = () => t('type.nothing', 'Nothing found. Choose a longer time range, or fewer filters.');
  return {
    candidates: chosen,
    notices: [
      ...notices,
      ...(isNothing ? [(unknown === 0 ? info : warn)(nothing())] : []),
      ...unknownMetrics(candidates.length > 0 ? unknown : 0),
      ...unused,
      ...cutNotices(chosen.length, rows.length, 'most severe', false),
      ...failures.map(incomplete),
    ],
  };
}

function readMetrics(
  reader: Reader,
  metrics: readonly Candidate[],
  { isOwn: _, ...points }: ReadPlan,
  { store }: Context
): MetricRead[] {
  const requests = Math.max(1, Math.floor(MOST_REQUESTS / Math.max(1, metrics.length)));
  return metrics.map((candidate) => {
    const { nodeId, metricId } = candidate;
    // After the metrics of graphs.
    const request = { nodeId, metricId, aggregation: '', granularity: 'auto', rank: 1, requests } as const;
    const { data, error } = reader.read(inTurns(metricData({ ...request, ...points }, store)));
    return { candidate, snapshot: data ?? null, failure: error ?? data?.missing[0]?.failure };
  });
}

/** Metrics that failed for the same reason, in one notice. */
export function metricsMissing(reads: readonly MetricRead[]): QueryResultMetaNotice[] {
  const failed = reads.filter(({ failure }) => failure);
  return unreadNotices(failed.map(({ candidate, failure }) => ({ name: metricTitle(candidate), reason: failure })));
}
