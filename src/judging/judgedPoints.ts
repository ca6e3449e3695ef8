import { last, map, type Observable, of, switchMap } from 'rxjs';
import { type Columns, concat, lowerBound, view } from '../ground/columns';
import { pointsOf } from '../ground/spacing';
import { type Judgment, JUDGED_BY, judgeMetric, type When } from './judgeMetric';
import { stepOf } from '../ground/granularity';
import { DAY, HOUR, MINUTE } from '../ground/settings';
import { type Snapshot } from '../facts/snapshot';
import { type SeriesRequest, type Store } from '../facts/store';
import { type Span, up } from '../ground/spans';
import { type Entry } from '../facts/reader';
import { dataKey } from '../facts/metricData';

/** A metric with its judgment. */
export interface JudgedPoints {
  /** The points of the range. It begins early enough for the newest twelve hours. */
  snapshot: Snapshot;
  /** The newest twelve hours, if they had to be read separately. */
  recent: Snapshot | null;
  /** What could not be read of both. */
  missing: Snapshot['missing'];
  /** All these points, the finer ones for each time, and milliseconds between the newest. */
  points: { columns: Columns; step: number };
  judgment: Judgment;
  when: When;
  /** Milliseconds between the points of the range. Null without any. */
  resolution: number | null;
}

/** Which metric, and the maximum of requests. The newest twelve hours are always read completely. */
export type JudgedRequest = Omit<SeriesRequest, 'from' | 'to' | 'granularity' | 'intervalMs'>;

/** A range is read at 1m up to this length if its requests allow it, in milliseconds. */
export const FINEST = 14 * DAY;

/** Points of a source that is coarser than an hour are farther apart, in milliseconds; they are up to a tenth of a step off. */
const SPARSE = 1.5 * HOUR;
/** How many points of such a source are read, whatever the range, and for how many more requests by default. */
const SPARSE_POINTS = 50;
const FOR_SPARSE = 5;

/** The number of requests for the newest twelve hours before a time. */
export function recentRequests(end: number, store: Store): number {
  return store.requestsFor({ from: recentStart(end), to: end }, '1m');
}

function recentStart(end: number): number {
  return up(end - JUDGED_BY, MINUTE);
}

/** A metric that is judged once its points are read, for answers with their own notices. */
export function judged(request: JudgedRequest, range: Span, now: number, store: Store): Entry<JudgedPoints> {
  return {
    key: `judged ${dataKey(request)} ${JSON.stringify(range)}`,
    start: () => readJudged(request, range, now, store),
    calls: ({ snapshot, recent }) => [...snapshot.calls, ...(recent?.calls ?? [])],
  };
}

/**
 * Reads the finest points of a range and those of the newest twelve hours, and judges the metric, so that its state is the
 * same on every page. Emits once.
 */
function readJudged(request: JudgedRequest, { from, to }: Span, now: number, store: Store): Observable<JudgedPoints> {
  const end = Math.min(to, now);
  const recentFrom = recentStart(end);
  const start = Math.min(from, recentFrom);
  const forRecent = recentRequests(end, store);
  const requests = request.requests ?? forRecent + FOR_SPARSE;
  const forRange = Math.min(store.requestsFor({ from: end - FINEST, to: end }, '1m'), requests - forRecent);
  const read: Read = (begin, most, maxDataPoints = request.maxDataPoints ?? Number.MAX_SAFE_INTEGER) =>
    store.read({ ...request, maxDataPoints, granularity: 'auto', requests: most, from: begin, to: end }).pipe(last());
  return read(start, Math.max(forRange, forRecent)).pipe(
    switchMap((snapshot) =>
      readSparse(snapshot, { from: start, to: end }, requests - snapshot.calls.length, read).pipe(
        switchMap((sparse) => {
          const isFinest = sparse !== null || !hasFiner(snapshot) || start === recentFrom;
          return isFinest
            ? of({ snapshot: sparse ?? snapshot, recent: null })
            : read(recentFrom, forRecent).pipe(map((recent) => ({ snapshot, recent })));
        })
      )
    ),
    map(({ snapshot, recent }) => {
      const coarse = pointsOf(snapshot);
      const fine = recent && recent.points > 0 ? pointsOf(recent) : coarse;
      const when = { from, to, now, step: fine.step, widest: Math.max(fine.step, coarse.step) };
      const ofRange = view(coarse.columns, lowerBound(coarse.columns.time, from), coarse.columns.length);
      const columns = fine === coarse ? coarse.columns : joined(coarse.columns, fine.columns);
      const judgment = judgeMetric(columns, when, ofRange);
      return {
        snapshot,
        recent,
        missing: [...snapshot.missing, ...(recent?.missing ?? [])],
        points: { columns, step: fine.step },
        judgment,
        when,
        resolution: snapshot.points > 0 ? coarse.step : null,
      };
    })
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

/** The older points up to the start of the newer ones. */
function joined(older: Columns, newer: Columns): Columns {
  return concat([view(older, 0, lowerBound(older.time, newer.time[0])), newer]);
}
