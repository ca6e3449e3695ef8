import fc from 'fast-check';
import { columnsOf, type ModelPoint, pointsOf } from '../../tests/support/modelService';
import { columnsFrom, type Row } from '../../tests/support/rows';
import { concat, hasCorridor, lowerBound, NO_POINTS, slice, upperBound, view } from './columns';

const times = fc
  .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 20 })
  .map((list) => list.sort((a, b) => a - b));

describe('columns', () => {
  it('bounds are those of a plain search', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: -1, max: 61 }), (list, time) => {
        const column = Float64Array.from(list);
        expect(lowerBound(column, time)).toBe(list.filter((item) => item < time).length);
        expect(upperBound(column, time)).toBe(list.filter((item) => item <= time).length);
      })
    );
  });

  it('parts put together again are the whole', () => {
    fc.assert(
      fc.property(times, fc.nat(20), fc.nat(20), (list, one, other) => {
        const points = list.map((time): ModelPoint => [time, time * 2]);
        const columns = columnsOf(points);
        const [first, second] = [one, other].map((cut) => Math.min(cut, list.length)).sort((a, b) => a - b);
        for (const cut of [slice, view]) {
          const parts = [cut(columns, 0, first), cut(columns, first, second), cut(columns, second, list.length)];
          expect(pointsOf(concat(parts))).toEqual(points);
        }
      })
    );
  });

  it('a band that only one part has is a gap in the other', () => {
    const none: Row = { value: 1, edges: [null, null, null, null, null, null] };
    const main: Row = { value: 2, edges: [5, 4, null, null, null, null] };
    const whole = concat([columnsFrom([none]), columnsFrom([main], 60_000)]);
    expect(Array.from(whole.edges[0] ?? [])).toEqual([NaN, 5]);
    expect(whole.edges[2]).toBeNull();
    const long = concat([columnsFrom([main]), columnsFrom([none, none], 60_000), columnsFrom([main], 180_000)]);
    expect(Array.from(long.edges[1] ?? [])).toEqual([4, NaN, NaN, 4]);
    const single = concat([columnsFrom([main, main]), columnsFrom([none], 120_000), columnsFrom([main], 180_000)]);
    expect(Array.from(single.edges[0] ?? [])).toEqual([5, 5, NaN, 5]);
    expect(concat([])).toBe(NO_POINTS);
  });
});

describe('a corridor', () => {
  const row = (...edges: Row['edges']): Row => ({ value: 1, edges });
  const none = columnsFrom([row(null, null, null, null, null, null)]);
  const some = columnsFrom([row(null, null, null, null, null, null), row(null, null, null, null, null, 5)], 60_000);

  it('is there where any point has any edge', () => {
    expect([[], [none], [NO_POINTS, none]].map(hasCorridor)).toEqual([false, false, false]);
    expect([[some], [none, some], [some, none]].map(hasCorridor)).toEqual([true, true, true]);
    // A band that the points after these have, and these have not.
    expect(hasCorridor([view(some, 0, 1)])).toBe(false);
  });

  it('is cut with its points', () => {
    for (const cut of [slice, view]) {
      const last = cut(some, 1, 2);
      expect([last.length, last.edges[5]?.[0], last.edges[0]]).toEqual([1, 5, null]);
    }
  });
});

it('what is kept of a large answer does not keep all of it, and what is all of it is not copied', () => {
  const whole = columnsOf(Array.from({ length: 64 }, (_, i): ModelPoint => [i, i]));
  const banded = { ...whole, edges: [whole.smoothened, null, null, null, null, null] };
  const { time, smoothened, edges } = slice(banded, 0, 30);
  expect([time, smoothened, edges[0]].map((column) => column?.buffer.byteLength)).toEqual([240, 240, 240]);
  expect(view(whole, 0, 30).time.buffer).toBe(whole.time.buffer);
  expect(view(whole, 0, 64)).toBe(whole);
  expect([view(whole, 5, 5), view(whole, 6, 5)]).toEqual([NO_POINTS, NO_POINTS]);
});
