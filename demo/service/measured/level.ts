import { DAY, WEEK } from '../time';
import { quantile } from './quantile';

/**
 * Where a series is, apart from its rhythm: for each day the median of the seven days before it, so that slow changes
 * are followed and sudden ones are outside for a while. The first week shares one level, learned in hindsight.
 */
export class Level {
  private readonly byDay: number[] = [];

  /** `times` rise. */
  constructor(
    private readonly start: number,
    times: readonly number[],
    values: readonly number[]
  ) {
    const days = Math.ceil((times[times.length - 1] + 1 - start) / DAY);
    for (let day = 0; day <= days; day++) {
      const end = start + Math.max(7, day) * DAY;
      const week = values.filter((_, i) => times[i] < end && times[i] >= end - WEEK);
      // After a hole of a week there is nothing to go by but the last level.
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
