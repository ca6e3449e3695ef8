import fc from 'fast-check';
import { columnsOf, type ModelPoint, pointsOf } from '../../tests/support/modelService';
import { concat } from '../corridors/columns';
import { HOUR, MINUTE } from '../settings';
import { Series } from './series';
import { type Span } from '../time/spans';

const END = 60;
const span = fc
  .tuple(fc.nat(END - 1), fc.integer({ min: 1, max: 30 }))
  .map(([from, length]): Span => ({ from, to: from + length }));
/** A reading: its span, and at which times of it there is a point. */
const reading = fc.record({ span, there: fc.array(fc.nat(END + 30), { maxLength: 40 }) });

describe('Series', () => {
  it('holds what a plain map would hold', () => {
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 12 }), span, (readings, asked) => {
        const series = new Series();
        const model = new Map<number, number>();
        readings.forEach(({ span: { from, to }, there }, version) => {
          const points = [...new Set(there)].sort((a, b) => a - b).map((time): ModelPoint => [time, version]);
          series.insert(columnsOf(points), { from, to });
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

  it('does not fall to pieces, however often it is refreshed', () => {
    const series = new Series();
    for (let now = 10; now < 5000; now += 2) {
      const points = Array.from({ length: 10 }, (_, i): ModelPoint => [now - 10 + i, now]);
      series.insert(columnsOf(points), { from: now - 10, to: now });
    }
    expect(series.pieces({ from: 0, to: 5000 }).length).toBeLessThan(15);
  });

  it('never changes what it gave out', () => {
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1, maxLength: 12 }), span, (readings, asked) => {
        const series = new Series();
        const given = readings.map(({ span: read, there }, version) => {
          const points = [...new Set(there)].sort((a, b) => a - b).map((time): ModelPoint => [time, version]);
          series.insert(columnsOf(points), read);
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

  const every = (from: number, count: number) =>
    columnsOf(Array.from({ length: count }, (_, i): ModelPoint => [from + i, 1]));

  it('has open borders where the points at the ends of readings did not come, until one reads across', () => {
    const series = new Series();
    series.insert(every(1, 3), { from: 0, to: 4 });
    expect(series.openBorders).toEqual([0, 4]);
    series.insert(every(4, 2), { from: 4, to: 6 });
    expect(series.openBorders).toEqual([0, 6]);
    series.insert(every(8, 1), { from: 7, to: 9 }, false);
    expect(series.openBorders).toEqual([0, 6]);
    series.insert(every(0, 12), { from: -1, to: 11 });
    expect(series.openBorders).toEqual([-1]);
    series.insert(every(40, 0), { from: 20, to: 30 });
    expect(series.openBorders).toEqual([-1, 20, 30]);
  });

  it('closes borders that were looked at, but for those at which a point is lost', () => {
    const series = new Series();
    for (const [from, to] of [
      [0, 10],
      [20, 30],
    ]) {
      series.insert(every(0, 0), { from, to });
    }
    series.closeBorders({ from: 0, to: 30 }, [20]);
    expect(series.openBorders).toEqual([0, 20, 30]);
  });

  it('knows whether there is a point at a time', () => {
    const series = new Series();
    series.insert(every(10, 3), { from: 0, to: 20 });
    expect([9, 10, 11, 12, 12.5, 13].map((time) => series.hasPointAt(time))).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it.each([
    ['a few points join what is beside them', [100, 50], 1],
    ['segments that are worth a piece stay apart', [100, 64], 2],
    ['up to eight', [100, 100, 100, 100, 100, 100, 100, 100], 8],
    ['and become one where there are more', [100, 100, 100, 100, 100, 100, 100, 100, 100], 1],
    ['but for large ones', [2000, 63], 2],
    ['and those beside them', [63, 1023, 1024, 63], 3],
  ])('%s', (_, sizes, pieces) => {
    const series = new Series();
    let from = 0;
    for (const size of sizes) {
      series.insert(every(from, size), { from, to: from + size - 1 });
      from += size;
    }
    expect(series.pieces({ from: 0, to: from })).toHaveLength(pieces);
    expect(series.points).toBe(from);
  });

  it('weighs its open borders, too, and keeps the latest of very many', () => {
    const series = new Series();
    for (let from = 0; from < 2000; from += 2) {
      series.insert(every(0, 0), { from, to: from + 1 });
    }
    expect(series.openBorders).toHaveLength(500);
    expect(series.openBorders[499]).toBe(1999);
    expect(series.weight - new Series().weight).toBe(500);
  });

  it('weighs its spans beside its points', () => {
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

describe('holes', () => {
  const NOW = 1000 * HOUR;
  const at = (...minutes: number[]) => columnsOf(minutes.map((minute): ModelPoint => [NOW - minute * MINUTE, 1]));
  const range = { from: NOW - 30 * HOUR, to: NOW };
  const hole = { from: NOW - 8 * MINUTE, to: NOW - 4 * MINUTE };
  const points = at(12, 11, 10, 9, 8, 4, 3, 2, 1, 0);

  it('are read again in growing waits', () => {
    const series = new Series();
    series.insert(points, range);
    series.noteHoles(range, MINUTE, NOW);
    const looks: number[] = [];
    for (let seconds = 1; seconds <= 40 * 60; seconds++) {
      const now = NOW + seconds * 1000;
      if (series.dueHoles(range, MINUTE, now).length > 0) {
        looks.push(seconds);
        series.noteHoles(range, MINUTE, now);
      }
    }
    expect(looks).toEqual([30, 90, 210, 450, 930, 1890]);
  });

  it('are those between points of the last 24 h, within the range', () => {
    const series = new Series();
    series.insert(points, range);
    expect(series.dueHoles(range, MINUTE, NOW)).toEqual([hole]);
    expect(series.dueHoles({ from: range.from, to: NOW - 5 * MINUTE }, MINUTE, NOW)).toEqual([]);
    expect(series.dueHoles(range, MINUTE, NOW + 25 * HOUR)).toEqual([]);
  });

  it('are none where points lie far apart', () => {
    const series = new Series();
    series.insert(at(75, 60, 45, 30, 15, 0), range);
    expect(series.dueHoles(range, MINUTE, NOW)).toEqual([]);
  });

  it('that are filled are no holes any more, and what stays of them is looked at anew', () => {
    const series = new Series();
    series.insert(points, range);
    series.noteHoles(range, MINUTE, NOW);
    series.insert(at(8, 7, 4), hole);
    series.noteHoles(hole, MINUTE, NOW + MINUTE);
    expect(series.dueHoles(range, MINUTE, NOW + 90_000)).toEqual([{ from: NOW - 7 * MINUTE, to: hole.to }]);
  });
});
