import fc from 'fast-check';
import { range } from 'lodash';
import { type Columns, EDGES } from '../corridors/columns';
import { judge } from '../corridors/judge';
import { trendOf } from './trend';
import { HOUR, MINUTE } from '../settings';

/** Not at a border of buckets. */
const T0 = Date.UTC(2026, 0, 31, 12, 4);

interface Point {
  minute: number;
  value: number;
  down: number;
  up: number;
}

function columnsOf(points: readonly Point[]): Columns {
  const column = (of: (one: Point) => number) => Float64Array.from(points, of);
  const edges = EDGES.map((name) =>
    name === 'main_up' ? column(({ up }) => up) : name === 'main_down' ? column(({ down }) => down) : null
  );
  return {
    length: points.length,
    time: column(({ minute }) => T0 + minute * MINUTE),
    smoothened: column(({ value }) => value),
    edges,
  };
}

const trend = (points: readonly Point[]) => trendOf(judge(columnsOf(points)), T0);
const point = (minute: number, value: number): Point => ({ minute, value, down: 0, up: 10 });

it('needs an hour and four buckets', () => {
  const every = (count: number) => range(count).map((minute) => point(minute, minute < 30 ? 90 : 30));
  expect(trend(every(60))).toBeNull();
  expect(trend(every(61))).toBe('better');
  const hourly = [90, 90, 30, 30].map((value, hour) => point(hour * 60, value));
  expect(trend(hourly)).toBe('better');
  expect(trend(hourly.slice(1))).toBeNull();
});

it('follows the definition literally', () => {
  const stretch = fc.record({
    value: fc.constantFrom(-30, 12, 15, 20, 30, 60, 90),
    minutes: fc.integer({ min: 1, max: 80 }),
    slope: fc.constantFrom(0, 0, -0.4, 0.4),
    up: fc.constantFrom(10, 10, 14, 40),
  });
  const seen = new Set<string | null>();
  fc.assert(
    fc.property(fc.array(stretch, { minLength: 1, maxLength: 7 }), fc.constantFrom(1, 5, 15, 60), (stretches, step) => {
      const points = stretches
        .flatMap(({ value, minutes, slope, up }) =>
          Array.from({ length: minutes }, (_, i) => ({ value: value + slope * i, down: 0, up }))
        )
        .map((one, i) => ({ ...one, minute: i * step }));
      const expected = byTheWords(points);
      seen.add(expected);
      expect(trend(points)).toBe(expected);
    }),
    { numRuns: 1500 }
  );
  expect([...seen].sort()).toEqual(['better', 'steady', 'worse', null].sort());
});

function byTheWords(all: readonly Point[]): string | null {
  const end = all[all.length - 1].minute;
  const points = all.filter(({ minute }) => minute >= end - 180);
  if (end - points[0].minute < 60) {
    return null;
  }
  const outside = (value: number, { down, up }: Point) =>
    (value > up ? value - up : value < down ? value - down : 0) / (up - down);
  const middle = (numbers: number[]) => {
    const sorted = [...numbers].sort((a, b) => a - b);
    const upper = sorted[Math.floor(sorted.length / 2)];
    return sorted.length % 2 === 1 ? upper : (upper + sorted[sorted.length / 2 - 1]) / 2;
  };
  const quarters = [...new Set(points.map(({ minute }) => Math.floor((T0 + minute * MINUTE) / (HOUR / 4))))];
  const buckets = quarters.map((quarter) => {
    const own = points.filter(({ minute }) => Math.floor((T0 + minute * MINUTE) / (HOUR / 4)) === quarter);
    return {
      now: middle(own.map((one) => outside(one.value, one))),
      first: middle(own.map((one) => outside(one.value, points[0]))),
    };
  });
  const sign = Math.sign(buckets[buckets.length - 1].now);
  const same = buckets.filter(({ now }) => sign !== 0 && Math.sign(now) === sign);
  if (same.length < 4) {
    return null;
  }
  const measured = [same.map(({ now }) => now), same.map(({ first }) => first)].map((distances) => {
    const far = distances.map((one) => Math.max(0, sign * one));
    const size = (far.length - (far.length % 2)) / 2;
    return { a: middle(far.slice(0, size)), b: middle(far.slice(far.length - size)), c: far[far.length - 1] };
  });
  if (measured.every(({ a, b, c }) => a > 0 && b <= 0.75 * a && c <= 1.1 * b)) {
    return 'better';
  }
  return measured.every(({ a, b, c }) => b > 0 && a <= 0.75 * b && 1.1 * c >= b) ? 'worse' : 'steady';
}
