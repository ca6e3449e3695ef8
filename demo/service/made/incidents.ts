import { DAY, HOUR, MINUTE, floorTo } from '../time';
import { noise } from '../random';

/**
 * How a metric leaves its rhythm: `surge` rises, stays and falls; `jump` does so at once; `wave` comes and goes while it
 * lasts; `drift` creeps away and is put right at the end; `pinned` stays still, next to its rhythm; `gap`: nothing is
 * measured; `delay`: the rhythm is late; `shift`: it is on another level from now on, which the corridors learn in three
 * nights.
 */
export type Shape = 'surge' | 'jump' | 'wave' | 'drift' | 'pinned' | 'gap' | 'delay' | 'shift';

/** Something that goes wrong with one metric for a while. */
export interface Effect {
  readonly from: number;
  readonly to: number;
  readonly shape: Shape;
  /**
   * How far it goes, in widths of the main corridor, at its height; negative is downwards. Of a delay the milliseconds,
   * of a shift the new level as a multiple of the old.
   */
  readonly size: number;
  readonly seed: number;
}

/** How long what happens at once takes. */
const moment = 2 * MINUTE;

export function isOn(effect: Effect, time: number): boolean {
  return time >= effect.from && time < effect.to;
}

/**
 * Where the value is moved to at `time`, in widths of the main corridor; NaN if nothing is measured. Delays and shifts
 * follow the rhythm (`bands.ts`), and move nothing here.
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

/** How much of a delay there is at `time`, 0 to 1: it comes and goes within a quarter of an hour. */
export function weight(effect: Effect, time: number): number {
  return isOn(effect, time) ? soft((time - effect.from) / (15 * MINUTE)) * soft((effect.to - time) / (15 * MINUTE)) : 0;
}

/** What the corridors know of a shift after the first, the second and the third night. */
const knownAfter = [0.1, 0.9, 1];

/** How much of a shift the corridors have learned at `time`, 0 to 1: they are learned again at two each night (UTC). */
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
