import fc from 'fast-check';
import { type Columns, EDGES } from '../corridors/columns';
import { precedentOf, type Side } from './precedent';

const STEP = 15 * 60_000;
const T0 = Date.UTC(2026, 0, 31);
const at = (i: number) => T0 + i * STEP;

/** Points a quarter of an hour apart around a main corridor from 0 to 10; null: without a value. */
function columnsOf(values: Array<number | null>): Columns {
  const edge = (value: number) => Float64Array.from(values, () => value);
  return {
    length: values.length,
    time: Float64Array.from(values, (_, i) => at(i)),
    smoothened: Float64Array.from(values, (value) => value ?? NaN),
    edges: EDGES.map((name) => (name === 'main_up' ? edge(10) : name === 'main_down' ? edge(0) : null)),
  };
}

const inside = (count: number): number[] => Array.from({ length: count }, () => 5);
const told = (values: Array<number | null>, side: Side = 'above') => precedentOf(columnsOf(values), STEP, T0, side);

it('tells when it was last as far out on that side', () => {
  const values = [...inside(10), 40, ...inside(10), 31, ...inside(10), 25, ...inside(10), 30, 28];
  const found = { worst: 2, step: STEP, last: at(21), isKnown: true };
  expect(told(values)).toEqual({ side: 'above', ...found });
  expect(
    told(
      values.map((value) => 10 - value),
      'below'
    )
  ).toEqual({ side: 'below', ...found });
});

it('does not take the other side for it', () => {
  expect(told([...inside(10), -90, ...inside(10), 30])).toMatchObject({ last: null, isKnown: true });
  // First below, now above: it is about the side where it is.
  const crossed = [...inside(10), 25, ...inside(10), -90, -90, 25];
  expect(told(crossed)).toMatchObject({ worst: 1.5, last: at(10) });
  expect(told([...inside(10), -90], 'above')).toBeNull();
});

it('knows what it does not know', () => {
  const holes = Array.from({ length: 30 }, () => null);
  expect(told([...inside(40), ...holes, ...inside(40), 30])).toMatchObject({ last: null, isKnown: false });
  // What was not read counts as well.
  expect(precedentOf(columnsOf([...inside(40), 30]), STEP, T0 - 40 * STEP, 'above')).toMatchObject({ isKnown: false });
});

it('tells nothing of what is not outside, was so all the time, or has nothing before it', () => {
  expect(told(inside(10))).toBeNull();
  expect(told([...inside(10), 30, ...inside(10)])).toBeNull();
  expect(told([30, 30, 30])).toBeNull();
  expect(told([null, null, 30])).toBeNull();
  expect(told([])).toBeNull();
});

it('names a point before that is as far out, and none that is not, for any values', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.integer({ min: -60, max: 60 })), { minLength: 1, maxLength: 80 }),
      fc.integer({ min: 11, max: 60 }),
      (before, value) => {
        const values = [...before, ...inside(3), value];
        const precedent = told(values);
        const expected = [...before].findLastIndex((one) => one !== null && one >= value);
        expect(precedent).toMatchObject({ side: 'above', last: expected < 0 ? null : at(expected) });
      }
    )
  );
});
