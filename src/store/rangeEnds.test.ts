import { columnsOf } from '../../tests/support/modelService';
import { HOUR, MINUTE } from '../settings';
import { RangeEnds } from './rangeEnds';
import { Series } from './series';

const NINE = Date.parse('2026-11-22T09:00:00Z');

/** A series of hourly points, the newest at nine. */
function hourly(): Series {
  const series = new Series();
  const times = [4, 3, 2, 1, 0].map((ago) => NINE - ago * HOUR);
  series.insert(columnsOf(times.map((time) => [time, 1])), { from: times[0], to: NINE });
  return series;
}

/** Which borders lack their point, where one reading ended at `border` and the range goes on. */
function lostAt(border: number): number[] {
  const read = [{ from: NINE - HOUR, to: border, brought: [] }];
  const range = { from: NINE - 4 * HOUR, to: border + 10_000 };
  return new RangeEnds().lost(hourly(), read, range, HOUR, border + 10_000);
}

describe('A border behind the newest point', () => {
  it('lacks its point where the next one would lie, a little sooner or later', () => {
    expect(lostAt(NINE + HOUR)).toEqual([NINE + HOUR]);
    expect(lostAt(NINE + HOUR - 5)).toEqual([NINE + HOUR - 5]);
    expect(lostAt(NINE + HOUR + 5)).toEqual([NINE + HOUR + 5]);
  });

  it.each([10, 50, 53, 59])('lacks nothing %d minutes behind it: no point lies there', (minutes) => {
    expect(lostAt(NINE + minutes * MINUTE + 42_489)).toEqual([]);
  });
});

describe('Borders side by side', () => {
  /** Hourly points but for those of `absent`, hours before nine, where three readings meet at two and three hours before. */
  function lostBeside(absent: readonly number[]): number[] {
    const series = new Series();
    const times = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].filter((ago) => !absent.includes(ago)).map((ago) => NINE - ago * HOUR);
    series.insert(columnsOf(times.map((time) => [time, 1])), { from: NINE - 9 * HOUR, to: NINE });
    const borders = [NINE - 9 * HOUR, NINE - 3 * HOUR, NINE - 2 * HOUR, NINE];
    const read = borders.slice(1).map((to, i) => ({ from: borders[i], to, brought: [] }));
    return new RangeEnds().lost(series, read, { from: NINE - 9 * HOUR, to: NINE }, HOUR, NINE + 30 * 24 * HOUR);
  }

  it('lack their points where just those are missing', () => {
    expect(lostBeside([2, 3])).toEqual([NINE - 3 * HOUR, NINE - 2 * HOUR]);
  });

  it('lack their points where a point beside them lies alone between them', () => {
    const series = new Series();
    const times = [7, 5, 4, 3, 2, 1].map((ago) => NINE - ago * HOUR);
    series.insert(columnsOf(times.map((time) => [time, 1])), { from: times[0], to: NINE });
    const borders = [8.5, 8, 6, 0].map((ago) => NINE - ago * HOUR);
    const read = borders.slice(1).map((to, i) => ({ from: borders[i], to, brought: [] }));
    const lost = new RangeEnds().lost(series, read, { from: borders[0], to: NINE }, HOUR, NINE + 30 * 24 * HOUR);
    expect(lost).toEqual([NINE - 8 * HOUR, NINE - 6 * HOUR]);
  });

  it('lack nothing where more is missing than theirs', () => {
    expect(lostBeside([2, 3, 4])).toEqual([]);
    expect(lostBeside([])).toEqual([]);
  });
});
