import { type QueryResultMetaNotice } from '@grafana/data';
import {
  catchError,
  combineLatest,
  filter,
  map,
  type Observable,
  of,
  ReplaySubject,
  share,
  switchMap,
  timer,
} from 'rxjs';
import { metricTitle } from '../alertbook/titles';
import { type Inputs } from '../answer/inputs';
import { incomplete, unreadText } from '../answer/listNotices';
import { warn } from '../answer/notices';
import { coarserNotices, leftOutSpan, names, noCorridors } from '../answer/readingNotices';
import { type Context } from '../answer/runner';
import { hasCorridor } from '../corridors/columns';
import { seriesKey } from '../query/series';
import { TURNS_PER_RANK } from '../service/client';
import { messageOf } from '../service/failure';
import { HOUR } from '../settings';
import { type Snapshot } from '../store/snapshot';
import { MOST_REQUESTS } from '../store/store';
import { storedFilters } from '../tables/filters';
import { type LinkPlace } from '../tables/links';
import { type Span } from '../time/spans';
import { type Candidate, type Candidates, choose, type Chosen, readCandidates } from './candidates';
import { type DeviationsQuery } from './models';
import { type Beside, readBeside } from './suspects';

/** Of suspects, so much is read before and after the beginning of their alerts, in milliseconds. */
const AROUND = HOUR;

/** What is read for a query: of its metrics all that it shows, and where. */
export interface Asked {
  query: DeviationsQuery;
  fields: Record<'nodeId' | 'systemId' | 'suspectsOf', ReturnType<Inputs['all']>>;
  range: Span;
  place: LinkPlace;
  limit: number;
}

/** What was read of a metric so far. */
export interface MetricRead {
  candidate: Candidate;
  /** Null where it failed. */
  snapshot: Snapshot | null;
  /** Why it could not be read, or not completely. */
  failure: unknown;
  /** For suspects: the points around the beginning of their alerts, at 1m where there are such. */
  start?: Snapshot;
}

export interface MetricsRead {
  found: Candidates;
  chosen: Chosen;
  beside: Beside | null;
  /** Of the sources that name metrics. */
  failures: unknown[];
  reads: MetricRead[];
  done: boolean;
}

/** The points of the metrics of a query, as far as they have come. */
export function readMetrics({ query, fields, range, place }: Asked, context: Context): Observable<MetricsRead> {
  const ids = fields.suspectsOf.values;
  const [nodeId, ...otherNodes] = fields.nodeId.values;
  const candidates = readCandidates(context, range, ids.length > 0, otherNodes.length === 0 ? nodeId : undefined);
  const sources = combineLatest([candidates, ids.length > 0 ? readBeside(context, ids) : of(null)]);
  // Over a longer range the number of metrics decides how many requests each may take.
  const isShort = range.to - range.from <= context.settings.maxWindow;
  // Of suspects one request of each is for the points around the beginning of their alerts.
  const readEach = pointsReader(context, range, ids.length > 0 ? 1 : 0);
  return sources.pipe(
    filter(([{ isComplete }]) => isComplete || isShort),
    switchMap(([found, beside]) => {
      const chosen = choose(found, fields, storedFilters(query), place, beside?.isPart);
      const failures = [...found.failures, ...(beside?.failures ?? [])];
      const began = beside?.began ?? null;
      const starts = began === null ? of([]) : readStarts(chosen.candidates, began, context);
      return combineLatest([readEach(chosen.candidates), starts]).pipe(
        map(([ofRange, ofStart]) => {
          const reads = ofRange.map((one, i): MetricRead => {
            const start = ofStart[i];
            return start ? { ...one, start, failure: one.failure ?? start.missing[0]?.failure } : one;
          });
          const isRead = ({ snapshot, start }: MetricRead) => (snapshot?.done ?? true) && (start?.done ?? true);
          const done = found.isComplete && reads.every(isRead);
          return { found, chosen, beside, failures, reads, done };
        })
      );
    })
  );
}

/** The points around a moment: what left its corridors then does not depend on the time range. */
function readStarts(candidates: readonly Candidate[], began: number, { store, now }: Context): Observable<Snapshot[]> {
  const [from, to] = [began - AROUND, Math.min(began + AROUND, now())];
  const request = { aggregation: '', granularity: 'auto' as const, requests: 1, late: TURNS_PER_RANK, from, to };
  const reads = candidates.map(({ nodeId, metricId }) => store.read({ ...request, nodeId, metricId }));
  return reads.length > 0 && to > from ? combineLatest(reads) : of([]);
}

/**
 * Reads the metrics of one ranking, and shows how far they have come: at once, and with every part. The granularity follows
 * from the length of the range alone, so that a distance is the same number wherever a range of that length is ranked. When
 * more metrics become known, those under way continue.
 *
 * @param reserved how many of each metric's requests are for something else
 */
function pointsReader({ store }: Context, range: Span, reserved: number) {
  const started = new Map<string, Observable<MetricRead>>();
  const read = (candidate: Candidate, requests: number): Observable<MetricRead> => {
    const { nodeId, metricId } = candidate;
    const key = seriesKey(candidate);
    // After the metrics that panels draw.
    const late = TURNS_PER_RANK;
    const reading =
      started.get(key) ??
      store.read({ nodeId, metricId, aggregation: '', granularity: 'auto', requests, late, ...range }).pipe(
        map((snapshot) => ({ candidate, snapshot, failure: snapshot.missing[0]?.failure as unknown })),
        catchError((failure: unknown) => of({ candidate, snapshot: null, failure })),
        // It outlives the moment between the metrics known at first and all of them.
        share({
          connector: () => new ReplaySubject(1),
          resetOnRefCountZero: () => timer(0),
          resetOnComplete: false,
        })
      );
    started.set(key, reading);
    return reading.pipe(map((one) => ({ ...one, candidate })));
  };
  return (candidates: readonly Candidate[]): Observable<MetricRead[]> => {
    const requests = Math.max(1, Math.floor(MOST_REQUESTS / Math.max(1, candidates.length)) - reserved);
    return candidates.length === 0 ? of([]) : combineLatest(candidates.map((one) => read(one, requests)));
  };
}

/** Parts of what was wanted that could not be read, and what was left out. */
export function sourceNotices(failures: readonly unknown[], reads: readonly MetricRead[], timeZone: string) {
  const cut = reads.flatMap(({ snapshot }) => snapshot ?? []).find(({ leftOut }) => leftOut);
  return [...(cut?.leftOut ? [leftOutSpan(cut.leftOut, timeZone)] : []), ...failures.map(incomplete)];
}

/** What is incomplete about the metrics once all are read: what is still to come is not missing. */
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
