import { DAY, WEEK } from '../time';
import { quantile } from './quantile';

/**
 * The level of a series, apart from its rhythm: for each day, the median of the previous seven days, so that it follows
 * slow changes, and sudden changes are outside for a while. The first week has one level, known in hindsight.
 */
export class Level {
  private readonly byDay: number[] = [];

  /** `times` are in ascending order. */
  constructor(
    private readonly start: number,
    times: readonly number[],
    values: readonly number[]
  ) {
    const days = Math.ceil((times[times.length - 1] + 1 - start) / DAY);
    for (let day = 0; day <= days; day++) {
      const end = start + Math.max(7, day) * DAY;
      const week = values.filter((_, i) => times[i] < end && times[i] >= end - WEEK);
      // After a gap of a week, only the last level is known.
      this.byDay.push(week.length > 0 ? quantile(week, 0.5) : (this.byDay.at(-1) ?? quantile(values, 0.5)));
    }
  }

  at(time: number): number {
    const last = this.byDay.length - 1;
    const x = Math.min(last, Math.max(0, (time - this.start) / DAY));
    const left = Math.min(last, Math.floor(x));
    const right = Math.min(last, left + 1);
    return this.byDay[left] + (this.byDay[right] - this.byDay[left]) * (x - left);
  }
}
