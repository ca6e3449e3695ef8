import { HOUR, MINUTE } from '../time';
import { noise } from '../random';

/**
 * How a metric leaves its rhythm: `surge` rises, stays and falls; `wave` comes and goes while it lasts; `drift` creeps
 * away and is put right at the end; `gap`: nothing is measured.
 */
export type Shape = 'surge' | 'wave' | 'drift' | 'gap';

/** Something that goes wrong with one metric for a while. */
export interface Effect {
  readonly from: number;
  readonly to: number;
  readonly shape: Shape;
  /** How far it goes, in widths of the main corridor, at its height; negative is downwards. */
  readonly size: number;
  readonly seed: number;
}

/** Where the value is moved to at `time`, in widths of the main corridor; NaN where nothing is measured. */
export function displacement(effect: Effect, time: number): number {
  if (time < effect.from || time >= effect.to) {
    return 0;
  }
  const length = effect.to - effect.from;
  const since = time - effect.from;
  const left = effect.to - time;
  switch (effect.shape) {
    case 'gap':
      return NaN;
    case 'drift':
      return effect.size * Math.min(1, since / (length * 0.75)) * soft(left / (8 * MINUTE));
    case 'wave': {
      const swing =
        0.5 + 0.7 * noise(effect.seed, since / (75 * MINUTE)) + 0.3 * noise(effect.seed + 1, since / (25 * MINUTE));
      return effect.size * Math.max(0, swing) * soft(since / (10 * MINUTE)) * soft(left / (10 * MINUTE));
    }
    case 'surge': {
      const rise = Math.min(40 * MINUTE, length / 5);
      const fall = Math.min(HOUR, length / 4);
      const turn =
        0.85 + 0.3 * noise(effect.seed, since / (50 * MINUTE)) + 0.12 * noise(effect.seed + 1, since / (7 * MINUTE));
      return effect.size * turn * soft(since / rise) * soft(left / fall);
    }
  }
}

function soft(x: number): number {
  const part = Math.min(1, Math.max(0, x));
  return part * part * (3 - 2 * part);
}
