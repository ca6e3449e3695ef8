import { catchError, combineLatest, map, type Observable, of, ReplaySubject, share, timer } from 'rxjs';
import { seriesKey } from '../query/series';
import { TURNS_PER_RANK } from '../service/client';
import { type Snapshot } from '../store/snapshot';
import { MOST_REQUESTS, type Store } from '../store/store';
import { type Span } from '../time/spans';
import { type Candidate } from './candidates';

/** What was read of a metric so far. */
export interface MetricRead {
  candidate: Candidate;
  /** Null where it failed. */
  snapshot: Snapshot | null;
  /** Why it could not be read, or not completely. */
  failure: unknown;
}

/**
 * Reads the metrics of one ranking, and shows how far they have come: at once, and with every part. The granularity follows
 * from the length of the range alone, so that a distance is the same number wherever a range of that length is ranked. When
 * more metrics become known, those under way continue.
 */
export class MetricReader {
  private readonly reads = new Map<string, Observable<Omit<MetricRead, 'candidate'>>>();

  constructor(
    private readonly store: Store,
    private readonly range: Span
  ) {}

  read(candidates: readonly Candidate[]): Observable<MetricRead[]> {
    const requests = Math.floor(MOST_REQUESTS / Math.max(1, candidates.length));
    return candidates.length === 0
      ? of([])
      : combineLatest(
          candidates.map((candidate) => this.readOne(candidate, requests).pipe(map((read) => ({ candidate, ...read }))))
        );
  }

  private readOne({ nodeId, metricId }: Candidate, requests: number) {
    // After the metrics that panels draw.
    const late = TURNS_PER_RANK;
    const key = seriesKey({ nodeId, metricId });
    const read =
      this.reads.get(key) ??
      this.store.read({ nodeId, metricId, aggregation: '', granularity: 'auto', requests, late, ...this.range }).pipe(
        map((snapshot) => ({ snapshot, failure: snapshot.missing[0]?.failure as unknown })),
        catchError((failure: unknown) => of({ snapshot: null, failure })),
        // It outlives the moment between the metrics known at first and all of them.
        share({
          connector: () => new ReplaySubject(1),
          resetOnRefCountZero: () => timer(0),
          resetOnComplete: false,
        })
      );
    this.reads.set(key, read);
    return read;
  }
}
