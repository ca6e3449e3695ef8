import fc from 'fast-check';
import { type CountsBucket } from '../../service/alerts';
import { autoBucket, BUCKETS, fillBuckets } from './countsQuery';

const bucket = (start: number): CountsBucket => ({
  start,
  end: null,
  active: 7,
  low: 7,
  medium: 0,
  high: 0,
  severe: 0,
});

it.each([undefined, 0, NaN, -1])('a width of %p is unknown, and leaves room for 500 buckets', (maxDataPoints) => {
  expect(autoBucket(500 * BUCKETS['15m'], maxDataPoints)).toBe('15m');
});

describe('fillBuckets', () => {
  it('leaves no gap in the range, keeps returned buckets, and adds zeros elsewhere', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(39),
        fc.uniqueArray(fc.nat(20), { maxLength: 12 }),
        (from, span, width, phase, places) => {
          const range = { from, to: from + span };
          const first = Math.floor(from / width) * width - width + (phase % width);
          const came = places.map((place) => bucket(first + place * width)).filter(({ start }) => start < range.to);
          const filled = fillBuckets({ bucket: null, buckets: came }, width, range);
          const starts = filled.map(({ start }) => start);
          expect(starts).toEqual(starts.map((_, i) => starts[0] + i * width));
          expect(starts[0]).toBeLessThanOrEqual(from);
          expect(starts[starts.length - 1] + width).toBeGreaterThanOrEqual(range.to);
          const known = new Set(came.map(({ start }) => start));
          expect(filled.filter(({ start }) => known.has(start))).toHaveLength(known.size);
          expect(filled.every(({ start, active }) => active === (known.has(start) ? 7 : 0))).toBe(true);
        }
      )
    );
  });

  it.each([
    ['the first one is cut at the start of the range', '1h' as const, [0.3, 1, 2, 4], [3]],
    ['a day has 25 hours', '1d' as const, [23, 47, 72, 96], []],
  ])('adds no bucket that overlaps another: %s', (_, width, hours, missing) => {
    const hour = BUCKETS['1h'];
    const came = hours.map((start) => bucket(start * hour));
    const range = { from: hours[0] * hour, to: hours[3] * hour + BUCKETS[width] };
    const filled = fillBuckets({ bucket: width, buckets: came }, BUCKETS[width], range);
    expect(filled.filter(({ active }) => active === 0).map(({ start }) => start / hour)).toEqual(missing);
    expect(filled).toHaveLength(hours.length + missing.length);
  });

  it('adds no zeros within a bucket that is longer than requested', () => {
    const hour = BUCKETS['1h'];
    const came = [0, 8].map((start) => ({ ...bucket(start * hour), end: (start + 4) * hour }));
    const filled = fillBuckets({ bucket: null, buckets: came }, hour, { from: 0, to: 12 * hour });
    expect(filled.map(({ start }) => start / hour)).toEqual([0, 4, 5, 6, 7, 8]);
  });

  it('has unknown counts if a bucket has no start, because it could be any of the missing ones', () => {
    const hour = BUCKETS['1h'];
    const filled = fillBuckets({ bucket: '1h', buckets: [bucket(hour)], lost: 1 }, hour, { from: 0, to: 3 * hour });
    expect(filled.map(({ active, severe }) => [active, severe])).toEqual([
      [null, null],
      [bucket(hour).active, bucket(hour).severe],
      [null, null],
    ]);
  });

  it.each([8e15, -8e15])('does not hang with any start of a bucket: %p', (start) => {
    const range = { from: 0, to: 4 * BUCKETS['1h'] };
    const filled = fillBuckets({ bucket: '1h', buckets: [bucket(start), bucket(0)] }, BUCKETS['1h'], range);
    expect(filled.length).toBeLessThanOrEqual(7);
    expect(filled.map((one) => one.start)).toContain(start);
  });

  it('adds no more buckets than a page can draw', () => {
    const range = { from: 0, to: 30_000 * BUCKETS['15m'] };
    expect(fillBuckets({ bucket: '15m', buckets: [bucket(0)] }, BUCKETS['15m'], range)).toHaveLength(1);
  });

  it('takes linear time: twice as many buckets are read twice as often', () => {
    const looks = (count: number) => {
      let seen = 0;
      const buckets = Array.from({ length: count }, (_, i) => {
        const one = bucket(i * BUCKETS['15m']);
        return {
          ...one,
          get start() {
            seen++;
            return i * BUCKETS['15m'];
          },
        };
      });
      fillBuckets({ bucket: '15m', buckets }, BUCKETS['15m'], { from: 0, to: count * BUCKETS['15m'] });
      return seen;
    };
    expect(looks(8000)).toBeLessThan(3 * looks(4000));
  });
});
