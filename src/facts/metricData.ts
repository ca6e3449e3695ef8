import { catchError, concat, defer, last, map, type Observable, of, switchMap, throwError } from 'rxjs';
import { decodeForecast, type Forecast } from '../ground/decode';
import { isDeclined, type ServiceFailure } from '../ground/failure';
import { stepOf } from '../ground/granularity';
import { type SeriesId } from '../ground/series';
import { pointsOf } from '../ground/spacing';
import { type Span, DAY, HOUR, MINUTE } from '../ground/spans';
import { factsOf, type ReadContext } from './facts';
import { type Snapshot } from './snapshot';
import { type SeriesRequest, type Store } from './store';
import { type Entry } from './reader';

/** What a request reads. A metric that gets another rank is not read again. */
export function dataKey({ rank: _, ...data }: Partial<SeriesRequest>): string {
  return JSON.stringify(data);
}

/** Metric data, emitted with each part that arrives, for answers with their own notices. */
export function metricData(request: SeriesRequest, store: Store): Entry<Snapshot> {
  return {
    key: `series ${dataKey(request)}`,
    start: () => store.read(request),
    isWhole: ({ isFetching, missing, leftOut }) => !isFetching && missing.length === 0 && leftOut === null,
    isNew: ({ answered, missing, isFetching }) => answered || !isFetching || missing.length > 0,
  };
}

/** The same, once everything has arrived. */
export function allMetricData(request: SeriesRequest, store: Store): Entry<Snapshot> {
  const entry = metricData(request, store);
  return { ...entry, key: `all ${entry.key}`, start: () => entry.start().pipe(last()) };
}

/** The points of a range, and its newest ones. */
export interface FinestData {
  snapshot: Snapshot;
  /** The newest points, if they had to be read separately. */
  recent: Snapshot | null;
  /** The requests for both, one per line. */
  calls: string[];
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
            ? of(finestOf(sparse ?? snapshot, null))
            : read(recentFrom, forRecent).pipe(map((recent) => finestOf(snapshot, recent)));
        })
      )
    )
  );
}

function finestOf(snapshot: Snapshot, recent: Snapshot | null): FinestData {
  return { snapshot, recent, calls: [...snapshot.calls, ...(recent?.calls ?? [])] };
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

/** A forecast, as it is kept. */
export interface ForecastRead {
  /** Null until one has arrived. */
  forecast: Forecast | null;
  /** When it was read, epoch milliseconds. */
  at: number;
  /** The requests for it, one per line. */
  calls: string[];
  /** Why a pair that may not exist has none. */
  refusal?: ServiceFailure;
}

/**
 * A forecast. The last one stays until the next one arrives, so that no packet shows less than the previous answer.
 *
 * @param mayBeAbsent it is of a pair that may not exist. If it does not, it is not requested again for a while
 */
export function forecastOf(
  { nodeId, metricId }: SeriesId,
  mayBeAbsent: boolean,
  { operations }: Pick<ReadContext, 'operations'>
): Entry<ForecastRead> {
  const key = ['forecast', nodeId, metricId, mayBeAbsent];
  return {
    key: JSON.stringify(key),
    start: () =>
      defer(() => {
        const facts = factsOf(operations);
        const known: Omit<ForecastRead, 'calls'> = facts.known<ForecastRead>(key).data ?? { forecast: null, at: NaN };
        // Filled when the request is sent, so that a failure shows it, too.
        const calls: string[] = [];
        const fetch = () =>
          operations
            .with({ note: (call) => calls.push(call) })
            .getForecast(nodeId, metricId, decodeForecast, 1)
            .pipe(
              map((forecast): ForecastRead => ({ forecast, at: Date.now(), calls })),
              catchError((refusal: ServiceFailure) =>
                mayBeAbsent && isDeclined(refusal)
                  ? of<ForecastRead>({ forecast: null, at: NaN, calls, refusal })
                  : throwError(() => refusal)
              )
            );
        const isAbsent = mayBeAbsent && (known.refusal !== undefined || known.forecast?.isEmpty === true);
        const staleFor = isAbsent ? 'absentPair' : 'answer';
        return concat(of({ ...known, calls }), facts.read(key, { fetch, staleFor }, Date.now));
      }),
    isNew: ({ forecast }) => forecast !== null,
  };
}
