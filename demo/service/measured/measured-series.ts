import { aggregate } from '../series/aggregate';
import { ceilTo, floorTo } from '../time';
import { type Columns, emptyColumns, noBands, pushRow } from '../series/columns';
import type { Series } from '../series/metric';
import type { Measured } from './csv';
import { LearnedBands } from './learn';

/** A measured series, moved in time so that its last point is at `end`, in steps of the interface. */
export class MeasuredSeries implements Series {
  readonly step: number;
  readonly begins: number;
  readonly baselineFrom: number;
  /** The difference to the times in the file. */
  readonly moved: number;
  private readonly points: Columns;
  private readonly bands: LearnedBands;

  constructor(measured: Measured, end: number) {
    const { points, spacing, step } = measured;
    this.step = step;
    this.moved = floorTo(end, step) - spacing - points[points.length - 1].time;
    const raw = emptyColumns();
    points.forEach(({ time, value }) => pushRow(raw, time + this.moved, value, noBands()));
    this.points = aggregate(raw, step, 'avg');
    this.begins = this.points.times[0];
    // Learned from the whole series, and therefore known from its beginning.
    this.baselineFrom = this.begins;
    this.bands = new LearnedBands(this.points.times, this.points.values);
  }

  get last(): number {
    return this.points.times[this.points.times.length - 1];
  }

  read(from: number, to: number): Columns {
    const columns = emptyColumns();
    const bands = noBands();
    const { times, values } = this.points;
    for (let i = firstFrom(times, from); i < times.length && times[i] <= to; i++) {
      this.bands.write(times[i], bands);
      pushRow(columns, times[i], values[i], bands);
    }
    return columns;
  }

  corridors(from: number, to: number, step: number): Columns {
    const columns = emptyColumns();
    const bands = noBands();
    for (let time = ceilTo(Math.max(from, this.begins), step); time <= to; time += step) {
      this.bands.write(time, bands);
      pushRow(columns, time, NaN, bands);
    }
    return columns;
  }
}

/** The first index in ascending `times` that is not before `from`. */
function firstFrom(times: readonly number[], from: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] < from) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
