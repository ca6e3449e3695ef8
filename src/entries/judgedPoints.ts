import { last, map, type Observable, of, switchMap } from 'rxjs';
import { type Columns, concat, lowerBound, view } from '../corridors/columns';
import { pointsOf } from '../corridors/spacing';
import { type Judgment, JUDGED_BY, judgeMetric, type When } from '../judging/judgeMetric';
import { stepOf } from '../query/granularity';
import { DAY, MINUTE } from '../settings';
import { type Snapshot } from '../store/snapshot';
import { type SeriesRequest, type Store } from '../store/store';
import { type Span, up } from '../time/spans';
import { type Entry } from '../known/follow';
import { dataKey } from './metricData';

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
export type JudgedRequest = Pick<SeriesRequest, 'nodeId' | 'metricId' | 'aggregation' | 'late' | 'maxDataPoints'> & {
  requests?: number;
};

/** A range is read at 1m up to this length if its requests allow it, in milliseconds. */
export const FINEST = 14 * DAY;

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
  const forRange = Math.min(
    store.requestsFor({ from: end - FINEST, to: end }, '1m'),
    (request.requests ?? 0) - forRecent
  );
  const read = (begin: number, requests: number) =>
    store
      .read({
        maxDataPoints: Number.MAX_SAFE_INTEGER,
        ...request,
        granularity: 'auto',
        requests,
        from: begin,
        to: end,
      })
      .pipe(last());
  return read(start, Math.max(forRange, forRecent)).pipe(
    switchMap((snapshot) => {
      const isFinest = !hasFiner(snapshot) || start === recentFrom;
      return isFinest
        ? of({ snapshot, recent: null })
        : read(recentFrom, forRecent).pipe(map((recent) => ({ snapshot, recent })));
    }),
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

/** Whether the service may have finer points. */
function hasFiner(snapshot: Snapshot): boolean {
  return pointsOf(snapshot).step > (stepOf(snapshot.metadata.sourceGranularity) ?? MINUTE);
}

/** The older points up to the start of the newer ones. */
function joined(older: Columns, newer: Columns): Columns {
  return concat([view(older, 0, lowerBound(older.time, newer.time[0])), newer]);
}
