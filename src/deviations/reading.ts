import { catchError, combineLatest, EMPTY, map, type Observable, of, ReplaySubject, share, tap, timer } from 'rxjs';
import { type Context } from '../answer/runner';
import { ruleGranularity } from '../query/granularity';
import { perInstance } from '../service/perInstance';
import { type Settings } from '../settings';
import { type Snapshot } from '../store/snapshot';
import { type Span } from '../time/span';
import { type Candidate } from './candidates';
import { type Chosen } from './chosen';

/** So many metrics are asked for in one turn: the panels of a dashboard want theirs as well. */
const AT_ONCE = 4;

/** A screen's panels ask one after the other, for one range: what one has just read serves the next. In milliseconds. */
const SAME_SCREEN = 3000;

/** What was read of a metric so far. */
export interface MetricRead {
  candidate: Candidate;
  /** Null where it failed. */
  snapshot: Snapshot | null;
  /** Why it could not be read, or not in whole. */
  failure: unknown;
}

type OpenReads = Map<string, Observable<MetricRead>>;

/** What is being read, for each data source instance. */
const underWay = perInstance((): OpenReads => new Map());

/**
 * Reads the chosen metrics, and tells how far they have come: at once, and with every part. Who has more metrics to choose
 * calls again: what is under way stays so. Panels of one screen share what they read of one range.
 */
export class MetricReads {
  private readonly shared: OpenReads;
  /** Those of this query: what failed is not asked for again as long as it goes on. */
  private readonly own: OpenReads = new Map();

  constructor(
    private readonly context: Pick<Context, 'store' | 'settings' | 'operations'>,
    private readonly range: Span
  ) {
    this.shared = underWay(context.operations);
  }

  /** Nothing as long as it is not known how many requests each may take. */
  of({ candidates, requests, complete }: Chosen): Observable<MetricRead[]> {
    if (!complete && !fits(this.range, requests, this.context.settings)) {
      return EMPTY;
    }
    return candidates.length === 0
      ? of([])
      : combineLatest(
          candidates.map((candidate, i) =>
            this.open(candidate, requests, Math.floor(i / AT_ONCE)).pipe(map((read) => ({ ...read, candidate })))
          )
        );
  }

  /** Read as coarse as the service would by itself: a share needs no finer points, and they are read for many metrics. */
  private open(candidate: Candidate, requests: number, late: number): Observable<MetricRead> {
    const { nodeId, metricId } = candidate;
    const { from, to } = this.range;
    // How many requests it may take says nothing of a range that takes fewer.
    const key = JSON.stringify([
      from,
      to,
      nodeId,
      metricId,
      fits(this.range, requests, this.context.settings) || requests,
    ]);
    let last: MetricRead | undefined;
    const forget = () => {
      if (this.shared.get(key) === open) {
        this.shared.delete(key);
      }
    };
    const open: Observable<MetricRead> =
      this.own.get(key) ??
      this.shared.get(key) ??
      this.context.store
        .read({ nodeId, metricId, aggregation: '', granularity: 'auto', requests, late, ...this.range })
        .pipe(
          map((snapshot): MetricRead => ({ candidate, snapshot, failure: snapshot.missing[0]?.failure })),
          catchError((failure: unknown) => of<MetricRead>({ candidate, snapshot: null, failure })),
          tap({
            next: (read) => (last = read),
            // A refresh asks again for what failed.
            complete: () => (last?.failure === undefined ? timer(SAME_SCREEN).subscribe(forget) : forget()),
          }),
          // It goes on where the next choice has it too.
          share({
            connector: () => new ReplaySubject(1),
            resetOnComplete: false,
            resetOnRefCountZero: () => timer(0).pipe(tap(forget)),
          })
        );
    this.own.set(key, open);
    this.shared.set(key, open);
    return open;
  }
}

/** Whether a metric of that range takes no more than so many requests. */
function fits({ from, to }: Span, requests: number, { maxWindow, maxFineWindow }: Settings): boolean {
  const window = ruleGranularity(to - from) === '1m' ? maxFineWindow : maxWindow;
  return (to - from) / window + 1 <= requests;
}
