import { compact, groupBy, maxBy } from 'lodash';
import { concat, defaultIfEmpty, forkJoin, last, map, type Observable, toArray } from 'rxjs';
import { upperBound, view } from '../corridors/columns';
import { pointsOf } from '../corridors/spacing';
import { type Judgment, judgeMetric } from '../judging/judgeMetric';
import { seriesKey } from '../query/series';
import { AFTER_ALL_OTHERS } from '../service/client';
import { type ServiceFailure } from '../service/failure';
import { isIdentifier } from '../service/path';
import { HOUR } from '../settings';
import { type Snapshot } from '../store/snapshot';
import { type Store } from '../store/store';
import { type Span } from '../time/spans';
import { beganIn, type ReportAlert, type ReportMetric } from './figures';

/** The most severe alerts of a period have lags. */
const MOST_ALERTS = 25;
/** Data is read from so long before an alert's start and end, in milliseconds: a longer lag is unknown. */
const LEAD = 3 * HOUR;
/** The data for both comes in one request at 1m if it is no longer than this. */
const AT_ONCE = 12 * HOUR;

/** Times in milliseconds. */
export interface Lags {
  /** From leaving the corridors to the start of the alert, by the metric that it started with. */
  start: number[];
  /** From the return to the corridors to the end of the alert, by the metric that left it last. */
  end: number[];
  /** How many lags there are, with those that are unknown. */
  total: number;
  /** Why data could not be read: the first failure. */
  failure: ServiceFailure | null;
  /** The requests, a line each. */
  calls: string[];
}

/** A metric's data for one lag, or for both. Times are epoch milliseconds. */
interface Reading extends Span {
  metric: ReportMetric;
  began: number | null;
  ended: number | null;
}

/** Reads the lags of alerts that began in the span, once and last. It never fails. @param alerts most severe first */
export function readLags(alerts: readonly ReportAlert[], span: Span, store: Store): Observable<Lags> {
  const chosen = alerts.filter((alert) => beganIn(alert, span)).slice(0, MOST_ALERTS);
  const readings = chosen.flatMap((alert) => readingsOf(alert, span.to));
  const total = chosen.length + chosen.filter((alert) => endWithin(alert, span.to) !== null).length;
  // One after the other of a metric, so that it refuses a granularity only once.
  const reads = Object.values(groupBy(readings, ({ metric }) => seriesKey(metric))).map((ofMetric) =>
    concat(...ofMetric.map((reading) => read(reading, store).pipe(map((snapshot) => ({ reading, snapshot }))))).pipe(
      toArray()
    )
  );
  return forkJoin(reads).pipe(
    defaultIfEmpty([]),
    map((groups) => {
      const all = groups.flat();
      const whole = all.filter(({ snapshot }) => snapshot.missing.every(({ stale }) => stale));
      return {
        start: whole.flatMap(({ reading, snapshot }) => lagAt(snapshot, reading.began, ['outside', 'recovering'])),
        end: whole.flatMap(({ reading, snapshot }) => lagAt(snapshot, reading.ended, ['inside'])),
        total,
        failure: compact(all.map(({ snapshot }) => snapshot.missing[0]?.failure))[0] ?? null,
        calls: all.flatMap(({ snapshot }) => snapshot.calls),
      };
    })
  );
}

function readingsOf(alert: ReportAlert, to: number): Reading[] {
  const { began, metrics } = alert;
  const ended = endWithin(alert, to);
  const first = metrics[0];
  const lastOut = maxBy(metrics, ({ stays }) => stays.at(-1)?.to ?? -Infinity);
  if (began === null || !first || !lastOut) {
    return [];
  }
  const start = { metric: first, from: began - LEAD, to: began, began, ended: null };
  if (ended === null) {
    return [start].filter(isReadable);
  }
  const both = { ...start, to: ended, ended };
  const end = { metric: lastOut, from: ended - LEAD, to: ended, began: null, ended };
  return (first === lastOut && both.to - both.from <= AT_ONCE ? [both] : [start, end]).filter(isReadable);
}

/** When the alert ended, if it did by then. */
function endWithin({ ended, duration }: ReportAlert, to: number): number | null {
  return ended !== null && duration !== null && ended <= to ? ended : null;
}

function isReadable({ metric: { nodeId, metricId } }: Reading): boolean {
  return isIdentifier(nodeId ?? '') && isIdentifier(metricId ?? '');
}

function read({ metric, from, to }: Reading, store: Store): Observable<Snapshot> {
  const series = { nodeId: metric.nodeId ?? '', metricId: metric.metricId ?? '', aggregation: '' };
  return store.read({ ...series, granularity: 'auto', requests: 1, late: AFTER_ALL_OTHERS, from, to }).pipe(last());
}

/** How long the metric had been in one of the states at that time, if that is known. */
function lagAt(snapshot: Snapshot, at: number | null, states: Array<Judgment['state']>): number[] {
  if (at === null) {
    return [];
  }
  const { columns, step } = pointsOf(snapshot);
  const until = view(columns, 0, upperBound(columns.time, at));
  const { state, since, isSinceKnown } = judgeMetric(until, { from: snapshot.range.from, to: at, now: at, step });
  return states.includes(state) && isSinceKnown && since !== null ? [at - since] : [];
}
