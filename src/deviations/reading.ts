import { type QueryResultMetaNotice } from '@grafana/data';
import { memoize } from 'lodash';
import { metricTitle } from '../alertbook/titles';
import { type Entry, type Reader } from '../known/follow';
import { type Inputs } from '../inputs/inputs';
import { incomplete, unreadText } from '../notices/listNotices';
import { metricData, perSnapshot } from '../entries/metricData';
import { warn } from '../notices/notices';
import { coarserNotices, leftOutSpan, names, noCorridors } from '../notices/readingNotices';
import { type Context } from '../answer/runner';
import { hasCorridor } from '../corridors/columns';
import { pointsOf } from '../corridors/spacing';
import { type Stay } from '../judging/stays';
import { TURNS_PER_RANK } from '../service/client';
import { messageOf } from '../service/failure';
import { HOUR } from '../settings';
import { type Snapshot } from '../store/snapshot';
import { MOST_REQUESTS, type SeriesRequest } from '../store/store';
import { storedFilters } from '../filters/filters';
import { type LinkPlace } from '../tables/links';
import { type Span } from '../time/spans';
import { type Candidate, type Candidates, candidatesIn, choose, type Chosen, MOST_METRICS } from './candidates';
import { type DeviationsQuery } from './models';
import { type Beside, besideAlerts, stayCloseTo } from './suspects';

/** Of suspects, so much is read before and after the beginning of their alerts, in milliseconds. */
const AROUND = HOUR;

/** What is read for a query. */
export interface RankingRequest {
  query: DeviationsQuery;
  fields: Record<'nodeId' | 'systemId' | 'suspectsOf', ReturnType<Inputs['all']>>;
  range: Span;
  place: LinkPlace;
  limit: number;
  timeZone: string;
}

/** What was read of a metric. */
export interface MetricRead {
  candidate: Candidate;
  /** Null if it failed. */
  snapshot: Snapshot | null;
  /** Why it could not be read, or not completely. */
  failure: unknown;
  /** For suspects: the points around the beginning of their alerts, at 1m where there are such. */
  start?: Snapshot;
  /** For suspects: the stay outside their corridors that began then, null if there is none. */
  stay?: Stay | null;
}

export interface MetricsRead {
  found: Candidates;
  chosen: Chosen;
  beside: Beside | null;
  /** Of the sources that name metrics. */
  failures: unknown[];
  reads: MetricRead[];
  /** Whether no other metrics follow. */
  areAll: boolean;
  isFetching: boolean;
}

/**
 * The points of the metrics of a query, as far as they have come; null before it is known which. The granularity follows from
 * the length of the range alone, so that a distance is the same number wherever a range of that length is ranked.
 */
export function metricsIn(
  { query, fields, range, place }: RankingRequest,
  context: Context
): (reader: Reader) => MetricsRead | null {
  const ids = fields.suspectsOf.values;
  const [nodeId, ...otherNodes] = fields.nodeId.values;
  const candidates = candidatesIn(context, range, ids.length > 0, otherNodes.length === 0 ? nodeId : undefined);
  const besideIn = ids.length > 0 ? besideAlerts(context, ids) : () => undefined;
  // Of suspects one request of each is for the points around the beginning of their alerts.
  const shareOf = (metrics: number) => Math.max(1, Math.floor(MOST_REQUESTS / metrics) - (ids.length > 0 ? 1 : 0));
  // Over a longer range the number of metrics decides how many requests each may take.
  const isShort = context.store.requestsFor(range) <= shareOf(MOST_METRICS);
  const choice = memoize((found: Candidates, beside: Beside | undefined) => {
    const chosen = choose(found, fields, storedFilters(query), place, beside?.isPart);
    const requests = shareOf(isShort ? MOST_METRICS : Math.max(1, chosen.candidates.length));
    const began = beside?.began ?? null;
    const around = startOf(began, context);
    const ofRange = chosen.candidates.map((one) => dataOf(one, { ...range, requests }, context));
    const starts = chosen.candidates.map((one) => around && dataOf(one, around, context));
    const stayOf = perSnapshot((start) => stayCloseTo(pointsOf(start).columns, pointsOf(start).step, began));
    return { chosen, ofRange, starts, stayOf };
  });
  return (reader) => {
    const [found, beside] = [candidates(reader), besideIn(reader)];
    if (!found || beside === null || !(!found.isFetching || isShort)) {
      return null;
    }
    const { chosen, ofRange, starts, stayOf } = choice(found, beside);
    const first = (beside ? starts : ofRange).map((entry) => (entry ? reader.attempt(entry) : null));
    const reads = chosen.candidates.map((candidate, i): MetricRead => {
      const start = beside ? first[i]?.data : undefined;
      const stay = start && !start.isFetching ? stayOf(start) : null;
      // Of suspects, only those that left their corridors then have a row.
      const read = stay ? reader.attempt(ofRange[i]) : first[i];
      const failure = read?.error ?? read?.data?.missing[0]?.failure ?? start?.missing[0]?.failure;
      return { candidate, snapshot: read?.data ?? null, failure, start, stay };
    });
    const failures = [...found.failures, ...(beside?.failures ?? [])];
    const areAll = !found.isFetching || reads.length === MOST_METRICS;
    return { found, chosen, beside: beside ?? null, failures, reads, areAll, isFetching: reader.isFetching };
  };
}

/** The time around a moment: what left its corridors then does not depend on the time range. */
function startOf(began: number | null, { now }: Context): Points | null {
  const [from, to] = [(began ?? Infinity) - AROUND, Math.min((began ?? 0) + AROUND, now())];
  return to > from ? { from, to, requests: 1 } : null;
}

type Points = Span & Pick<SeriesRequest, 'requests'>;

function dataOf({ nodeId, metricId }: Candidate, points: Points, { store }: Context): Entry<Snapshot> {
  // After the metrics that panels draw.
  const late = TURNS_PER_RANK;
  return metricData({ nodeId, metricId, aggregation: '', granularity: 'auto', late, ...points }, store);
}

/** Parts of what was wanted that could not be read, and what was left out. */
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

/** Metrics that failed for one reason in one notice. */
export function metricsMissing(reads: readonly MetricRead[]): QueryResultMetaNotice[] {
  const byReason = new Map<string, string[]>();
  for (const { candidate, failure } of reads) {
    if (failure) {
      const reason = messageOf(failure);
      byReason.set(reason, [...(byReason.get(reason) ?? []), metricTitle(candidate)]);
    }
  }
  return [...byReason].map(([reason, of]) => warn(unreadText(names(of), reason)));
}
