import fc from 'fast-check';
import { columnsOf, type ModelPoint, pointsOf } from '../../tests/support/modelService';
import { cover, gaps, MOVING, type ReadSpan } from './coverage';
import { Series } from './series';
import { Store } from './store';
import { type Span } from './windows';

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
          for (const time of [...model.keys()].filter((at) => at >= from && at < to)) {
            model.delete(time);
          }
          points.filter(([time]) => time >= from && time <= to).forEach(([time, value]) => model.set(time, value));
        });
        const sorted = [...model].sort(([one], [other]) => one - other);
        const inside = sorted.filter(([time]) => time >= asked.from && time <= asked.to);
        expect(pointsOf(series.range(asked))).toEqual(inside);
        expect(series.points).toBe(model.size);
        const before = sorted.filter(([time]) => time <= asked.to);
        expect(series.newest(asked.to)).toBe(before[before.length - 1]?.[0] ?? null);
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
    const { time, length } = series.range({ from: 10, to: count * size - 10 });
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

  it('counts its changes', () => {
    const series = new Series();
    series.insert(columnsOf([[1, 1]]), { from: 0, to: 2 });
    const { version } = series;
    series.insert(columnsOf([[1, 2]]), { from: 0, to: 2 });
    expect(series.version).toBeGreaterThan(version);
  });
});

describe('coverage', () => {
  const REUSE = 120;
  const readings = fc.array(fc.record({ span, wait: fc.nat(50) }), { maxLength: 10 });

  it('lets nothing serve longer than allowed', () => {
    fc.assert(
      fc.property(readings, span, fc.nat(150), (list, asked, wait) => {
        let spans: ReadSpan[] = [];
        let now = 0;
        const readAt = new Map<number, number>();
        for (const { span: read, wait: pause } of list) {
          now += pause;
          spans = cover(spans, { ...read, readAt: now }, REUSE);
          for (let unit = read.from; unit < read.to; unit++) {
            readAt.set(unit, now);
          }
        }
        now += wait;
        const open = new Set(
          gaps(spans, asked, now, REUSE).flatMap(({ from, to }) =>
            Array.from({ length: to - from }, (_, i) => from + i)
          )
        );
        for (let unit = asked.from; unit < asked.to; unit++) {
          const age = now - (readAt.get(unit) ?? -Infinity);
          if (age > REUSE) {
            expect(open.has(unit)).toBe(true);
          }
        }
      }),
      { numRuns: 500 }
    );
  });

  it('serves refreshes for nearly as long as allowed', () => {
    let spans: ReadSpan[] = [];
    for (let now = 0; now < 200; now++) {
      spans = cover(spans, { from: now, to: now + 1, readAt: now }, REUSE);
      const served = Math.max(0, now - Math.floor((REUSE * 11) / 12));
      expect(gaps(spans, { from: served, to: now + 1 }, now, REUSE)).toEqual([]);
    }
    expect(spans.length).toBeLessThan(25);
  });

  it('leaves no trail of refreshes', () => {
    let spans: ReadSpan[] = [];
    for (let now = 1000; now < 1600; now++) {
      spans = cover(spans, { from: now - 10, to: now - 5, readAt: now }, 60);
      spans = cover(spans, { from: now - 5, to: now, readAt: MOVING }, 60);
    }
    expect(spans.length).toBeLessThan(1600 / 5);
    expect(gaps(spans, { from: 1550, to: 1594 }, 1600, 60)).toEqual([]);
    expect(gaps(spans, { from: 1550, to: 1600 }, 1600, 60)).toEqual([{ from: 1594, to: 1600 }]);
  });

  it('what may still move has been read, and has to be read again', () => {
    const series = new Series();
    series.cover({ from: 0, to: 10 }, 100, REUSE);
    series.cover({ from: 10, to: 20 }, MOVING, REUSE);
    expect(series.gaps({ from: 0, to: 30 }, 100, REUSE)).toEqual([{ from: 10, to: 30 }]);
    expect(series.unread({ from: 0, to: 30 })).toEqual([{ from: 20, to: 30 }]);
  });
});

describe('Store', () => {
  const points = (count: number) => columnsOf(Array.from({ length: count }, (_, i): ModelPoint => [i, i]));

  it('lets the least recently used series go where there are too many points', () => {
    const store = new Store(25);
    for (const key of ['a', 'b']) {
      const series = store.open(key);
      series.insert(points(10), { from: 0, to: 10 });
      store.trim(series);
    }
    store.open('a');
    const grown = store.open('c');
    grown.insert(points(10), { from: 0, to: 10 });
    store.trim(grown);
    expect(store.points).toBe(20);
    expect(store.open('b').points).toBe(0);
    expect(store.open('a').points).toBe(10);
  });

  it('keeps a series that alone is too large', () => {
    const store = new Store(5);
    const series = store.open('a');
    series.insert(points(10), { from: 0, to: 10 });
    store.trim(series);
    expect(store.open('a')).toBe(series);
  });

  it('forgets all on demand', () => {
    const store = new Store();
    store.open('a').insert(points(3), { from: 0, to: 3 });
    store.knowledge('m').refused.add('1m');
    store.clear();
    expect(store.points).toBe(0);
    expect(store.knowledge('m').refused.size).toBe(0);
  });
});
