import fc from 'fast-check';
import { cover, gaps, type ReadSpan } from './coverage';
import { type Span } from '../time/spans';

const END = 60;
const span = fc
  .tuple(fc.nat(END - 1), fc.integer({ min: 1, max: 30 }))
  .map(([from, length]): Span => ({ from, to: from + length }));

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
          spans = cover(spans, { ...read, kind: 'read', at: now }, now, REUSE);
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
      spans = cover(spans, { from: now, to: now + 1, kind: 'read', at: now }, now, REUSE);
      const served = Math.max(0, now - Math.floor((REUSE * 11) / 12));
      expect(gaps(spans, { from: served, to: now + 1 }, now, REUSE)).toEqual([]);
    }
    expect(spans.length).toBeLessThan(25);
  });

  it('leaves no trail of refreshes, be it open for days', () => {
    let spans: ReadSpan[] = [];
    let most = 0;
    for (let now = 1000; now < 9000; now++) {
      spans = cover(spans, { from: now - 10, to: now - 5, kind: 'read', at: now }, now, 60);
      spans = cover(spans, { from: now - 5, to: now, kind: 'seen' }, now, 60);
      most = Math.max(most, spans.length);
    }
    // A merged span for each twelfth of the time that they serve, what has expired, what moves.
    expect(most).toBeLessThanOrEqual(12 + 3);
    expect(gaps(spans, { from: 8950, to: 8994 }, 9000, 60)).toEqual([]);
    expect(gaps(spans, { from: 8950, to: 9000 }, 9000, 60)).toEqual([{ from: 8994, to: 9000 }]);
  });

  it('keeps a bounded number of spans, the newest', () => {
    let spans: ReadSpan[] = [];
    for (let from = 0; from < 4000; from += 2) {
      spans = cover(spans, { from, to: from + 1, kind: 'read', at: 0 }, 0, REUSE);
    }
    expect(spans.length).toBeLessThanOrEqual(500);
    expect(spans[spans.length - 1]).toMatchObject({ from: 3998 });
  });

  it('what may still move has been read, and has to be read again', () => {
    let spans = cover([], { from: 0, to: 10, kind: 'read', at: 100 }, 100, REUSE);
    spans = cover(spans, { from: 10, to: 20, kind: 'seen' }, 100, REUSE);
    expect(gaps(spans, { from: 0, to: 30 }, 100, REUSE)).toEqual([{ from: 10, to: 30 }]);
  });

  it('of what has expired is one with its neighbours, however long ago either was read', () => {
    let spans = cover([], { from: 0, to: 10, kind: 'read', at: 0 }, 0, REUSE);
    spans = cover(spans, { from: 10, to: 20, kind: 'read', at: 50 }, 50, REUSE);
    spans = cover(spans, { from: 30, to: 40, kind: 'read', at: 200 }, 200, REUSE);
    expect(spans).toEqual([
      { from: 0, to: 20, kind: 'seen' },
      { from: 30, to: 40, kind: 'read', at: 200 },
    ]);
  });
});
