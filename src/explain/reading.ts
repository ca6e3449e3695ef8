import { combineLatest, filter, map, type Observable, of, switchMap } from 'rxjs';
import { type WantedSeries } from '../answer/expand';
import { type JudgedPoints, readJudged } from '../answer/judgedPoints';
import { pointsOf } from '../corridors/spacing';
import { presentStay, type When } from '../judging/judgeMetric';
import { BEFORE, findPrecedent, type Precedent } from '../judging/precedent';
import { type Stay } from '../judging/stays';
import { DAY, HOUR, MINUTE } from '../settings';
import { type Snapshot } from '../store/snapshot';
import { MOST_REQUESTS, type Store } from '../store/store';
import { down } from '../time/spans';

/** A metric takes this many requests at most: two weeks at 1m. */
const MOST_EACH = 7;
/** The comparison takes so many: a stay that began before the range can have lasted two weeks. */
const MOST_BEFORE = 4;
const EARLIER = 14 * DAY;
/** Both sides of a comparison are by points of this distance, in milliseconds. */
const COMPARED_BY = 15 * MINUTE;

/** A metric that was read, and what its points show. */
export interface MetricReading extends JudgedPoints {
  series: WantedSeries;
  /** The points of the stay and of the 30 days before it, if they are wanted and there is a stay. */
  before: Snapshot | null;
  precedent: Precedent | null;
}

/**
 * Reads the finest points of each metric, whatever the panel's width, and of those that are outside the 30 days before if they
 * are wanted (`usual`). Emits once all of the range is read, and again with the 30 days. A service that fails leaves a
 * reading without points.
 */
export function readMetrics(
  series: readonly WantedSeries[],
  usual: boolean,
  { from, to, now }: Omit<When, 'step'>,
  store: Store
): Observable<MetricReading[]> {
  const each = Math.floor(MOST_REQUESTS / series.length);
  const isCompared = usual && each >= MOST_BEFORE + 2;
  // One is left for the newest twelve hours.
  const requests = Math.max(1, Math.min(MOST_EACH, each - 1 - (isCompared ? MOST_BEFORE : 0)));
  const readings = series.map((one) => {
    const { nodeId, metricId, aggregation } = one.identity;
    return readJudged({ nodeId, metricId, aggregation, requests }, { from, to }, now, store).pipe(
      switchMap((points): Observable<MetricReading> => {
        const reading = { ...points, series: one, before: null, precedent: null };
        const stay = isCompared ? presentStay(points.judgment) : null;
        if (!stay) {
          return of(reading);
        }
        const start = down((stay.leftAt ?? stay.from - EARLIER) - BEFORE - HOUR, HOUR);
        const request = { nodeId, metricId, aggregation, maxDataPoints: Math.ceil((to - start) / COMPARED_BY) };
        // What is kept of these days comes at once, so that a refresh does not shorten the sentence.
        return store.read({ ...request, granularity: 'auto', requests: MOST_BEFORE, from: start, to }).pipe(
          filter(({ done }, i) => done || i === 0),
          map((before) => ({ ...reading, before, precedent: precedentOf(stay, before) }))
        );
      })
    );
  });
  return combineLatest(readings);
}

function precedentOf(stay: Stay, before: Snapshot): Precedent | null {
  const { columns, step } = pointsOf(before);
  return findPrecedent(stay, columns, step);
}
