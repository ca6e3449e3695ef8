import { DAY, HOUR, MINUTE, floorTo } from '../time';
import { noise } from '../random';

/**
 * How a metric leaves its rhythm: `surge` rises, stays, and falls. `jump` does so at once. `wave` comes and goes. `drift`
 * moves away slowly and is corrected at the end. `pinned` stays constant, next to its rhythm. `gap` has no data. `delay`
 * has a late rhythm. `shift` has another level from now on, which the corridors learn within three nights.
 */
export type Shape = 'surge' | 'jump' | 'wave' | 'drift' | 'pinned' | 'gap' | 'delay' | 'shift';

/** A problem with one metric for a while. */
export interface Effect {
  readonly from: number;
  readonly to: number;
  readonly shape: Shape;
  /**
   * Its maximum, in widths of the main corridor. Negative is downward. For a delay: milliseconds. For a shift: the new
   * level as a multiple of the old.
   */
  readonly size: number;
  readonly seed: number;
}

/** The duration of sudden changes. */
const moment = 2 * MINUTE;

export function isOn(effect: Effect, time: number): boolean {
  return time >= effect.from && time < effect.to;
}

/**
 * The displacement of the value at `time`, in widths of the main corridor. NaN: no data. Delays and shifts change the
 * rhythm (`bands.ts`), and displace nothing.
 */
export function displacement(effect: Effect, time: number): number {
  if (!isOn(effect, time)) {
    return 0;
  }
  const { seed, size } = effect;
  const length = effect.to - effect.from;
  const since = time - effect.from;
  const left = effect.to - time;
  switch (effect.shape) {
    case 'gap':
      return NaN;
    case 'jump':
    case 'pinned':
      return size * soft((since + MINUTE) / moment) * soft(left / moment);
    case 'drift':
      return size * Math.min(1, since / (length * 0.75)) * soft(left / (8 * MINUTE));
    case 'wave': {
      const swing = 0.5 + 0.7 * noise(seed, since / (75 * MINUTE)) + 0.3 * noise(seed + 1, since / (25 * MINUTE));
      return size * Math.max(0, swing) * soft(since / (10 * MINUTE)) * soft(left / (10 * MINUTE));
    }
    case 'surge': {
      const rise = Math.min(20 * MINUTE, length / 5);
      const fall = Math.min(HOUR, length / 4);
      const turn = 0.95 + 0.25 * noise(seed, since / (50 * MINUTE)) + 0.1 * noise(seed + 1, since / (7 * MINUTE));
      return size * turn * soft(since / rise) * soft(left / fall);
    }
    default:
      return 0;
  }
}

/** The share of a delay that applies at `time`, 0 to 1. It starts and ends within a quarter of an hour. */
export function weight(effect: Effect, time: number): number {
  return isOn(effect, time) ? soft((time - effect.from) / (15 * MINUTE)) * soft((effect.to - time) / (15 * MINUTE)) : 0;
}

/** How much the corridors know about a shift after the first, second, and third night. */
const knownAfter = [0.1, 0.9, 1];

/** How much of a shift the corridors have learned at `time`, 0 to 1. They are updated at two each night (UTC). */
export function learned({ from }: Effect, time: number): number {
  const night = floorTo(from, DAY) + DAY + 2 * HOUR;
  return knownAfter.reduce((known, next, i) => {
    const before = knownAfter[i - 1] ?? 0;
    return known + (next - before) * soft((time - night - i * DAY) / (20 * MINUTE));
  }, 0);
}

function soft(x: number): number {
  const part = Math.min(1, Math.max(0, x));
  return part * part * (3 - 2 * part);
}
