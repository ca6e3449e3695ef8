import { catchError, combineLatest, map, type Observable, of } from 'rxjs';
import { type Context } from '../answer/runner';
import { type Snapshot } from '../store/snapshot';
import { MOST_REQUESTS } from '../store/store';
import { type Span } from '../time/span';
import { type Candidate } from './candidates';

/** Metrics that are requested in one turn: the panels of a dashboard want theirs as well. */
const AT_ONCE = 4;

/** What was read of a metric so far. */
export interface MetricRead {
  candidate: Candidate;
  /** Null where it failed. */
  snapshot: Snapshot | null;
  /** Why it could not be read, or not in whole. */
  failure: unknown;
}

/**
 * Reads the metrics, and shows how far they have come: at once, and with every part. The granularity follows from the
 * length of the range alone, so that a distance is the same number wherever a range of that length is ranked.
 */
export function readMetrics(
  { store }: Pick<Context, 'store'>,
  range: Span,
  candidates: readonly Candidate[]
): Observable<MetricRead[]> {
  const requests = Math.floor(MOST_REQUESTS / Math.max(1, candidates.length));
  const read = (candidate: Candidate, late: number): Observable<MetricRead> => {
    const { nodeId, metricId } = candidate;
    return store.read({ nodeId, metricId, aggregation: '', granularity: 'auto', requests, late, ...range }).pipe(
      map((snapshot) => ({ candidate, snapshot, failure: snapshot.missing[0]?.failure })),
      catchError((failure: unknown) => of({ candidate, snapshot: null, failure }))
    );
  };
  return candidates.length === 0
    ? of([])
    : combineLatest(candidates.map((candidate, i) => read(candidate, Math.floor(i / AT_ONCE))));
}
