import fc from 'fast-check';
import { type Columns, EDGES } from '../corridors/columns';
import { judgeMetric } from './judgeMetric';
import { findPrecedent } from './precedent';
import { type Stay } from './stays';

const MINUTE = 60_000;
const STEP = 15 * MINUTE;
/** Points a quarter of an hour apart in 30 days. */
const DAYS = (30 * 24 * 60) / 15;
const T0 = Date.UTC(2026, 0, 31);
const at = (i: number) => T0 + i * STEP;

/** Points at equal distances around a main corridor from 0 to 10; null: without a value. */
function columnsOf(values: Array<number | null>, step = STEP): Columns {
  const edge = (value: number) => Float64Array.from(values, () => value);
  return {
    length: values.length,
    time: Float64Array.from(values, (_, i) => T0 + i * step),
    smoothened: Float64Array.from(values, (value) => value ?? NaN),
    edges: EDGES.map((name) => (name === 'main_up' ? edge(10) : name === 'main_down' ? edge(0) : null)),
  };
}

const inside = (count: number): number[] => Array.from({ length: count }, () => 5);

/** The stay from a point on, in a range that begins with that point or before. */
function stayFrom(i: number, side = 1): Stay {
  return {
    from: at(i),
    to: at(i + 3),
    leftAt: at(i),
    backAt: null,
    hasReturns: false,
    worst: { widths: side * 2, at: at(i) },
  };
}

it('finds when it was last as far outside on that side', () => {
  const values = [...inside(DAYS - 40), 31, ...inside(10), -90, ...inside(10), 25, ...inside(17), 30, 28];
  const begin = DAYS;
  expect(values).toHaveLength(begin + 2);
  expect(findPrecedent(stayFrom(begin), columnsOf(values), STEP, at(begin - 5))).toEqual({ last: at(DAYS - 40) });
  const mirrored = columnsOf(values.map((value) => 10 - value));
  expect(findPrecedent(stayFrom(begin, -1), mirrored, STEP, at(begin - 5))).toEqual({ last: at(DAYS - 40) });
});

it('finds none in 30 days that are known, and nothing in days that are not', () => {
  const of = (values: Array<number | null>) =>
    findPrecedent(stayFrom(values.length - 2), columnsOf(values), STEP, Infinity);
  expect(of([...inside(DAYS), 30, 28])).toEqual({ last: null });
  expect(of([...inside(DAYS / 2), 30, 28])).toBeNull();
  expect(of([...inside(DAYS - 300), ...inside(300).map(() => null), 30, 28])).toBeNull();
  // One that is known says nothing about the time since then.
  expect(of([...inside(10), 40, ...inside(300).map(() => null), 30, 28])).toBeNull();
});

it('does not count what happened more than 30 days before', () => {
  const values = [90, ...inside(DAYS), 30, 28];
  expect(findPrecedent(stayFrom(DAYS + 1), columnsOf(values), STEP, Infinity)).toEqual({ last: null });
});

it('leaves it to the points of the range what happened in the range', () => {
  const values = [...inside(DAYS), 90, ...inside(5), 30, 28];
  const begin = DAYS + 6;
  expect(findPrecedent(stayFrom(begin), columnsOf(values), STEP, at(DAYS - 5))).toBeNull();
  expect(findPrecedent(stayFrom(begin), columnsOf(values), STEP, at(DAYS + 2))).toEqual({ last: at(DAYS) });
});

it('does not take the same stay, seen before the range, for an earlier one', () => {
  const values = [...inside(DAYS), 90, 90, 30, 28];
  const stay = { ...stayFrom(DAYS + 2), leftAt: null };
  expect(findPrecedent(stay, columnsOf(values), STEP, at(DAYS + 2))).toBeNull();
});

it('never contradicts the points, whatever the granularity that found the stay', () => {
  const value = fc.constantFrom(5, 5, 5, 5, 15, 26, 40, -13);
  const lengths = fc.array(fc.record({ value, minutes: fc.integer({ min: 1, max: 90 }) }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(lengths, (stretches) => {
      // Minutes after 30 calm days, and what a service makes of them in points of 15 minutes.
      const lead = inside(DAYS);
      const minutes = stretches.flatMap((one) => Array.from({ length: one.minutes }, () => one.value));
      const fine = columnsOf([...inside(60), ...minutes], MINUTE);
      const start = at(DAYS) - T0;
      const moved = { ...fine, time: fine.time.map((time) => time + start) };
      const means = Array.from({ length: Math.ceil(fine.length / 15) }, (_, i) => {
        const part = fine.smoothened.slice(15 * i, 15 * i + 15);
        return part.reduce((sum, one) => sum + one, 0) / part.length;
      });
      const coarse = columnsOf([...lead, ...means]);
      const to = moved.time[moved.length - 1];
      const { stays, state } = judgeMetric(moved, { from: at(DAYS), to, now: to, step: MINUTE });
      const stay = stays.at(-1);
      if (!stay || state === 'inside') {
        return;
      }
      const precedent = findPrecedent(stay, coarse, STEP, at(DAYS));
      // Nothing happened before the range, and what happened in it is not what this is about.
      expect(precedent?.last ?? null).toBeNull();
      if (precedent) {
        const side = Math.sign(stay.worst?.widths ?? 0);
        const far = (one: number) => (side > 0 ? one - 10 : -one);
        const most = Math.max(...means.filter((_, i) => at(DAYS + i) >= stay.from).map(far));
        expect(means.every((one, i) => at(DAYS + i) >= stay.from - STEP || far(one) < most)).toBe(true);
      }
    })
  );
});
