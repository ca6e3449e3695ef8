import { range as numbersIn, sortBy, sortedIndexBy, uniqBy } from 'lodash';
import { type AlertCounts, type CountsBucket } from '../service/alerts';
import { DAY, HOUR, MINUTE } from '../settings';
import { type Span } from '../time/spans';

/** Bucket widths of the interface, finest first, in milliseconds. */
export const BUCKETS = { '15m': 15 * MINUTE, '1h': HOUR, '4h': 4 * HOUR, '1d': DAY } as const;
export type Bucket = keyof typeof BUCKETS;
const FINEST_FIRST = Object.keys(BUCKETS) as Bucket[];

const MOST_BUCKETS = 500;

export function isBucket(text: string): text is Bucket {
  return Object.hasOwn(BUCKETS, text);
}

/**
 * The finest bucket with at most 500 in the range, or `maxDataPoints` if that is less. Otherwise the coarsest.
 *
 * @param maxDataPoints 0 for a panel whose width is unknown
 */
export function autoBucket(span: number, maxDataPoints = 0): Bucket {
  const most = maxDataPoints >= 1 ? Math.min(MOST_BUCKETS, maxDataPoints) : MOST_BUCKETS;
  return FINEST_FIRST.find((bucket) => span / BUCKETS[bucket] <= most) ?? '1d';
}

/** The maximum number of added buckets: years in the finest ones would freeze the page. */
const MOST_FILLED = 20_000;

/**
 * The buckets of the range. Missing buckets are zeros. They begin where the answer's last bucket does, because the service
 * may cut the first one at the start of the range. Without any, they begin at multiples of the width. Buckets outside the
 * range are unchanged. If there are too many, nothing is added.
 *
 * @param requested the width, in milliseconds; the answer's own width has priority
 * @param range epoch milliseconds
 */
export function fillBuckets(
  { bucket, buckets, lost = 0 }: AlertCounts,
  requested: number,
  range: Span
): CountsBucket[] {
  const width = bucket !== null && isBucket(bucket) ? BUCKETS[bucket] : requested;
  const received = uniqBy(sortBy(buckets, 'start'), 'start');
  if ((range.to - range.from) / width > MOST_FILLED) {
    return received;
  }
  // The first bucket contains the range's start. None begins at its end.
  const offset = (received.findLast(({ start }) => start < range.to)?.start ?? 0) % width;
  const first = Math.floor((range.from - offset) / width) * width + offset;
  // A bucket without a start in the body may be any of these.
  const count = lost > 0 ? null : 0;
  const none = { active: count, low: count, medium: count, high: count, severe: count };
  const isMissing = (start: number) => {
    const next = sortedIndexBy<Pick<CountsBucket, 'start'>>(received, { start }, 'start');
    return (
      (received.at(next)?.start ?? Infinity) >= start + width &&
      (next === 0 || endOf(received[next - 1], width) <= start)
    );
  };
  const empty = numbersIn(first, range.to, width).filter(isMissing);
  return sortBy([...received, ...empty.map((start) => ({ start, end: start + width, ...none }))], 'start');
}

/** A service may return longer buckets than requested, without saying so otherwise. */
function endOf({ start, end }: CountsBucket, width: number): number {
  return end ?? start + width;
}
