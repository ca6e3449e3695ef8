import { DAY, WEEK, ceilTo, floorTo } from '../time';
import { BandModel } from './bands';
import { type Columns, emptyColumns, noBands, pushRow } from '../series/columns';
import { type Effect, displacement, isOn } from './incidents';
import type { Profile } from './profile';
import { Unrest } from './unrest';
import { seedOf } from '../random';
import type { MetricType, Series } from '../series/metric';

// See random.ts for the reason why these are not looked up each time.
const { max, round } = Math;

/** The share of the main corridor that pinned values use. */
const still = 0.25;

export interface MadeSeriesOptions {
  readonly name: string;
  readonly seed: number;
  readonly step: number;
  readonly begins: number;
  readonly profile: Profile;
  readonly metricType: MetricType;
  /** Some points are missing every few hours, never long enough for an alert. */
  readonly gaps: boolean;
  readonly jitter?: number;
}

/**
 * A series that is computed when it is read, and cached by day. When all is well, its values stay inside the corridors,
 * except for single spikes that are too short for an alert. Effects move it outside.
 */
export class MadeSeries implements Series {
  readonly step: number;
  readonly begins: number;
  readonly baselineFrom: number;
  readonly jitter: number;
  private readonly effects: Effect[] = [];
  private readonly bands: BandModel;
  private readonly unrest: Unrest;
  private readonly days = new Map<number, Float64Array>();

  constructor(private readonly options: MadeSeriesOptions) {
    this.step = options.step;
    this.jitter = options.jitter ?? 0;
    this.begins = floorTo(options.begins, DAY);
    this.baselineFrom = this.begins + WEEK;
    this.bands = new BandModel(options.profile, options.name);
    this.unrest = new Unrest(seedOf(options.seed, options.name), options.step, this.bands);
  }

  /** Adds an effect. All of them must be added before the first reading. */
  add(effect: Effect): void {
    this.effects.push(effect);
    if (effect.shape === 'shift') {
      this.bands.shifts.push(effect);
    }
  }

  /** Its effects in time order. */
  get incidents(): readonly Effect[] {
    return [...this.effects].sort((a, b) => a.from - b.from);
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
    if (this.options.gaps && this.unrest.inGap(time)) {
      return NaN;
    }
    const { bands } = this;
    const centre = bands.centre(time);
    const half = bands.half(time, centre);
    let moved = 0;
    let away = 0;
    let pinned = false;
    let well = true;
    for (const effect of effects) {
      moved += displacement(effect, time);
      away += bands.away(effect, time);
      pinned ||= effect.shape === 'pinned' && isOn(effect, time);
      well &&= !isOn(effect, time);
    }
    const calm = pinned ? still * this.unrest.turns(time) : this.unrest.calm(time);
    const spike = well ? this.unrest.spike(time) : 0;
    const value = bands.clamp(centre + away + half * (calm + spike + 2 * moved));
    return this.options.metricType === 'double' ? value : round(value);
  }
}
