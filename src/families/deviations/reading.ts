import { type QueryResultMetaNotice } from '@grafana/data';
import { groupBy } from 'lodash';
import { metricTitle } from '../../facts/titles';
import { type Entry, type Known, type Reader } from '../../facts/reader';
import { type Inputs } from '../../ground/inputs';
import { incomplete, unreadText } from '../../judging/listNotices';
import { metricData } from '../../facts/metricData';
import { perObject } from '../../service/recent';
import { names, warn } from '../../ground/notices';
import { coarserNotices, leftOutSpan, noCorridors } from '../../judging/readingNotices';
import { type Context } from '../../table/runner';
import { hasCorridor } from '../../ground/columns';
import { judge, withoutMinor } from '../../ground/judge';
import { pointsOf } from '../../ground/spacing';
import { TURNS_PER_RANK } from '../../service/client';
import { messageOf } from '../../ground/failure';
import { type Snapshot } from '../../facts/snapshot';
import { MOST_REQUESTS, type SeriesRequest } from '../../facts/store';
import { storedFilters } from '../../table/filters';
import { type LinkPlace } from '../../table/links';
import { type DeviationLimits } from '../../ground/fields';
import { type Span } from '../../ground/spans';
import { type Candidate, type Candidates, candidatesIn, choose, type Chosen, MOST_METRICS } from './candidates';
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
  chosen: Chosen;
  reads: MetricRead[];
  isFetching: boolean;
}

/** The points of a query's metrics so far. Null before the metrics are known. */
export function metricsIn(
  { query, fields, range, place }: RankingRequest,
  context: Context
): (reader: Reader) => MetricsRead | null {
  const candidates = candidatesIn(context, range);
  const choice = perObject((found: Candidates) => {
    const chosen = choose(found, fields, storedFilters(query), place);
    const requests = requestsEach(range, context, chosen.candidates.length);
    return { chosen, entries: chosen.candidates.map((one, i) => dataOf(one, { ...range, requests }, context, i)) };
  });
  return (reader) => {
    const found = candidates(reader);
    if (!found) {
      return null;
    }
    const { chosen, entries } = choice(found);
    const reads = entries.map((entry, i) => readOf(chosen.candidates[i], reader.read(entry)));
    return { found, chosen, reads, isFetching: reader.isFetching };
  };
}

/**
 * How many requests each metric may use. The granularity only depends on the length of the range, so that a distance is
 * the same for every range of that length. For a longer range, the number of metrics decides.
 */
function requestsEach(range: Span, { store }: Context, metrics: number): number {
  const shareOf = (count: number) => Math.max(1, Math.floor(MOST_REQUESTS / count));
  const fixed = shareOf(MOST_METRICS);
  return store.requestsFor(range) <= fixed ? fixed : shareOf(Math.max(1, metrics));
}

/** How many metrics can be read if each needs this many requests. */
export function mostRead(requests: number): number {
  return Math.max(1, Math.min(MOST_METRICS, Math.floor(MOST_REQUESTS / requests)));
}

/** A time, and the maximum of requests for it. */
type Points = Span & Pick<SeriesRequest, 'requests'>;

/** @param turn the first metrics are first, in turn with searches for similar alerts */
export function dataOf({ nodeId, metricId }: Candidate, points: Points, { store }: Context, turn = 0): Entry<Snapshot> {
  // After the metrics of graphs.
  const late = TURNS_PER_RANK + turn;
  return metricData({ nodeId, metricId, aggregation: '', granularity: 'auto', late, ...points }, store);
}

export function readOf(candidate: Candidate, { data, error }: Known<Snapshot>): MetricRead {
  return { candidate, snapshot: data ?? null, failure: error ?? data?.missing[0]?.failure };
}

/** Whether there are points, or there will be none. */
export function isMeasured(snapshot: Snapshot | null, failure: unknown): snapshot is Snapshot {
  return snapshot !== null && (snapshot.points > 0 || (!snapshot.isFetching && !failure));
}

/** The row of a metric with data. Undefined for others. */
export function rowOf({ candidate, snapshot, failure }: MetricRead, limits?: DeviationLimits): RankedRow | undefined {
  return isMeasured(snapshot, failure) ? { ...candidate, ...figuresOf(snapshot, limits) } : undefined;
}

function figuresOf(snapshot: Snapshot, limits?: DeviationLimits) {
  return limits ? readFigures(snapshot, limits) : allFigures(snapshot);
}

const allFigures = perObject((snapshot: Snapshot) => readFigures(snapshot));

function readFigures(snapshot: Snapshot, limits?: DeviationLimits) {
  const { judged, step } = judgedOf(snapshot, limits);
  return { ...deviationOf(judged), resolution: judged.length > 0 ? step : null };
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

/** Requested parts that could not be read, or were left out. */
export function sourceNotices(failures: readonly unknown[], reads: readonly MetricRead[], timeZone: string) {
  const cut = reads.flatMap(({ snapshot }) => snapshot ?? []).find(({ leftOut }) => leftOut);
  return [...(cut?.leftOut ? [leftOutSpan(cut.leftOut, timeZone)] : []), ...failures.map(incomplete)];
}

/** Notices about missing data, once all metrics are read. */
export function readNotices(reads: readonly MetricRead[]): QueryResultMetaNotice[] {
  const read = reads.flatMap(({ candidate, snapshot, failure }) =>
    snapshot && snapshot.points > 0 ? [{ name: metricTitle(candidate), snapshot, failure }] : []
  );
  const whole = read.filter(({ failure }) => !failure);
  const bare = whole.filter(({ snapshot }) => !hasCorridor(snapshot.columns)).map(({ name }) => name);
  return [...metricsMissing(reads), ...coarserNotices(read), ...(bare.length > 0 ? [noCorridors(bare)] : [])];
}

/** Metrics that failed for the same reason, in one notice. */
export function metricsMissing(reads: readonly MetricRead[]): QueryResultMetaNotice[] {
  const failed = reads.filter(({ failure }) => failure);
  return Object.entries(groupBy(failed, ({ failure }) => messageOf(failure))).map(([reason, alike]) =>
    warn(unreadText(names(alike.map(({ candidate }) => metricTitle(candidate))), reason))
  );
}
