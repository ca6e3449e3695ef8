import { pointsOf } from '../support/world/points';
import { DAY, HOUR, MINUTE, type World } from '../support/world/truth';
import { type Period } from './oracle';

/** How far a metric is outside its corridors, and for how long, according to its points. */

type Point = ReturnType<typeof pointsOf>[number];

/** A metric's points in a period, including both ends, as fine as in a range of that length. */
export function pointsIn(world: World, metric: number, { from, to }: Period, now: number, step?: number): Point[] {
  const rule = to - from <= 12 * HOUR ? MINUTE : to - from <= 7 * DAY ? 15 * MINUTE : HOUR;
  return pointsOf(world, metric, { from, to, step: step ?? rule, at: now });
}

const bandsOf = ({ corridors: { main, sup, inf } }: Point) => [main, sup, inf].flatMap((band) => band ?? []);

export const hasCorridor = (point: Point) => bandsOf(point).length > 0;

/** Outside all its corridors. */
export function isOutside(point: Point): boolean {
  return hasCorridor(point) && bandsOf(point).every(({ up, down }) => point.smoothened > up || point.smoothened < down);
}

/**
 * Distance to the nearest edge in widths of the main corridor, positive above. 0 inside any corridor, null without a main
 * corridor or if it is flat.
 */
export function widthsOf(point: Point): number | null {
  const { main } = point.corridors;
  if (!main || main.up === main.down) {
    return null;
  }
  const edges = bandsOf(point).flatMap(({ up, down }) => [up, down]);
  const distance = Math.min(...edges.map((edge) => Math.abs(point.smoothened - edge)));
  return isOutside(point) ? (Math.sign(point.smoothened - main.up) * distance) / (main.up - main.down) : 0;
}

/** The deviation farthest from 0. The first of equal ones, null without any. */
export function farthest(points: Point[]): number | null {
  return points
    .flatMap((point) => widthsOf(point) ?? [])
    .reduce<number | null>((far, one) => (far === null || Math.abs(one) > Math.abs(far) ? one : far), null);
}

/** A time outside, including short returns. `leftAt` and `backAt` are null if the points don't show them. */
export interface Stay {
  from: number;
  points: Point[];
  leftAt: number | null;
  backAt: number | null;
}

/** The times outside. The points are in time order, and `step` apart if none are missing. */
export function staysIn(points: Point[], step: number): Stay[] {
  const calm = Math.max(15 * MINUTE, 2 * step);
  const known = points.filter(hasCorridor);
  const isGap = (i: number) => i > 0 && known[i].time - known[i - 1].time > calm;
  const stays: Stay[] = [];
  let last = -1;
  for (const [i, point] of known.entries()) {
    if (!isOutside(point)) {
      continue;
    }
    const stay = stays[stays.length - 1];
    const between = known.slice(last + 1, i).length;
    const continues =
      stay !== undefined &&
      (between === 0 || point.time - known[last].time < calm) &&
      !known.slice(last + 1, i + 1).some((_, j) => isGap(last + 1 + j));
    if (continues) {
      stay.points.push(point);
    } else {
      const leftAt = i > 0 && !isGap(i) && !isOutside(known[i - 1]) ? point.time : null;
      stays.push({ from: point.time, points: [point], leftAt, backAt: null });
    }
    last = i;
    const next = known[i + 1];
    stays[stays.length - 1].backAt = next && !isGap(i + 1) && !isOutside(next) ? next.time : null;
  }
  return stays;
}
