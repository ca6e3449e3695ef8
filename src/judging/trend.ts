import { type Columns, view } from '../corridors/columns';
import { isOutside, judge, type Judged } from '../corridors/judge';
import { HOUR, MINUTE } from '../settings';
import { median } from './endedBy';

/** States and trends use medians over this time, in milliseconds. Buckets begin at its multiples. */
const BUCKET = 15 * MINUTE;
/** A trend uses at most this much of a time outside, at least this much, and at least this many buckets. */
const AT_MOST = 3 * HOUR;
const AT_LEAST = HOUR;
const BUCKETS = 4;
/** For a trend, the distance of one half is at most this share of the other half's. */
const SHARE = 0.75;
/** The newest bucket does not contradict its half by more than this factor. */
const ALIKE = 1.1;

/** How a metric that is outside moves: away from its corridors, back to them, or neither. */
export type Trend = 'worse' | 'steady' | 'better';

/** The start of a time's bucket, in epoch milliseconds. */
export function bucketAt(time: number): number {
  return Math.floor(time / BUCKET) * BUCKET;
}

/** Whether at least half of the points with a corridor in the newest bucket are outside. @param known the rows of these */
export function isNewestOutside({ time, distance }: Judged, known: readonly number[]): boolean {
  const start = bucketAt(time[known[known.length - 1]]);
  const rows = known.filter((row) => time[row] >= start);
  return rows.length > 0 && 2 * rows.filter((row) => isOutside(distance[row])).length >= rows.length;
}

/**
 * The trend of a metric that is outside, over the newest three hours of its time outside: it compares the medians of the
 * earlier and the later half. The value itself must move: a corridor that follows it is not a recovery.
 *
 * @param judged in time order, up to the newest point of the time outside
 * @param from the start of the time outside, epoch milliseconds
 * @returns null if it is shorter than an hour, if fewer than four buckets are on the newest one's side, or without widths
 */
export function trendOf(judged: Judged, from: number): Trend | null {
  const { time, deviation } = judged;
  const isKnown = (row: number) => time[row] >= from && !Number.isNaN(deviation[row]);
  const known = Array.from(time.keys()).filter(isKnown);
  const newest = time[known[known.length - 1]];
  const rows = known.filter((row) => time[row] >= newest - AT_MOST);
  if (rows.length === 0 || newest - time[rows[0]] < AT_LEAST) {
    return null;
  }
  const groups = bucketsOf(rows, time);
  const signed = groups.map((group) => medianOf(group, deviation));
  const side = Math.sign(signed[signed.length - 1]);
  const ofSide = groups.filter((_, i) => side !== 0 && Math.sign(signed[i]) === side);
  if (ofSide.length < BUCKETS) {
    return null;
  }
  const { deviation: anchored } = judge(withCorridorOf(judged, rows[0]));
  const distances = [deviation, anchored].map((widths) =>
    ofSide.map((group) => Math.max(0, side * medianOf(group, widths)))
  );
  if (distances.every(isBetter)) {
    return 'better';
  }
  return distances.every(isWorse) ? 'worse' : 'steady';
}

/** The middle one of an odd number belongs to neither half. */
function halvesOf(distances: readonly number[]) {
  const half = Math.floor(distances.length / 2);
  return {
    earlier: median(distances.slice(0, half)) ?? 0,
    later: median(distances.slice(-half)) ?? 0,
    newest: distances[distances.length - 1],
  };
}

function isBetter(distances: readonly number[]): boolean {
  const { earlier, later, newest } = halvesOf(distances);
  return earlier > 0 && later <= SHARE * earlier && newest <= ALIKE * later;
}

function isWorse(distances: readonly number[]): boolean {
  const { earlier, later, newest } = halvesOf(distances);
  return later > 0 && earlier <= SHARE * later && ALIKE * newest >= later;
}

/** The rows of each bucket, in time order. */
function bucketsOf(rows: readonly number[], time: Float64Array): number[][] {
  const groups = new Map<number, number[]>();
  for (const row of rows) {
    const start = bucketAt(time[row]);
    const group = groups.get(start) ?? [];
    group.push(row);
    groups.set(start, group);
  }
  return [...groups.values()];
}

function medianOf(rows: readonly number[], values: Float64Array): number {
  return median(rows.map((row) => values[row])) ?? NaN;
}

/** The values in the corridors of one row. */
function withCorridorOf(columns: Columns, row: number): Columns {
  const edges = view(columns, row, row + 1).edges.map((edge) => edge && new Float64Array(columns.length).fill(edge[0]));
  return { ...columns, edges };
}
