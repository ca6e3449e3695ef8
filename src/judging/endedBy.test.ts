import fc from 'fast-check';
import { EDGES } from '../corridors/columns';
import { MINUTE } from '../settings';
import { endedBy, usualOf } from './endedBy';

const T0 = Date.UTC(2026, 0, 31, 12);
const week = (value: number, from = 90, to = 110) => ({ value, from, to });
const usual = [week(100), week(101), week(99)];

it('tells a value that returned from a corridor that moved to it', () => {
  expect(endedBy(week(105), usual)).toBe('recovered');
  expect(endedBy(week(150, 140, 160), usual)).toBe('relearned');
  expect(endedBy(week(50, 40, 60), usual)).toBe('relearned');
});

it('claims nothing about a value that is not back, or is within half a width of what was usual', () => {
  expect(endedBy(week(150), usual)).toBeNull();
  expect(endedBy(week(120, 110, 130), usual)).toBeNull();
  expect(endedBy(week(120.1, 110, 130), usual)).toBe('relearned');
});

it('claims nothing unless there are two old weeks, and all agree', () => {
  const moved = week(150, 140, 160);
  expect(endedBy(moved, [])).toBeNull();
  expect(endedBy(moved, [week(100)])).toBeNull();
  expect(endedBy(moved, [week(100), week(60, 50, 69)])).toBeNull();
  expect(endedBy(moved, [week(100), week(80, 70, 90)])).toBe('relearned');
  expect(endedBy(moved, [week(100), week(100), week(150, 140, 160)])).toBeNull();
  expect(endedBy(week(121), [week(100), week(100), week(100, 95, 115)])).toBeNull();
  expect(endedBy(week(121, 111, 131), [week(100), week(100), week(100, 95, 115)])).toBe('relearned');
});

const columnsOf = (values: number[], from: number, to: number, step = 1) => ({
  length: values.length,
  time: Float64Array.from(values, (_, i) => T0 + i * step * MINUTE),
  smoothened: Float64Array.from(values),
  edges: EDGES.map((edge) =>
    edge === 'main_up' || edge === 'main_down'
      ? new Float64Array(values.length).fill(edge === 'main_up' ? to : from)
      : null
  ),
});

it('takes medians, and needs an hour of points with a corridor of positive width', () => {
  const values = [...Array.from({ length: 100 }, () => 5), ...Array.from({ length: 20 }, () => 500)];
  expect(usualOf(columnsOf(values, 0, 10))).toEqual({ value: 5, from: 0, to: 10 });
  expect(usualOf(columnsOf([5, 5, 5], 10, 0, 60))).toEqual({ value: 5, from: 0, to: 10 });
  expect(usualOf(columnsOf(values.slice(0, 60), 0, 10))).toBeNull();
  expect(usualOf(columnsOf(values, 10, 10))).toBeNull();
  expect(usualOf({ ...columnsOf(values, 0, 10), edges: EDGES.map(() => null) })).toBeNull();
  expect(usualOf(columnsOf([NaN, ...values.slice(0, 60)], 0, 10))).toBeNull();
});

it('never takes a series that returned to its old corridor for a new normal', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      fc.integer({ min: -1000, max: 1000 }),
      fc.integer({ min: 1, max: 200 }),
      fc.array(fc.record({ place: share, drift: fc.double({ min: -0.5, max: 0.5, noNaN: true }) }), {
        minLength: 3,
        maxLength: 3,
      }),
      fc.array(share, { minLength: 60, maxLength: 121 }),
      fc.double({ min: 0, max: 20, noNaN: true }),
      (from, width, weeks, places, grown) => {
        const before = weeks.map(({ place, drift }) => {
          const start = from + drift * width;
          return week(start + place * width, start, start + width);
        });
        // The corridor can have grown meanwhile: the value is where it was.
        const values = places.map((place) => from + place * width);
        const present = usualOf(columnsOf(values, from - grown, from + width + grown));
        expect(present && endedBy(present, before)).not.toBe('relearned');
      }
    ),
    { numRuns: 10_000 }
  );
});

it('finds every series whose corridor moved by two widths', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.double({ min: 2, max: 9, noNaN: true }),
      fc.boolean(),
      (width, by, up) => {
        const start = (up ? 1 : -1) * by * width;
        const before = [0, 0.2, -0.2].map((drift) => week(0, drift * width, (drift + 1) * width));
        expect(endedBy(week(start + width / 2, start, start + width), before)).toBe('relearned');
      }
    )
  );
});
