import { type Columns, EDGES } from '../corridors/columns';
import { findPrecedent } from './precedent';
import { type Excursion } from './excursions';

const STEP = 15 * 60_000;
/** Points every quarter of an hour in 30 days. */
const DAYS = (30 * 24 * 60) / 15;
const T0 = Date.UTC(2026, 0, 31);
const at = (i: number) => T0 + i * STEP;

/** Points at equal distances around a main corridor from 0 to 10. Null: no value. */
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

/** The time outside from a point on, in a range that begins with that point or before. */
function stayFrom(i: number, side = 1): Excursion {
  return {
    from: at(i),
    to: at(i + 3),
    leftAt: at(i),
    backAt: null,
    hasReturns: false,
    worst: { widths: side * 2, at: at(i) },
  };
}

const found = (farthest: string, at: number | null) => ({ farthest, at, step: STEP });

it('finds when it was last farther on that side', () => {
  const values = [...inside(DAYS - 41), 40, 36, ...inside(10), -90, ...inside(10), 25, ...inside(17), 30, 28];
  const begin = DAYS;
  expect(values).toHaveLength(begin + 2);
  const expected = found('farther', at(DAYS - 40));
  expect(findPrecedent(stayFrom(begin), columnsOf(values), STEP)).toEqual(expected);
  const mirrored = columnsOf(values.map((value) => 10 - value));
  expect(findPrecedent(stayFrom(begin), mirrored, STEP)).toEqual(expected);
});

it.each([
  [27.9, 'nearer'],
  [28, 'about'],
  [32, 'about'],
  [32.1, 'farther'],
])('compares %d with 30, in a corridor up to 10: %s', (value, farthest) => {
  const values = [...inside(DAYS - 41), value, value, ...inside(39), 30, 29];
  const at40 = farthest === 'nearer' ? null : at(DAYS - 40);
  expect(findPrecedent(stayFrom(DAYS), columnsOf(values), STEP)).toEqual(found(farthest, at40));
});

it('finds none in 30 known days, and knows nothing in other days', () => {
  const of = (values: Array<number | null>) => findPrecedent(stayFrom(values.length - 2), columnsOf(values), STEP);
  expect(of([...inside(DAYS), 30, 28])).toEqual(found('nearer', null));
  expect(of([...inside(DAYS / 2), 30, 28])).toBeNull();
  expect(of([...inside(DAYS - 300), ...inside(300).map(() => null), 30, 28])).toBeNull();
  // A known one proves nothing about the time since then.
  expect(of([...inside(10), 40, ...inside(300).map(() => null), 30, 28])).toBeNull();
});

it('does not count what happened more than 30 days before, or around the start', () => {
  const values = [90, ...inside(DAYS - 1), 90, 30, 28];
  expect(findPrecedent(stayFrom(DAYS + 1), columnsOf(values), STEP)).toEqual(found('nearer', null));
});

it('uses these points for a time outside that began before its own points', () => {
  const excursion = { ...stayFrom(DAYS + 2), leftAt: null };
  const values = [...inside(DAYS), 90, 90, 30, 28];
  expect(findPrecedent(excursion, columnsOf(values), STEP)).toEqual(found('nearer', null));
  // Its beginning is unknown.
  expect(findPrecedent(excursion, columnsOf(values.slice(DAYS)), STEP)).toBeNull();
});

it('states nothing about a time outside whose farthest points are unknown', () => {
  const values = [...inside(DAYS - 40), 30, ...inside(39)];
  const excursion = { ...stayFrom(DAYS), to: at(DAYS + 20) };
  const known = [...values, 20, ...Array.from({ length: 20 }, () => 40)];
  expect(findPrecedent(excursion, columnsOf(known), STEP)).toEqual(found('nearer', null));
  for (const missing of [known.slice(0, DAYS + 10), known.map((value, i) => (i > DAYS + 4 ? null : value))]) {
    expect(findPrecedent(excursion, columnsOf(missing), STEP)).toBeNull();
  }
});
