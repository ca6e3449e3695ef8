import { type Columns, concat, NO_POINTS } from './columns';
import { withGapRows } from './gapRows';

const of = (...times: number[]): Columns => ({
  ...NO_POINTS,
  length: times.length,
  time: Float64Array.from(times),
  smoothened: Float64Array.from(times),
});
const rows = (pieces: readonly Columns[]) => {
  const { time, smoothened } = concat(pieces);
  return Array.from(time, (at, i) => [at, Number.isNaN(smoothened[i]) ? null : smoothened[i]]);
};
const filled = (...times: number[]) => times.map((time) => [time, time]);

it('leaves the pieces as they are where the interval tells all gaps', () => {
  const pieces = [of(0, 1, 2), of(60, 61)];
  expect(withGapRows(pieces, { interval: 10, gaps: [{ from: 2, to: 60 }] })).toBe(pieces);
  expect(withGapRows(pieces, { interval: 10, gaps: [] })).toBe(pieces);
});

it('puts an empty row in the middle of a gap that is no longer than the interval', () => {
  const gaps = [
    { from: 1, to: 6 },
    { from: 7, to: 17 },
    { from: 18, to: 29 },
  ];
  const drawn = withGapRows([of(0, 1, 6), of(7, 17, 18, 29)], { interval: 10, gaps });
  expect(rows(drawn)).toEqual([...filled(0, 1), [4, null], ...filled(6, 7), [12, null], ...filled(17, 18, 29)]);
});

it('takes gaps between pieces and at their ends, and leaves no piece without rows', () => {
  const gaps = [
    { from: 1, to: 5 },
    { from: 5, to: 9 },
  ];
  const drawn = withGapRows([of(0, 1), of(5), of(9)], { interval: 4, gaps });
  expect(rows(drawn)).toEqual([...filled(0, 1), [3, null], [5, 5], [7, null], [9, 9]]);
  expect(drawn.every(({ length }) => length > 0)).toBe(true);
});
