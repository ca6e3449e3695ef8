import { type WantedSeries } from '../inputs/expand';
import { type Reader } from '../known/follow';
import { judged, type JudgedPoints } from '../entries/judgedPoints';
import { metricData } from '../entries/metricData';
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
  /** The points of the stay and of the 30 days before it, if requested and if there is a stay. */
  before: Snapshot | null;
}

/**
 * The finest points of each metric, whatever the panel's width, and of those that are outside the 30 days before if they are
 * wanted (`usual`). A service that fails leaves a reading without points.
 *
 * @returns null until the range is read of all
 */
export function readMetrics(
  series: readonly WantedSeries[],
  usual: boolean,
  when: Omit<When, 'step'>,
  { reader, store }: { reader: Reader; store: Store }
): MetricReading[] | null {
  const each = Math.floor(MOST_REQUESTS / series.length);
  const isCompared = usual && each >= MOST_BEFORE + 2;
  // One is left for the newest twelve hours.
  const requests = Math.max(1, Math.min(MOST_EACH, each - 1 - (isCompared ? MOST_BEFORE : 0)));
  const { from, to, now } = when;
  const readings = series.flatMap((one): MetricReading[] => {
    const { nodeId, metricId, aggregation } = one.identity;
    const identity = { nodeId, metricId, aggregation };
    const { data } = reader.attempt(judged({ ...identity, requests }, { from, to }, now, store));
    if (!data) {
      return [];
    }
    const stay = isCompared ? presentStay(data.judgment) : null;
    const known = stay && reader.attempt(metricData({ ...identity, ...timeToCompare(stay, to) }, store));
    return [{ ...data, series: one, before: known?.data ?? null }];
  });
  return readings.length === series.length ? readings : null;
}

function timeToCompare(stay: Stay, to: number) {
  const from = down((stay.leftAt ?? stay.from - EARLIER) - BEFORE - HOUR, HOUR);
  const maxDataPoints = Math.ceil((to - from) / COMPARED_BY);
  return { from, to, maxDataPoints, granularity: 'auto' as const, requests: MOST_BEFORE };
}

/** Whether a metric that is outside was as far before; null if that is not known. */
export function precedentOf({ before, judgment }: MetricReading): Precedent | null {
  const stay = presentStay(judgment);
  if (!stay || !before) {
    return null;
  }
  const { columns, step } = pointsOf(before);
  return findPrecedent(stay, columns, step);
}
