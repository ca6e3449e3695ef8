import fc from 'fast-check';
import { anyRow, columnsFrom, type Row } from '../../tests/support/rows';
import { judge } from './judge';
import { isCrowded, thin } from './thin';

const STEP = 60_000;

/** The rows that are left, and the original ones. */
function thinned(rows: Row[], pixels: number, offset = 0) {
  const columns = columnsFrom(rows, offset, STEP);
  const range = { from: 0, to: offset + rows.length * STEP };
  const judged = judge(columns);
  const { distance, deviation } = judged;
  const kept = thin(judged, true, { ...range, pixels });
  return { columns, range, distance, deviation, kept };
}

describe('thin', () => {
  it('applies to more than ten points per pixel', () => {
    const width = (pixels: number) => ({ pixels, from: 0, to: 100 * STEP });
    expect(isCrowded(100, width(10))).toBe(false);
    expect(isCrowded(101, width(10))).toBe(true);
    expect(isCrowded(100, width(0))).toBe(false);
    expect(isCrowded(100, width(NaN))).toBe(false);
  });

  it('keeps each pixel’s first, last, lowest, and highest value of every column, its largest outliers, and its gaps', () => {
    fc.assert(
      fc.property(
        fc.array(anyRow, { minLength: 60, maxLength: 200 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 5 * STEP }),
        (rows, pixels, offset) => {
          const { columns, range, distance, deviation, kept } = thinned(rows, pixels, offset);
          const left = Array.from(kept);
          expect([...new Set(left)].sort((a, b) => a - b)).toEqual(left);
          const outliers = columns.smoothened.map((value, i) => (distance[i] > 0 || distance[i] < 0 ? value : NaN));
          const all = [columns.smoothened, ...columns.edges, deviation, outliers, distance].filter(
            (column) => column !== null
          );
          const perPixel = (range.to - range.from) / pixels;
          const pixelOf = (i: number) => Math.floor((columns.time[i] - range.from) / perPixel);
          // A row on the border can be drawn in either pixel.
          const isWithin = (i: number) => columns.time[i] - range.from - pixelOf(i) * perPixel >= 1;
          for (let pixel = 0; pixel <= pixels; pixel++) {
            const inside = Array.from(columns.time.keys()).filter((i) => pixelOf(i) === pixel);
            const stay = left.filter((i) => pixelOf(i) === pixel);
            expect([stay[0], stay[stay.length - 1]]).toEqual([inside[0], inside[inside.length - 1]]);
            for (const column of all) {
              const extremes = (list: number[]) =>
                [list, list.filter(isWithin)].flatMap((some) => {
                  const there = some.map((i) => column[i]).filter((value) => !Number.isNaN(value));
                  return [Math.min(...there), Math.max(...there)];
                });
              expect(extremes(stay)).toEqual(extremes(inside));
            }
            for (const column of [columns.smoothened, ...columns.edges].filter((item) => item !== null)) {
              const gap = (list: number[]) => list.some((i) => Number.isNaN(column[i]));
              expect(gap(stay)).toBe(gap(inside));
            }
          }
        }
      ),
      { numRuns: 100 }
    );
  });

  it('removes most rows', () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => ({
      value: Math.sin(i / 50) * 10,
      edges: [8, -8, 12 + Math.sin(i), 8, null, null],
    }));
    expect(thinned(rows, 100).kept.length).toBeLessThan(2000);
  });
});
