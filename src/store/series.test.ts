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

  it('weighs its spans beside its points', () => {
    const series = new Series();
    const { weight } = series;
    for (let from = 0; from < 20; from += 2) {
      series.cover({ from, to: from + 1, kind: 'seen' }, 0, 120);
    }
    expect(series.weight).toBeGreaterThan(weight);
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
