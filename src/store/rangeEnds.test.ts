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

describe('What was learned of a service', () => {
  const range = { from: NINE - 4 * HOUR, to: NINE + 3 * HOUR };
  const read = (border: number) => [{ from: NINE - HOUR, to: border, brought: [] }];
  const lostBy = (ends: RangeEnds, border: number) => ends.lost(hourly(), read(border), range, HOUR, NINE + 3 * HOUR);

  it('holds: once a point was found at a border any border without one lacks its point', () => {
    const ends = new RangeEnds();
    expect(lostBy(ends, NINE + 30 * MINUTE)).toEqual([]);
    ends.note(true);
    ends.note(false);
    expect(lostBy(ends, NINE + 30 * MINUTE)).toEqual([NINE + 30 * MINUTE]);
  });

  it('holds: after five tries in vain no border lacks anything', () => {
    const ends = new RangeEnds();
    for (let tries = 1; tries <= 5; tries++) {
      expect(lostBy(ends, NINE + HOUR)).toEqual([NINE + HOUR]);
      ends.note(false);
    }
    expect(lostBy(ends, NINE + HOUR)).toEqual([]);
    ends.note(true);
    expect(lostBy(ends, NINE + HOUR)).toEqual([NINE + HOUR]);
  });

  it('is at first that a range holds its start', () => {
    expect(new RangeEnds().holdsStart).toBe(true);
  });
});

describe('A border whose point is there', () => {
  const border = NINE - 2 * HOUR;
  const parts = (brought: number[] = []) => [
    { from: NINE - 4 * HOUR, to: border, brought },
    { from: border, to: NINE, brought: [] },
  ];
  const range = { from: NINE - 4 * HOUR, to: NINE };
  const lost = (read: ReturnType<typeof parts>, now: number) => new RangeEnds().lost(hourly(), read, range, HOUR, now);

  it('is read again where neither of two readings brought it, as long as it may move', () => {
    expect(lost(parts(), NINE)).toEqual([border]);
    expect(lost(parts(), border + 24 * HOUR)).toEqual([border]);
    expect(lost(parts(), border + 24 * HOUR + 1)).toEqual([]);
    expect(lost(parts([border]), NINE)).toEqual([]);
    expect(lost(parts().slice(0, 1), NINE)).toEqual([]);
  });

  it('is looked at where readings before left it open and both sides are read', () => {
    const series = new Series();
    const times = [4, 3, 1, 0].map((ago) => NINE - ago * HOUR);
    series.insert(columnsOf(times.slice(0, 2).map((time) => [time, 1])), { from: NINE - 4 * HOUR, to: border });
    series.insert(columnsOf(times.slice(2).map((time) => [time, 1])), { from: border, to: NINE });
    const looked = () => new RangeEnds().lost(series, [], range, HOUR, NINE);
    expect(looked()).toEqual([]);
    series.cover({ from: NINE - 4 * HOUR, to: border, kind: 'seen' }, NINE, HOUR);
    expect(looked()).toEqual([]);
    series.cover({ from: border, to: NINE, kind: 'seen' }, NINE, HOUR);
    expect(looked()).toEqual([border]);
  });
});
