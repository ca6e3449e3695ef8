import fc from 'fast-check';
import { equalParts, halves, type Span, union, windowsOf, without, DAY, HOUR, MINUTE } from './spans';

const NOW = Date.UTC(2026, 10, 21, 12);
const steps = [
  [MINUTE, 2 * DAY],
  [15 * MINUTE, 14 * DAY],
  [HOUR, 14 * DAY],
] as const;

/** The minimum of windows: each reaches from the newest end as far as the grid and the limit allow. */
function fewest({ from, to }: Span, limit: number, step: number): number {
  let count = 1;
  for (let end = to; end - from > limit; count++) {
    end = Math.ceil((end - limit) / step) * step;
  }
  return count;
}

describe('windowsOf', () => {
  it('covers the span with the fewest windows, adjacent, on the grid, within the limit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...steps),
        fc.integer({ min: 0, max: 100 * DAY }),
        fc.integer({ min: 1, max: 90 * DAY }),
        ([step, limit], back, length) => {
          const span = { from: NOW - back - length, to: NOW - back };
          const windows = windowsOf(span, limit, step);
          expect(windows[0].to).toBe(span.to);
          expect(windows[windows.length - 1].from).toBe(span.from);
          windows.forEach((window, i) => {
            expect(window.to - window.from).toBeLessThanOrEqual(limit);
            expect(window.to).toBeGreaterThan(window.from);
            if (i > 0) {
              expect(window.to).toBe(windows[i - 1].from);
              expect(window.to % step).toBe(0);
            }
          });
          expect(windows).toHaveLength(fewest(span, limit, step));
        }
      ),
      { numRuns: 1000 }
    );
  });

  it('follows a limit that is shorter than a step', () => {
    const windows = windowsOf({ from: NOW - 5 * HOUR, to: NOW }, 40 * MINUTE, HOUR);
    expect(Math.max(...windows.map(({ from, to }) => to - from))).toBe(40 * MINUTE);
    expect(windows.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(5 * HOUR);
  });
});

it('equalParts are adjacent and differ by at most two steps', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 1000 }),
      fc.nat(HOUR),
      (count, hours, off) => {
        const span = { from: NOW - hours * HOUR * count - off, to: NOW };
        const parts = equalParts(span, count, HOUR);
        expect(parts).toHaveLength(count);
        expect([parts[0].to, parts[count - 1].from]).toEqual([span.to, span.from]);
        parts.slice(1).forEach((part, i) => {
          expect(part.to).toBe(parts[i].from);
          expect(part.to % HOUR).toBe(0);
        });
        const lengths = parts.map(({ from, to }) => to - from);
        expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(2 * HOUR);
      }
    )
  );
});

describe('halves', () => {
  it('meet on the grid', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 14 * DAY }), fc.nat(DAY), (length, off) => {
        const span = { from: NOW - off - length, to: NOW - off };
        const parts = halves(span, HOUR);
        expect([parts[0].to, parts[parts.length - 1].from]).toEqual([span.to, span.from]);
        if (parts.length === 2) {
          expect(parts[0].from).toBe(parts[1].to);
          expect(parts[0].from % HOUR).toBe(0);
          expect(parts.every(({ from, to }) => to > from)).toBe(true);
        }
      })
    );
  });
});

const span = fc.tuple(fc.nat(30), fc.nat(10)).map(([from, length]): Span => ({ from, to: from + length }));
const units = (spans: readonly Span[]) =>
  new Set(spans.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)));

describe('sets of spans', () => {
  it('without: the uncovered rest, in order', () => {
    fc.assert(
      fc.property(span, fc.array(span, { maxLength: 6 }), (whole, taken) => {
        fc.pre(whole.to > whole.from);
        const gone = units(taken.filter(({ from, to }) => to > from));
        const rest = without(
          whole,
          taken.filter(({ from, to }) => to > from)
        );
        expect([...units(rest)]).toEqual([...units([whole])].filter((unit) => !gone.has(unit)));
        rest.slice(1).forEach((part, i) => expect(part.from).toBeGreaterThan(rest[i].to));
      })
    );
  });

  it('union: the fewest spans, in order', () => {
    fc.assert(
      fc.property(fc.array(span, { maxLength: 6 }), (spans) => {
        const copy = structuredClone(spans);
        const joined = union(spans);
        expect([...units(joined)]).toEqual([...units(spans)].sort((a, b) => a - b));
        joined.slice(1).forEach((part, i) => expect(part.from).toBeGreaterThan(joined[i].to));
        expect(spans).toEqual(copy);
      })
    );
  });
});
