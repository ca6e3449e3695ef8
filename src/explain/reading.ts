import { combineLatest, filter, last, map, type Observable, of } from 'rxjs';
import { type WantedSeries } from '../answer/expand';
import { pointsOf } from '../corridors/spacing';
import { type Judgment, judgeMetric, presentStay, type When } from '../judging/judgeMetric';
import { BEFORE, findPrecedent, type Precedent } from '../judging/precedent';
import { stepOf } from '../query/granularity';
import { DAY, MINUTE } from '../settings';
import { type Snapshot } from '../store/snapshot';
import { MOST_REQUESTS, type Store } from '../store/store';

/** A metric takes this many requests at most: two weeks at 1m. */
const MOST_EACH = 7;
const FINE_DAYS = 14 * DAY;
/** Milliseconds between the points of the 30 days before. */
const BEFORE_STEP = 15 * MINUTE;

/** A metric that was read, and what its points show. */
export interface MetricReading {
  series: WantedSeries;
  /** The points of the range. */
  snapshot: Snapshot;
  when: When;
  judgment: Judgment;
  /** Milliseconds between points, if the service can have finer ones. */
  resolution: number | null;
  /** The points of the 30 days before as well, if they are wanted. */
  before: Snapshot | null;
  precedent: Precedent | null;
}

/**
 * Reads the finest points of each metric, whatever the panel's width, and the 30 days before if they are wanted (`usual`).
 * Emits once all of the range is read, and again with the 30 days. A service that fails leaves a reading without points.
 */
export function readMetrics(
  series: readonly WantedSeries[],
  usual: boolean,
  when: Omit<When, 'step'>,
  store: Store
): Observable<MetricReading[]> {
  const { from, to } = when;
  const requests = Math.min(MOST_EACH, Math.floor(MOST_REQUESTS / series.length / (usual ? 2 : 1)));
  const read = ({ identity: { nodeId, metricId, aggregation } }: WantedSeries, start: number, maxDataPoints: number) =>
    store.read({ nodeId, metricId, aggregation, granularity: 'auto', maxDataPoints, requests, from: start, to });
  const start = Math.max(from, to - FINE_DAYS) - BEFORE;
  const readings = series.map((one) => {
    const fine = read(one, from, Number.MAX_SAFE_INTEGER).pipe(last());
    // What is kept of these days comes at once, so that a refresh does not shorten the sentence.
    const days = read(one, start, Math.ceil((to - start) / BEFORE_STEP)).pipe(filter(({ done }, i) => done || i === 0));
    return combineLatest([fine, usual ? days : of(null)]).pipe(
      map(([snapshot, before]) => readingOf(one, snapshot, before, when))
    );
  });
  return combineLatest(readings);
}

function readingOf(
  series: WantedSeries,
  snapshot: Snapshot,
  before: Snapshot | null,
  range: Omit<When, 'step'>
): MetricReading {
  const { columns, step } = pointsOf(snapshot);
  const when = { ...range, step };
  const judgment = judgeMetric(columns, when);
  const source = stepOf(snapshot.metadata.sourceGranularity) ?? MINUTE;
  return {
    series,
    snapshot,
    when,
    judgment,
    resolution: step > source ? step : null,
    before,
    precedent: before && precedentOf(judgment, before, when),
  };
}

/** Whether the present stay has a precedent. If the range itself has one as far outside, the sentence shows that one instead. */
function precedentOf(judgment: Judgment, before: Snapshot, { from }: When): Precedent | null {
  const stay = presentStay(judgment);
  if (!stay || !judgment.worst || judgment.worst.at < stay.from) {
    return null;
  }
  const { columns, step } = pointsOf(before);
  return findPrecedent(stay, columns, step, from);
}
