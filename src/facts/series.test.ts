import { columnsOf, type ModelPoint } from '../../tests/support/modelService';
import { concat, NO_POINTS } from '../ground/columns';
import { Series } from './series';

const every = (from: number, count: number) =>
  columnsOf(Array.from({ length: count }, (_, i): ModelPoint => [from + i, 1]));

describe('Series', () => {
  it.each([
    [5, 3000],
    [12, 100],
    [20, 700],
    [40, 3],
  ])('joins %i pieces of %i points', (count, size) => {
    const series = new Series();
    for (let piece = count - 1; piece >= 0; piece--) {
      const points = Array.from({ length: size }, (_, i): ModelPoint => [piece * size + i, piece]);
      series.insert(columnsOf(points), { from: piece * size, to: (piece + 1) * size });
    }
    const { time, length } = concat(series.pieces({ from: 10, to: count * size - 10 }));
    expect(length).toBe(count * size - 19);
    expect(Array.from(time)).toEqual(Array.from({ length }, (_, i) => i + 10));
  });

  it('releases replaced data once a read is done', () => {
    const series = new Series();
    series.insert(every(0, 100), { from: 0, to: 99 });
    series.insert(NO_POINTS, { from: -1, to: 50 });
    series.join();
    const [{ time }] = series.pieces({ from: 0, to: 99 });
    expect([time.length, time.buffer.byteLength]).toEqual([50, 50 * 8]);
  });
});
