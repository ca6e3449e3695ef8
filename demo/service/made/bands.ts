import { DAY } from '../time';
import { type Effect, learned, weight } from './incidents';
import type { Bands } from '../series/columns';
import { type Profile, Rhythm, presence } from './profile';
import { noise, seedOf } from '../random';

// See random.ts for the reason why these are not looked up each time.
const { max, min } = Math;

/** A side band's height in half widths of main. Ordinary values stay slightly below it. */
const sideHeight = 1.1;

/** The corridors of a made metric: its rhythm, widened and moved slightly each week, at the learned level. */
export class BandModel {
  /** Effects that change the level permanently. */
  readonly shifts: Effect[] = [];
  private readonly rhythm: Rhythm;
  private readonly seed: number;

  constructor(
    readonly profile: Profile,
    name: string
  ) {
    this.rhythm = new Rhythm(profile);
    this.seed = seedOf('bands', name);
  }

  /** The middle of the main corridor. */
  centre(time: number): number {
    // A corridor without width (something exists or not) doesn't move either.
    const drift = this.profile.width > 0 ? 0.04 * noise(this.seed, time / (9 * DAY)) : 0;
    return this.rhythm.at(time) * (1 + drift) * this.level(time);
  }

  /** The factor of the corridors' level. */
  private level(time: number): number {
    let level = 1;
    for (const shift of this.shifts) {
      level *= 1 + (shift.size - 1) * learned(shift, time);
    }
    return level;
  }

  /** The difference between the value's rhythm and the corridors', in the metric's unit. */
  away(effect: Effect, time: number): number {
    if (effect.shape === 'delay') {
      const late = weight(effect, time);
      return late === 0 ? 0 : late * (this.centre(time - effect.size) - this.centre(time));
    }
    if (effect.shape === 'shift' && time >= effect.from) {
      return this.centre(time) * (effect.size / (1 + (effect.size - 1) * learned(effect, time)) - 1);
    }
    return 0;
  }

  /** Half the main corridor's width. Busy hours vary more than quiet ones. */
  half(time: number, centre = this.centre(time)): number {
    const share = this.profile.width * (0.65 * this.profile.level * this.level(time) + 0.35 * centre);
    return share * (1 + 0.15 * noise(this.seed + 1, time / (2 * DAY)));
  }

  /** 0 to 1: how much of the sup (or inf) band ordinary values may use at this time. */
  room(side: 'sup' | 'inf', time: number): number {
    return this.profile.nested ? 0 : presence(this.profile[side], time);
  }

  write(time: number, into: Bands): void {
    const { profile } = this;
    const centre = this.centre(time);
    const half = this.half(time, centre);
    into.mainUp = this.clamp(centre + half);
    into.mainDown = this.clamp(centre - half);
    into.supUp = into.supDown = into.infUp = into.infDown = NaN;
    if (presence(profile.sup, time) > 0) {
      into.supUp = this.clamp(centre + half * (1 + sideHeight));
      into.supDown = profile.nested ? this.clamp(centre - half * 1.3) : into.mainUp;
    }
    if (presence(profile.inf, time) > 0) {
      into.infUp = profile.nested ? this.clamp(centre - half * 0.4) : into.mainDown;
      into.infDown = profile.nested ? this.clamp(centre - half * 0.8) : this.clamp(centre - half * (1 + sideHeight));
    }
  }

  clamp(value: number): number {
    return min(this.profile.ceiling, max(this.profile.floor, value));
  }
}
