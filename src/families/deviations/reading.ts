import { type QueryResultMetaNotice } from '@grafana/data';
import { groupBy } from 'lodash';
import { metricTitle } from '../../facts/titles';
import { type Reader } from '../../facts/reader';
import { type Inputs } from '../../ground/inputs';
import { incomplete } from '../../judging/listNotices';
import { metricData } from '../../facts/metricData';
import { names, warn } from '../../ground/notices';
import { coarserNotices, leftOutSpan, noCorridors, unreadText } from '../../judging/readingNotices';
import { type Context } from '../../table/runner';
import { hasCorridor } from '../../ground/columns';
import { judge, withoutMinor } from '../../ground/judge';
import { pointsOf } from '../../ground/spacing';
import { messageOf } from '../../ground/failure';
import { type Snapshot } from '../../facts/snapshot';
import { MOST_REQUESTS, type SeriesRequest } from '../../facts/store';
import { storedFilters } from '../../table/filters';
import { type LinkPlace } from '../../table/links';
import { type DeviationLimits } from '../../ground/fields';
import { type Span } from '../../ground/spans';
import { type Candidate, type Candidates, candidatesIn, chosenOf } from './candidates';
import { type DeviationsQuery } from './models';
import { deviationOf, type RankedRow } from './table';

/** The reads of a query. */
export interface RankingRequest {
  query: DeviationsQuery;
  fields: Record<'nodeId' | 'systemId' | 'suspectsOf', ReturnType<Inputs['all']>>;
  range: Span;
  place: LinkPlace;
  limit: number;
  /** Undefined if they leave nothing out. */
  limits?: DeviationLimits;
  timeZone: string;
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
  /** Which metrics were not read. */
  notices: QueryResultMetaNotice[];
  isFetching: boolean;
}

/** Which points of each metric are read. */
export interface ReadPlan extends Span, Partial<Pick<SeriesRequest, 'granularity' | 'rank'>> {
  /** Whether a metric is part of the alerts whose suspects are requested: it is omitted. */
  isOwn?: (metric: Candidate) => boolean;
}

/**
 * The points of a query's metrics so far. Null before the metrics are known.
 *
 * @param planOf returns null while it is not known what to read
 */
export function metricsIn(
  { query, fields, range, place }: RankingRequest,
  context: Context,
  planOf: (reader: Reader) => ReadPlan | null
): (reader: Reader) => MetricsRead | null {
  const candidates = candidatesIn(context, range);
  const choose = (found: Candidates, { isOwn, ...points }: ReadPlan) => {
    const chosen = chosenOf(found, fields, storedFilters(query), place, isOwn);
    const requests = Math.max(1, Math.floor(MOST_REQUESTS / Math.max(1, chosen.candidates.length)));
    const entries = chosen.candidates.map(({ nodeId, metricId }) => {
      // After the metrics of graphs.
      const request = { nodeId, metricId, aggregation: '', granularity: 'auto', rank: 1, requests } as const;
      return metricData({ ...request, ...points }, context.store);
    });
    return { ...chosen, notices: [...chosen.notices, ...found.failures.map(incomplete)], entries };
  };
  let choice: ReturnType<typeof choose> | undefined;
  return (reader) => {
    const [found, plan] = [candidates(reader), planOf(reader)];
    if (!found || !plan) {
      return null;
    }
    const { candidates: chosen, notices, entries } = (choice ??= choose(found, plan));
    const reads = entries.map((entry, i): MetricRead => {
      const { data, error } = reader.read(entry);
      return { candidate: chosen[i], snapshot: data ?? null, failure: error ?? data?.missing[0]?.failure };
    });
    return { found, reads, notices, isFetching: reader.isFetching };
  };
}

/** Whether there are points, or there will be none. */
export function isMeasured(snapshot: Snapshot | null, failure: unknown): snapshot is Snapshot {
  return snapshot !== null && (snapshot.points > 0 || (!snapshot.isFetching && !failure));
}

/** The row of a metric with data. Undefined for others. */
export function rowOf({ candidate, snapshot, failure }: MetricRead, limits?: DeviationLimits): RankedRow | undefined {
  if (!isMeasured(snapshot, failure)) {
    return undefined;
  }
  const { judged, step } = judgedOf(snapshot, limits);
  return { ...candidate, ...deviationOf(judged), resolution: judged.length > 0 ? step : null };
}

/**
 * The points of a metric, and how far each is outside. @returns `step`: milliseconds between them; `unmarked`: how many
 * points outside the limits leave out
 */
export function judgedOf(snapshot: Pick<Snapshot, 'columns' | 'step'>, limits?: DeviationLimits) {
  const { columns, step } = pointsOf(snapshot);
  const judged = judge(columns);
  return limits ? { ...withoutMinor(judged, limits), step } : { judged, unmarked: 0, step };
}

/** @throws if no metric could be read, even if the store has older points: a ranking of these would look current */
export function refuseUnread(reads: readonly MetricRead[]): void {
  if (reads.length > 0 && reads.every(({ snapshot, failure }) => failure && !snapshot?.answered)) {
    throw reads[0].failure;
  }
}

/** Notices about missing data, once all metrics are read. */
export function readNotices(reads: readonly MetricRead[], timeZone: string): QueryResultMetaNotice[] {
  const cut = reads.flatMap(({ snapshot }) => snapshot?.leftOut ?? [])[0];
  const read = reads.flatMap(({ candidate, snapshot, failure }) =>
    snapshot && snapshot.points > 0 ? [{ name: metricTitle(candidate), snapshot, failure }] : []
  );
  const whole = read.filter(({ failure }) => !failure);
  const bare = whole.filter(({ snapshot }) => !hasCorridor(snapshot.columns)).map(({ name }) => name);
  return [
    ...(cut ? [leftOutSpan(cut, timeZone)] : []),
    ...metricsMissing(reads),
    ...coarserNotices(read),
    ...(bare.length > 0 ? [noCorridors(bare)] : []),
  ];
}

/** Metrics that failed for the same reason, in one notice. */
export function metricsMissing(reads: readonly MetricRead[]): QueryResultMetaNotice[] {
  const failed = reads.filter(({ failure }) => failure);
  return Object.entries(groupBy(failed, ({ failure }) => messageOf(failure))).map(([reason, alike]) =>
    warn(unreadText(names(alike.map(({ candidate }) => metricTitle(candidate))), reason))
  );
}
