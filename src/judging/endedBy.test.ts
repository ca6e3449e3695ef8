import { EDGES } from '../corridors/columns';
import { DAY, HOUR, MINUTE } from '../settings';
import { BEFORE, endedBy, endingOf, usualOf } from './endedBy';

const T0 = Date.UTC(2026, 0, 31, 12);
const week = (value: number, from = 90, to = 110) => ({ value, from, to });
const usual = [week(100), week(101), week(99)];

it('distinguishes a value that returned from a corridor that moved to it', () => {
  expect(endedBy(105, usual)).toBe('recovered');
  expect(endedBy(150, usual)).toBe('relearned');
  expect(endedBy(50, usual)).toBe('relearned');
});

it('claims nothing about a value within half a width of the usual level', () => {
  expect([110, 110.1, 120, 120.1].map((value) => endedBy(value, usual))).toEqual([
    'recovered',
    null,
    null,
    'relearned',
  ]);
});

it('claims nothing unless there are two old weeks, and all agree', () => {
  expect(endedBy(150, [])).toBeNull();
  expect(endedBy(150, [week(100)])).toBeNull();
  expect(endedBy(150, [week(100), week(60, 50, 69)])).toBeNull();
  expect(endedBy(150, [week(100), week(80, 70, 90)])).toBe('relearned');
  expect(endedBy(121, [week(100), week(100, 95, 115)])).toBeNull();
  expect(endedBy(250, [week(100), week(60, 0, 120)])).toBeNull();
});

const columnsOf = (values: number[], from: number, to: number, step = 1) => ({
  length: values.length,
  time: Float64Array.from(values, (_, i) => T0 + i * step * MINUTE),
  smoothened: Float64Array.from(values),
  edges: EDGES.map((edge) =>
    edge === 'main_up' || edge === 'main_down'
      ? new Float64Array(values.length).fill(edge === 'main_up' ? to : from)
      : null
  ),
});

it('uses medians, and needs an hour of points with a corridor that is not flat', () => {
  const values = [...Array.from({ length: 100 }, () => 5), ...Array.from({ length: 20 }, () => 500)];
  expect(usualOf(columnsOf(values, 0, 10), HOUR)).toEqual({ value: 5, from: 0, to: 10 });
  expect(usualOf(columnsOf([5, 5, 5], 10, 0, 60), HOUR)).toEqual({ value: 5, from: 0, to: 10 });
  expect(usualOf(columnsOf(values.slice(0, 60), 0, 10), HOUR)).toBeNull();
  expect(usualOf(columnsOf(values, 10, 10), HOUR)).toBeNull();
  expect(usualOf({ ...columnsOf(values, 0, 10), edges: EDGES.map(() => null) }, HOUR)).toBeNull();
  expect([[5], [5, 5]].map((some) => usualOf(columnsOf(some, 0, 10), 0) !== null)).toEqual([false, true]);
  expect(usualOf(columnsOf([NaN, ...values.slice(0, 60)], 0, 10), HOUR)).toBeNull();
});

/** Back at 100 after an hour at 300. It was at `old` before, with points `step` minutes apart. */
function ending({ old = 100, step = 15, aggregation = 'avg' as string | null, lasted = HOUR, known = Infinity }) {
  const leftAt = T0;
  const backAt = leftAt + lasted;
  const back = columnsOf([100, 101, 99, 100, 100], 90, 110);
  const count = Math.min(known, BEFORE / (step * MINUTE));
  const before = columnsOf(
    Array.from({ length: count }, () => old),
    old * 0.9,
    old * 1.1,
    step
  );
  const shift = (time: Float64Array, by: number) => time.map((one) => one + by);
  return endingOf(
    { leftAt, backAt, points: { columns: { ...back, time: shift(back.time, backAt - T0) }, step: MINUTE } },
    {
      columns: { ...before, time: shift(before.time, -count * step * MINUTE) },
      step: step * MINUTE,
      aggregation,
    }
  );
}

it('compares the points since a metric is back, however few, with the two weeks before it left', () => {
  for (const lasted of [5 * MINUTE, HOUR, 7 * DAY - HOUR, 7 * DAY, 30 * DAY + 5 * HOUR]) {
    expect([100, 300].map((old) => ending({ old, lasted }))).toEqual(['recovered', 'relearned']);
    expect(ending({ step: 60, lasted })).toBe('recovered');
  }
  expect(ending({ known: 5 * 96 })).toBeNull();
  // An hour of the earlier week is enough.
  expect([4, 5].map((missing) => ending({ known: 14 * 96 - missing }))).toEqual(['recovered', null]);
});

it('compares sums and maxima over the same time, and nothing with an unknown aggregation', () => {
  const aggregations = ['avg', 'sum', 'max', 'median', null];
  const of = (old: number, step?: number) => aggregations.map((aggregation) => ending({ old, step, aggregation }));
  expect(of(100)).toEqual(['recovered', 'relearned', 'recovered', null, null]);
  expect(of(1500)).toEqual(['relearned', 'recovered', 'relearned', null, null]);
  expect(of(100, 1)).toEqual(aggregations.map(() => 'recovered'));
});
