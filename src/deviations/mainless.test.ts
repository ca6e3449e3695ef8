import { type Columns, EDGES } from '../corridors/columns';
import { isMainMissing } from './mainless';

/** Points with a corridor above main, of which the first so many lack main. */
function columnsOf(length: number, mainless: number, value = 5): Columns {
  const of = (edge: number, from = 0) => Float64Array.from({ length }, (_, i) => (i < from ? NaN : edge));
  const edges: Partial<Record<(typeof EDGES)[number], Float64Array>> = {
    main_up: of(10, mainless),
    main_down: of(0, mainless),
    sup_up: of(30),
    sup_down: of(20),
  };
  return {
    length,
    time: Float64Array.from({ length }, (_, i) => i * 60_000),
    smoothened: of(value),
    edges: EDGES.map((name) => edges[name] ?? null),
  };
}

it('is told of points with other corridors and no main one', () => {
  expect(isMainMissing([columnsOf(100, 0), columnsOf(100, 50)])).toBe(true);
});

it('is not told of a few, of points without a value, and where main is always there', () => {
  expect(isMainMissing([columnsOf(100, 4)])).toBe(false);
  expect(isMainMissing([columnsOf(100, 100, NaN)])).toBe(false);
  expect(isMainMissing([columnsOf(100, 0)])).toBe(false);
  expect(isMainMissing([])).toBe(false);
});
