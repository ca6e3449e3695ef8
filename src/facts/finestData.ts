import { last, map, type Observable, of, switchMap } from 'rxjs';
import { stepOf } from '../ground/granularity';
import { DAY, HOUR, MINUTE } from '../ground/settings';
import { pointsOf } from '../ground/spacing';
import { type Span } from '../ground/spans';
import { dataKey } from './metricData';
import { type Entry } from './reader';
import { type Snapshot } from './snapshot';
import { type SeriesRequest, type Store } from './store';

/** The points of a range, and its newest ones. */
export interface FinestData {
  snapshot: Snapshot;
  /** The newest points, if they had to be read separately. */
  recent: Snapshot | null;
}

/** Which metric, and the maximum of requests. The newest points are always read completely. */
export type FinestRequest = Omit<SeriesRequest, 'from' | 'to' | 'granularity' | 'intervalMs'>;

/** A range is read at 1m up to this length if its requests allow it, in milliseconds. */
export const FINEST = 14 * DAY;

/** Points of a source that is coarser than an hour are farther apart, in milliseconds; they are up to a tenth of a step off. */
const SPARSE = 1.5 * HOUR;
/** How many points of such a source are read, whatever the range, and for how many more requests by default. */
const SPARSE_POINTS = 50;
const FOR_SPARSE = 5;

/** The finest points of a range and of its newest part. @param recentFrom where that begins, even before the range */
export function finestData(request: FinestRequest, range: Span, recentFrom: number, store: Store): Entry<FinestData> {
  return {
    key: `finest ${dataKey(request)} ${JSON.stringify([range, recentFrom])}`,
    start: () => readFinest(request, range, recentFrom, store),
    calls: ({ snapshot, recent }) => [...snapshot.calls, ...(recent?.calls ?? [])],
  };
}

function readFinest(
  request: FinestRequest,
  { from, to }: Span,
  recentFrom: number,
  store: Store
): Observable<FinestData> {
  const start = Math.min(from, recentFrom);
  const forRecent = store.requestsFor({ from: recentFrom, to }, '1m');
  const requests = request.requests ?? forRecent + FOR_SPARSE;
  const forRange = Math.min(store.requestsFor({ from: to - FINEST, to }, '1m'), requests - forRecent);
  const read: Read = (begin, most, maxDataPoints = request.maxDataPoints ?? Number.MAX_SAFE_INTEGER) =>
    store.read({ ...request, maxDataPoints, granularity: 'auto', requests: most, from: begin, to }).pipe(last());
  return read(start, Math.max(forRange, forRecent)).pipe(
    switchMap((snapshot) =>
      readSparse(snapshot, { from: start, to }, requests - snapshot.calls.length, read).pipe(
        switchMap((sparse): Observable<FinestData> => {
          const isFinest = sparse !== null || !hasFiner(snapshot) || start === recentFrom;
          return isFinest
            ? of({ snapshot: sparse ?? snapshot, recent: null })
            : read(recentFrom, forRecent).pipe(map((recent) => ({ snapshot, recent })));
        })
      )
    )
  );
}

type Read = (from: number, requests: number, maxDataPoints?: number) => Observable<Snapshot>;

/**
 * The newest points of a source that is coarser than an hour, because twelve hours of it show too little. Null for other
 * sources. Their own statement is not enough: two weeks show how far apart the points are.
 *
 * @param snapshot the points of `span`
 */
function readSparse(snapshot: Snapshot, { from, to }: Span, requests: number, read: Read): Observable<Snapshot | null> {
  const isDense = snapshot.points > 1 && pointsOf(snapshot).step <= SPARSE;
  if (isDense || snapshot.missing.length > 0 || requests < 1) {
    return of(null);
  }
  return read(Math.min(from, to - FINEST), 1, 1).pipe(
    switchMap((weeks) => {
      const { step } = pointsOf(weeks);
      if (weeks.points < 3 || step <= SPARSE) {
        return of(null);
      }
      return read(Math.min(from, to - SPARSE_POINTS * step), Math.max(1, requests - 1), 1).pipe(
        map((sparse) => ({
          ...sparse,
          leftOut: sparse.range.from <= from ? null : sparse.leftOut,
          calls: [...snapshot.calls, ...weeks.calls, ...sparse.calls],
        }))
      );
    })
  );
}

/** Whether the service may have finer points. */
function hasFiner(snapshot: Snapshot): boolean {
  return pointsOf(snapshot).step > (stepOf(snapshot.metadata.sourceGranularity) ?? MINUTE);
}
