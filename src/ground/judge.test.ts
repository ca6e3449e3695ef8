import fc from 'fast-check';
import { anyRow, columnsFrom, type Row } from '../../tests/support/rows';
import { isOutside, judge } from './judge';

/** The contract's definition, one point at a time. Null is a missing deviation. */
function byContract({ value, edges }: Row): { outlier: boolean; deviation: number | null } {
  const bands = [0, 2, 4].map((e) => [edges[e], edges[e + 1]]);
  const corridors = bands.map(([one, other]) =>
    one === null || other === null ? null : { low: Math.min(one, other), high: Math.max(one, other) }
  );
  const there = corridors.filter((corridor) => corridor !== null);
  if (value === null || there.length === 0) {
    return { outlier: false, deviation: null };
  }
  const inside = there.some(({ low, high }) => value >= low && value <= high);
  const [main] = corridors;
  if (!main || main.high === main.low) {
    return { outlier: !inside, deviation: null };
  }
  const nearest = Math.min(...there.flatMap(({ low, high }) => [Math.abs(value - low), Math.abs(value - high)]));
  const side = value > main.high ? 1 : -1;
  return { outlier: !inside, deviation: inside ? 0 : (side * nearest) / (main.high - main.low) };
}

const row = (value: number | null, ...edges: Array<number | null>): Row => ({ value, edges });

function judged(item: Row) {
  const columns = columnsFrom([item]);
  const { distance, deviation } = judge(columns);
  return { distance: distance[0], deviation: deviation[0], outliers: distance.filter(isOutside).length };
}

describe('judge', () => {
  it('follows the contract for any value and any corridors', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 20 }), (rows) => {
        const columns = columnsFrom(rows);
        const { distance, deviation } = judge(columns);
        const expected = rows.map(byContract);
        expect(Array.from(distance, isOutside)).toEqual(expected.map(({ outlier }) => outlier));
        expect(Array.from(deviation, (far) => (Number.isNaN(far) ? null : far + 0))).toEqual(
          expected.map(({ deviation }) => deviation)
        );
      }),
      { numRuns: 2000 }
    );
  });

  it.each([
    ['inside main', row(15, 20, 10, null, null, null, null), 0, 0],
    ['on an edge', row(20, 20, 10, null, null, null, null), 0, 0],
    ['above main, inside sup', row(25, 20, 10, 30, 20, null, null), 0, 0],
    ['between main and sup', row(25, 20, 10, 40, 30, null, null), 5, 0.5],
    ['above a sup that encloses main', row(32, 20, 10, 30, 5, null, null), 2, 0.2],
    ['below a sup that encloses main', row(3, 20, 10, 30, 5, null, null), -2, -0.2],
    ['below main with inf inside it', row(5, 20, 10, null, null, 16, 12), -5, -0.5],
    ['inside main whose limits are swapped', row(15, 10, 20, null, null, null, null), 0, 0],
    ['above main whose limits are swapped', row(25, 10, 20, null, null, null, null), 5, 0.5],
    ['below main, nearer to an inf far below', row(7, 20, 10, null, null, 6, 4), -1, -0.1],
    ['above main, nearer to an inf far above', row(28, 20, 10, null, null, 40, 30), 2, 0.2],
  ])('%s', (_, item, distance, deviation) => {
    expect(judged(item)).toMatchObject({ distance, deviation });
  });

  it('marks outliers without a main corridor, without a deviation', () => {
    expect(judged(row(50, null, null, 20, 10, null, null))).toMatchObject({ outliers: 1, deviation: NaN });
    expect(judged(row(50, 7, 7, 20, 10, null, null))).toMatchObject({ outliers: 1, deviation: NaN });
  });
});
