import { type AlertCounts, type CountsBucket } from '../service/alerts';
import { DAY, HOUR, MINUTE } from '../settings';

/** Bucket widths of the interface, finest first, in milliseconds. */
export const BUCKETS = { '15m': 15 * MINUTE, '1h': HOUR, '4h': 4 * HOUR, '1d': DAY } as const;
export type Bucket = keyof typeof BUCKETS;
const FINEST_FIRST = Object.keys(BUCKETS) as Bucket[];

const MOST_BUCKETS = 500;

export function isBucket(text: string): text is Bucket {
  return Object.hasOwn(BUCKETS, text);
}

/** The finest bucket that gives at most 500 of them, or `maxDataPoints` where that is less; else the coarsest. */
export function autoBucket(span: number, maxDataPoints = MOST_BUCKETS): Bucket {
  const most = Math.max(1, Math.min(MOST_BUCKETS, maxDataPoints));
  return FINEST_FIRST.find((bucket) => span / BUCKETS[bucket] <= most) ?? '1d';
}

/** As many buckets are filled in at most: a range of years in the finest ones would freeze the page. */
const MOST_FILLED = 20_000;

/**
 * The buckets over the range, those that the answer leaves out with zeros. The grid is the answer's, since where
 * buckets begin is the service's choice; without any it is on multiples of the width. Buckets outside the range stay
 * as they came. Where there were too many to fill in, they all do.
 *
 * @param asked the width that was requested, in milliseconds; the answer's own counts where it names one
 * @param range epoch milliseconds
 */
export function fillBuckets(
  { bucket, buckets, lost = 0 }: AlertCounts,
  asked: number,
  range: { from: number; to: number }
): CountsBucket[] {
  const width = bucket !== null && isBucket(bucket) ? BUCKETS[bucket] : asked;
  const byStart = new Map(buckets.map((one) => [one.start, one]));
  const came = [...byStart.values()].sort((a, b) => a.start - b.start);
  if ((range.to - range.from) / width > MOST_FILLED) {
    return came;
  }
  const grid = came.length > 0 ? came[0].start : Math.floor(range.from / width) * width;
  // The first bucket is the one that holds the range's start; none begins at its end.
  const first = grid - Math.floor((grid - range.from) / width) * width;
  const start = first > range.from ? first - width : first;
  const filled: CountsBucket[] = [];
  const none = lost > 0 ? null : 0;
  let next = 0;
  const take = (before: number) => {
    while (next < came.length && came[next].start < before) {
      filled.push(came[next++]);
    }
  };
  take(start);
  for (let time = start; time < range.to;) {
    if (next < came.length && came[next].start - time < width) {
      time = came[next].start + width;
      filled.push(came[next++]);
    } else {
      filled.push({ start: time, end: time + width, active: none, low: none, medium: none, high: none, severe: none });
      time += width;
    }
    // What is between two places of the grid, too.
    take(time);
  }
  take(Infinity);
  return filled;
}
