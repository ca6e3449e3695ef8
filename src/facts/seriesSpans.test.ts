import { cover, gaps, type ReadSpan } from './series';

describe('coverage', () => {
  const REUSE = 120;

  it('serves refreshes for nearly as long as allowed', () => {
    let spans: ReadSpan[] = [];
    for (let now = 0; now < 200; now++) {
      spans = cover(spans, { from: now, to: now + 1, kind: 'read', at: now }, now, REUSE);
      const served = Math.max(0, now - Math.floor((REUSE * 11) / 12));
      expect(gaps(spans, { from: served, to: now + 1 }, now, REUSE)).toEqual([]);
    }
    expect(spans.length).toBeLessThan(25);
  });

  it('keeps a limited number of spans, the newest', () => {
    let spans: ReadSpan[] = [];
    for (let from = 0; from < 4000; from += 2) {
      spans = cover(spans, { from, to: from + 1, kind: 'read', at: 0 }, 0, REUSE);
    }
    expect(spans.length).toBeLessThanOrEqual(500);
    expect(spans[spans.length - 1]).toMatchObject({ from: 3998 });
  });

  it('never serves older data longer than allowed because of a newer neighbor', () => {
    let spans = cover([], { from: 0, to: 10, kind: 'read', at: 0 }, 0, REUSE);
    spans = cover(spans, { from: 10, to: 20, kind: 'read', at: 5 }, 5, REUSE);
    expect(gaps(spans, { from: 0, to: 20 }, REUSE, REUSE)).toEqual([]);
    expect(gaps(spans, { from: 0, to: 20 }, REUSE + 1, REUSE)[0]).toMatchObject({ from: 0 });
  });

  it('joins expired spans with their neighbors, whatever their ages', () => {
    let spans = cover([], { from: 0, to: 10, kind: 'read', at: 0 }, 0, REUSE);
    spans = cover(spans, { from: 10, to: 20, kind: 'read', at: 50 }, 50, REUSE);
    spans = cover(spans, { from: 30, to: 40, kind: 'read', at: 200 }, 200, REUSE);
    expect(spans).toEqual([
      { from: 0, to: 20, kind: 'seen' },
      { from: 30, to: 40, kind: 'read', at: 200 },
    ]);
  });
});
