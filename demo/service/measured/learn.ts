import { HOUR, WEEK, floorTo, timeOfWeek } from '../time';
import type { Bands } from '../series/columns';
import { Level } from './level';
import { quantile } from './quantile';

/** With at least this many weeks, corridors follow the week, with fewer only the day. */
const weeksForWeek = 5;
/** An hour also includes values from this many hours before and after. */
const around = 2;
/** The margin of main and the height of a side band, in widths of the usual range. */
const margin = 0.15;
const side = 0.35;
/** Main is at least this share of the series' spread wide, so that quiet hours aren't too strict. */
const leastWidth = 0.3;

interface Hour {
  readonly up: number;
  readonly down: number;
  readonly width: number;
}

/**
 * Corridors learned from a measured series: for each hour of the week, the usual highs and lows on days with that hour.
 * Usual means on most days: an anomaly on some days doesn't widen the corridor, but daily spikes do.
 */
export class LearnedBands {
  private readonly level: Level;
  private readonly hours: Hour[];
  /** A series that is never negative has no corridor below zero. */
  private readonly floor: number;

  /** `times` are in ascending order, at least two. */
  constructor(times: readonly number[], values: readonly number[]) {
    const start = floorTo(times[0], HOUR);
    this.floor = values.some((value) => value < 0) ? -Infinity : 0;
    this.level = new Level(start, times, values);
    const rest = values.map((value, i) => value - this.level.at(times[i]));
    this.hours = learnHours(times, rest);
  }

  write(time: number, into: Bands): void {
    const level = this.level.at(time);
    // An hour's limits apply in its middle, and change gradually to the next hour's.
    const x = timeOfWeek(time - HOUR / 2) / HOUR;
    const left = Math.floor(x);
    const a = this.hours[left % 168];
    const b = this.hours[(left + 1) % 168];
    const mix = (p: number, q: number) => p + (q - p) * (x - left);
    const height = side * mix(a.width, b.width);
    into.mainUp = Math.max(this.floor, level + mix(a.up, b.up));
    into.mainDown = Math.max(this.floor, level + mix(a.down, b.down));
    into.supDown = into.mainUp;
    into.supUp = into.mainUp + height;
    const room = into.mainDown > this.floor;
    into.infUp = room ? into.mainDown : NaN;
    into.infDown = room ? Math.max(this.floor, into.mainDown - height) : NaN;
  }
}

function learnHours(times: readonly number[], rest: readonly number[]): Hour[] {
  const byHour = new Map<number, number[]>();
  times.forEach((time, i) => {
    const hour = Math.floor(time / HOUR);
    byHour.set(hour, [...(byHour.get(hour) ?? []), rest[i]]);
  });
  const long = times[times.length - 1] - times[0] >= weeksForWeek * WEEK;
  const period = long ? 168 : 24;
  // With few days, a single bad day has much weight, so a smaller share of days counts as usual.
  const usual = long ? 0.85 : 0.7;
  const least = leastWidth * (quantile(rest, 0.9) - quantile(rest, 0.1));
  const highs: number[][] = Array.from({ length: period }, () => []);
  const lows: number[][] = Array.from({ length: period }, () => []);
  for (const hour of byHour.keys()) {
    const near = Array.from({ length: 2 * around + 1 }, (_, i) => byHour.get(hour + i - around) ?? []).flat();
    const place = Math.floor(timeOfWeek(hour * HOUR) / HOUR) % period;
    highs[place].push(quantile(near, 0.95));
    lows[place].push(quantile(near, 0.05));
  }
  const whole = { high: quantile(highs.flat(), usual), low: quantile(lows.flat(), 1 - usual) };
  return Array.from({ length: 168 }, (_, i) => {
    const known = highs[i % period].length > 0;
    const high = known ? quantile(highs[i % period], usual) : whole.high;
    const low = known ? quantile(lows[i % period], 1 - usual) : whole.low;
    const width = Math.max(high - low, least);
    const half = (width / 2) * (1 + margin);
    return { up: (high + low) / 2 + half, down: (high + low) / 2 - half, width };
  });
}
