import fc from 'fast-check';
import { columnsOf, type ModelPoint, pointsOf } from '../../tests/support/modelService';
import { concat, NO_POINTS } from '../corridors/columns';
import { Series } from './series';
import { type Span } from '../time/spans';

const END = 60;
const span = fc
  .tuple(fc.nat(END - 1), fc.integer({ min: 1, max: 30 }))
  .map(([from, length]): Span => ({ from, to: from + length }));
/** A reading: its span, and at which times of it there is a point. */
const reading = fc.record({ span, there: fc.array(fc.nat(END + 30), { maxLength: 40 }) });

const every = (from: number, count: number) =>
  columnsOf(Array.from({ length: count }, (_, i): ModelPoint => [from + i, 1]));

describe('Series', () => {
  it('holds what a plain map would hold', () => {
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 12 }), span, (readings, asked) => {
        const series = new Series();
        const model = new Map<number, number>();
        readings.forEach(({ span: { from, to }, there }, version) => {
          const points = [...new Set(there)].sort((a, b) => a - b).map((time): ModelPoint => [time, version]);
          series.insert(columnsOf(points), { from, to });
          if (version % 3 === 0) {
            series.join();
          }
          for (const time of [...model.keys()].filter((at) => at > from && at < to)) {
            model.delete(time);
          }
          points.filter(([time]) => time >= from && time <= to).forEach(([time, value]) => model.set(time, value));
        });
        const sorted = [...model].sort(([one], [other]) => one - other);
        const inside = sorted.filter(([time]) => time >= asked.from && time <= asked.to);
        expect(pointsOf(concat(series.pieces(asked)))).toEqual(inside);
        expect(series.points).toBe(model.size);
        expect(series.hasPointsAfter(asked.to)).toBe(sorted.some(([time]) => time > asked.to));
      }),
      { numRuns: 500 }
    );
  });

  it.each([
    [5, 3000],
    [12, 100],
    [20, 700],
    [40, 3],
  ])('joins what lies in %i pieces of %i points', (count, size) => {
    const series = new Series();
    for (let piece = count - 1; piece >= 0; piece--) {
      const points = Array.from({ length: size }, (_, i): ModelPoint => [piece * size + i, piece]);
      series.insert(columnsOf(points), { from: piece * size, to: (piece + 1) * size });
    }
    const { time, length } = concat(series.pieces({ from: 10, to: count * size - 10 }));
    expect(length).toBe(count * size - 19);
    expect(Array.from(time)).toEqual(Array.from({ length }, (_, i) => i + 10));
  });

  it('is one segment once a reading is done, whose columns stay until something is put in', () => {
    const series = new Series();
    series.join();
    expect(series.pieces({ from: 0, to: 5000 })).toEqual([]);
    for (let now = 10; now < 5000; now += 2) {
      const points = Array.from({ length: 10 }, (_, i): ModelPoint => [now - 10 + i, now]);
      series.insert(columnsOf(points), { from: now - 10, to: now });
    }
    const before = pointsOf(concat(series.pieces({ from: 0, to: 5000 })));
    series.join();
    const [piece, ...more] = series.pieces({ from: 0, to: 5000 });
    expect(more).toEqual([]);
    expect(pointsOf(piece)).toEqual(before);
    series.join();
    expect(series.pieces({ from: 0, to: 5000 })[0]).toBe(piece);
  });

  it('keeps nothing alive that was replaced, once a reading is done', () => {
    const series = new Series();
    series.insert(every(0, 100), { from: 0, to: 99 });
    series.insert(NO_POINTS, { from: -1, to: 50 });
    series.join();
    const [{ time }] = series.pieces({ from: 0, to: 99 });
    expect([time.length, time.buffer.byteLength]).toEqual([50, 50 * 8]);
  });

  it('never changes what it gave out', () => {
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1, maxLength: 12 }), span, (readings, asked) => {
        const series = new Series();
        const given = readings.map(({ span: read, there }, version) => {
          const points = [...new Set(there)].sort((a, b) => a - b).map((time): ModelPoint => [time, version]);
          series.insert(columnsOf(points), read);
          if (version % 2 === 0) {
            series.join();
          }
          const pieces = series.pieces(asked);
          return { pieces, points: pointsOf(concat(pieces)) };
        });
        given.forEach(({ pieces, points }) => expect(pointsOf(concat(pieces))).toEqual(points));
      })
    );
  });

  it('knows what was read of it', () => {
    const series = new Series();
    series.cover({ from: 0, to: 10, kind: 'read', at: 100 }, 100, 120);
    series.cover({ from: 10, to: 20, kind: 'seen' }, 100, 120);
    expect(series.unread({ from: 0, to: 30 })).toEqual([{ from: 20, to: 30 }]);
    expect(series.covered).toEqual([
      { from: 0, to: 10, kind: 'read', at: 100 },
      { from: 10, to: 20, kind: 'seen' },
    ]);
  });

  it('weighs its spans in addition to its points', () => {
    const series = new Series();
    const { weight } = series;
    for (let from = 0; from < 20; from += 2) {
      series.cover({ from, to: from + 1, kind: 'seen' }, 0, 120);
    }
    expect(series.weight).toBe(weight + 20);
    series.insert(every(0, 5), { from: 0, to: 4 });
    expect(series.points).toBe(5);
    expect(series.weight).toBe(weight + 5 + 2 * series.covered.length);
  });
});
