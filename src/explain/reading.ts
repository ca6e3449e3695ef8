import { type WantedSeries } from '../inputs/expand';
import { type Reader } from '../known/follow';
import { judged, type JudgedPoints, recentRequests } from '../entries/judgedPoints';
import { metricData } from '../entries/metricData';
import { pointsOf } from '../corridors/spacing';
import { presentExcursion, type When } from '../judging/judgeMetric';
import { BEFORE, findPrecedent, type Precedent } from '../judging/precedent';
import { type Excursion } from '../judging/excursions';
import { DAY, HOUR, MINUTE } from '../settings';
import { type Snapshot } from '../store/snapshot';
import { MOST_REQUESTS, type Store } from '../store/store';
import { down } from '../time/spans';

/** A time outside that began before the range may have lasted this long. */
const EARLIER = 14 * DAY;
/** Both sides of a comparison use points with this distance, in milliseconds. */
const COMPARED_BY = 15 * MINUTE;

/** A metric, and what its points show. */
export interface MetricReading extends JudgedPoints {
  series: WantedSeries;
  /** The points of the time outside and of the 30 days before it, if requested and if there is one. */
  before: Snapshot | null;
}

/** The maximum of metrics whose newest twelve hours can be read, and read separately if the points of the range are coarse. */
export function mostMetrics({ to, now }: Omit<When, 'step'>, store: Store): number {
  return Math.max(1, Math.floor(MOST_REQUESTS / (2 * recentRequests(Math.min(to, now), store))));
}

/**
 * The finest points of each metric, whatever the panel's width. For metrics that are outside, also the previous 30 days if
 * requested (`usual`). If the service fails, a metric has no points.
 *
 * @param among how many metrics share the requests, with those that are known to be missing
 * @returns null until the range of all metrics is read
 */
export function readMetrics(
  series: readonly WantedSeries[],
  among: number,
  usual: boolean,
  when: Omit<When, 'step'>,
  { reader, store }: { reader: Reader; store: Store }
): MetricReading[] | null {
  const { from, to, now } = when;
  const each = Math.floor(MOST_REQUESTS / among);
  const end = Math.min(to, now);
  const forBefore = store.requestsFor({ from: end - EARLIER - BEFORE - 2 * HOUR, to: end }, '15m');
  const isCompared = usual && each >= forBefore + 2 * recentRequests(end, store);
  const requests = each - (isCompared ? forBefore : 0);
  const readings = series.flatMap((one): MetricReading[] => {
    const { nodeId, metricId, aggregation } = one.identity;
    const identity = { nodeId, metricId, aggregation };
    const { data } = reader.attempt(judged({ ...identity, requests }, { from, to }, now, store));
    if (!data) {
      return [];
    }
    const excursion = isCompared ? presentExcursion(data.judgment) : null;
    const known =
      excursion &&
      reader.attempt(metricData({ ...identity, ...timeToCompare(excursion, end), requests: forBefore }, store));
    return [{ ...data, series: one, before: known?.data ?? null }];
  });
  return readings.length === series.length ? readings : null;
}

function timeToCompare(excursion: Excursion, to: number) {
  const from = down((excursion.leftAt ?? excursion.from - EARLIER) - BEFORE - HOUR, HOUR);
  const maxDataPoints = Math.ceil((to - from) / COMPARED_BY);
  return { from, to, maxDataPoints, granularity: 'auto' as const };
}

/** Whether a metric that is outside was as far before. Null if unknown. */
export function precedentOf({ before, judgment }: MetricReading): Precedent | null {
  const excursion = presentExcursion(judgment);
  if (!excursion || !before) {
    return null;
  }
  const { columns, step } = pointsOf(before);
  return findPrecedent(excursion, columns, step);
}
