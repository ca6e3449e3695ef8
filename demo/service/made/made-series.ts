import { DAY, HOUR, MINUTE, WEEK, ceilTo, floorTo } from '../time';
import { BandModel } from './bands';
import { type Columns, emptyColumns, noBands, pushRow } from '../series/columns';
import { type Effect, displacement } from './incidents';
import type { Profile } from './profile';
import { noise, seedOf, unit } from '../random';
import type { MetricType, Series } from '../series/metric';

// See random.ts for why these are not looked up each time.
const { floor, max, min, ceil, round } = Math;

export interface MadeSeriesOptions {
  readonly name: string;
  readonly seed: number;
  readonly step: number;
  readonly begins: number;
  readonly profile: Profile;
  readonly metricType: MetricType;
  /** Every few hours some points are missing, never long enough for an alert. */
  readonly gaps: boolean;
}

/**
 * A series that is computed where it is looked at, and kept by the day. When all is well its values stay within the
 * corridors but for single spikes, which are too short for an alert; effects take it out of them.
 */
export class MadeSeries implements Series {
  readonly step: number;
  readonly begins: number;
  readonly baselineFrom: number;
  /** All there will be, in any order; set up before the first reading. */
  readonly effects: Effect[] = [];
  private readonly bands: BandModel;
  private readonly seed: number;
  private readonly days = new Map<number, Float64Array>();

  constructor(private readonly options: MadeSeriesOptions) {
    this.step = options.step;
    this.begins = floorTo(options.begins, DAY);
    this.baselineFrom = this.begins + WEEK;
    this.bands = new BandModel(options.profile, options.name);
    this.seed = seedOf(options.seed, options.name);
  }

  read(from: number, to: number): Columns {
    const columns = emptyColumns();
    const bands = noBands();
    for (let time = ceilTo(max(from, this.baselineFrom), this.step); time <= to; time += this.step) {
      const start = floorTo(time, DAY);
      const value = this.day(start)[(time - start) / this.step];
      if (!Number.isNaN(value)) {
        this.bands.write(time, bands);
        pushRow(columns, time, value, bands);
      }
    }
    return columns;
  }

  corridors(from: number, to: number, step: number): Columns {
    const columns = emptyColumns();
    const bands = noBands();
    for (let time = ceilTo(max(from, this.baselineFrom), step); time <= to; time += step) {
      this.bands.write(time, bands);
      pushRow(columns, time, NaN, bands);
    }
    return columns;
  }

  private day(start: number): Float64Array {
    const known = this.days.get(start);
    if (known) {
      return known;
    }
    const effects = this.effects.filter((effect) => effect.to > start && effect.from < start + DAY);
    const values = new Float64Array(DAY / this.step);
    for (let i = 0; i < values.length; i++) {
      values[i] = this.value(start + i * this.step, effects);
    }
    this.days.set(start, values);
    return values;
  }

  private value(time: number, effects: readonly Effect[]): number {
    if (this.options.gaps && this.inGap(time)) {
      return NaN;
    }
    let moved = 0;
    for (const effect of effects) {
      moved += displacement(effect, time);
    }
    const { bands } = this;
    const centre = bands.centre(time);
    const half = bands.half(time, centre);
    const calm = 0.88 * this.unrest(time) + this.visits(time) + (moved === 0 ? this.spike(time) : 0);
    const value = bands.clamp(centre + half * (calm + 2 * moved));
    return this.options.metricType === 'double' ? value : round(value);
  }

  /** -1 to 1: slow and fast turns on top of one another. */
  private unrest(time: number): number {
    const x = time / this.step;
    const slow = (20 * MINUTE) / min(this.step, 20 * MINUTE);
    const sum =
      0.4 * noise(this.seed, x / (slow * 4)) +
      0.27 * noise(this.seed + 1, x / slow) +
      0.2 * noise(this.seed + 2, x / 4) +
      0.13 * noise(this.seed + 3, x);
    // Several turns together are seldom far out; this makes them use their room.
    return sum * (1.5 - 0.5 * sum * sum);
  }

  /** Ordinary stays in the side bands, in half widths of main. With the unrest they stay short of the bands' height. */
  private visits(time: number): number {
    const visit = (seed: number) => min(1.1, max(0, noise(seed, time / (80 * MINUTE)) - 0.4) * 3);
    const up = visit(this.seed + 4);
    const down = visit(this.seed + 5);
    return up * this.bands.room('sup', time) - down * this.bands.room('inf', time);
  }

  /** Now and then one step to three minutes outside, in half widths of main. */
  private spike(time: number): number {
    const block = floor(time / (8 * HOUR));
    if (unit(this.seed + 6, block) > 0.3) {
      return 0;
    }
    const start = floorTo(block * 8 * HOUR + (2 + 4 * unit(this.seed + 7, block)) * HOUR, this.step);
    const length = max(this.step, MINUTE * ceil(3 * unit(this.seed + 8, block)));
    const size = 2.2 + 1.2 * unit(this.seed + 9, block);
    return time >= start && time < start + length ? (unit(this.seed + 10, block) < 0.75 ? size : -size) : 0;
  }

  private inGap(time: number): boolean {
    const block = floor(time / (5 * HOUR));
    const start = block * 5 * HOUR + unit(this.seed + 11, block) * 4 * HOUR;
    return time >= start && time < start + (8 + 32 * unit(this.seed + 12, block)) * MINUTE;
  }
}
