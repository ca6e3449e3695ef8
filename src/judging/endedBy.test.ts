import { EDGES } from '../corridors/columns';
import { DAY, HOUR, MINUTE } from '../settings';
import { BEFORE, endingOf } from './endedBy';

const T0 = Date.UTC(2026, 0, 31, 12);

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

/** Back at 100 after an hour at 300; it was at `old`, and its points were `step` minutes apart. */
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
});

it('compares sums and maxima over the same time, and nothing whose aggregation is not known', () => {
  const aggregations = ['avg', 'sum', 'max', 'median', null];
  const of = (old: number, step?: number) => aggregations.map((aggregation) => ending({ old, step, aggregation }));
  expect(of(100)).toEqual(['recovered', 'relearned', 'recovered', null, null]);
  expect(of(1500)).toEqual(['relearned', 'recovered', 'relearned', null, null]);
  expect(of(100, 1)).toEqual(aggregations.map(() => 'recovered'));
});
