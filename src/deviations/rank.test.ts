import { EDGES, type Columns } from '../corridors/columns';
import { deviationOf, mostOutsideFirst } from './rank';

/** Points a minute apart, each with its value and main corridor, if any. */
function columnsOf(points: Array<[value: number, main: [down: number, up: number] | null]>): Columns {
  const edge = (i: number) => Float64Array.from(points, ([, main]) => (main ? main[i] : NaN));
  return {
    length: points.length,
    time: Float64Array.from(points, (_, i) => i * 60_000),
    smoothened: Float64Array.from(points, ([value]) => value),
    edges: EDGES.map((name) => (name === 'main_up' ? edge(1) : name === 'main_down' ? edge(0) : null)),
  };
}

test('counts the share outside of the points with a corridor', () => {
  const deviation = deviationOf(
    columnsOf([
      [5, [0, 10]],
      [20, [0, 10]],
      [-30, [0, 10]],
      [10, [0, 10]],
      [99, null],
      [NaN, [0, 10]],
    ])
  );
  expect(deviation).toEqual({ outsideShare: 0.5, worst: -3, lastOutside: 120_000, isOutside: false, points: 6 });
});

test('tells nothing where no point has a corridor', () => {
  expect(deviationOf(columnsOf([[1, null]]))).toEqual({
    outsideShare: null,
    worst: null,
    lastOutside: null,
    isOutside: false,
    points: 1,
  });
});

test('orders by share, then by how far, then by how late', () => {
  const row = (outsideShare: number, worst: number, lastOutside: number) => ({
    outsideShare,
    worst,
    lastOutside,
    isOutside: true,
    points: 1,
  });
  const rows = [row(0.1, 9, 1), row(0.5, -3, 1), row(0.5, 2, 5), row(0.5, 2, 9)];
  expect([...rows].sort(mostOutsideFirst)).toEqual([rows[1], rows[3], rows[2], rows[0]]);
});
