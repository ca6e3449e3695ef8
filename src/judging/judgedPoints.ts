import { type Columns, concat, lowerBound, view } from '../ground/columns';
import { pointsOf } from '../ground/spacing';
import { type Judgment, JUDGED_BY, judgeMetric, type When } from './judgeMetric';
import { MINUTE } from '../ground/settings';
import { type Snapshot } from '../facts/snapshot';
import { type Store } from '../facts/store';
import { type Span, up } from '../ground/spans';
import { dataKey, type FinestData, finestData, type FinestRequest } from '../facts/metricData';
import { type Entry, mapEntry } from '../facts/reader';

/** A metric with its judgment. Its range begins early enough for the newest twelve hours. */
export interface JudgedPoints extends FinestData {
  /** What could not be read of both. */
  missing: Snapshot['missing'];
  /** All these points, the finer ones for each time, and milliseconds between the newest. */
  points: { columns: Columns; step: number };
  judgment: Judgment;
  when: When;
  /** Milliseconds between the points of the range. Null without any. */
  resolution: number | null;
}

/** The number of requests for the newest twelve hours before a time. */
export function recentRequests(end: number, store: Store): number {
  return store.requestsFor({ from: recentStart(end), to: end }, '1m');
}

function recentStart(end: number): number {
  return up(end - JUDGED_BY, MINUTE);
}

/** A metric that is judged once its points are read, so that its state is the same on every page. */
export function judged(request: FinestRequest, range: Span, now: number, store: Store): Entry<JudgedPoints> {
  const end = Math.min(range.to, now);
  const finest = finestData(request, { from: range.from, to: end }, recentStart(end), store);
  const key = `judged ${dataKey(request)} ${JSON.stringify(range)}`;
  return mapEntry(key, finest, (data) => judgedPoints(data, range, now));
}

function judgedPoints(data: FinestData, { from, to }: Span, now: number): JudgedPoints {
  const { snapshot, recent } = data;
  const coarse = pointsOf(snapshot);
  const fine = recent && recent.points > 0 ? pointsOf(recent) : coarse;
  const when = { from, to, now, step: fine.step, widest: Math.max(fine.step, coarse.step) };
  const ofRange = view(coarse.columns, lowerBound(coarse.columns.time, from), coarse.columns.length);
  const columns = fine === coarse ? coarse.columns : joined(coarse.columns, fine.columns);
  return {
    ...data,
    missing: [...snapshot.missing, ...(recent?.missing ?? [])],
    points: { columns, step: fine.step },
    judgment: judgeMetric(columns, when, ofRange),
    when,
    resolution: snapshot.points > 0 ? coarse.step : null,
  };
}

/** The older points up to the start of the newer ones. */
function joined(older: Columns, newer: Columns): Columns {
  return concat([view(older, 0, lowerBound(older.time, newer.time[0])), newer]);
}
