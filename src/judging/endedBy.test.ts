import { columnsFrom, type Row } from '../../tests/support/rows';
import { DAY, HOUR, MINUTE } from '../ground/spans';
import { endedBy } from './endedBy';

const END = Date.UTC(2026, 10, 21, 12);

/** Points each 15 minutes of two weeks with main corridors from 0 to 10, moved up by `level` weeks before. */
function columns(value: number, levels: [present: number, one: number, two: number], missing?: number) {
  const times = Array.from({ length: 14 * 96 + 1 }, (_, i) => END - (14 * 96 - i) * 15 * MINUTE);
  const rows = times.map((time): Row => {
    const age = END - time;
    const level = levels[age < 2 * DAY ? 0 : age < 10 * DAY ? 1 : 2];
    const isMissing = missing !== undefined && Math.abs(age - 7 * DAY) < missing;
    return {
      value,
      edges: isMissing ? [null, null, null, null, null, null] : [level + 10, level, null, null, null, null],
    };
  });
  return { ...columnsFrom(rows), time: new Float64Array(times) };
}

it.each([
  ['inside both', 10, [0, 0, 0], 'recovered'],
  ['above both', 10.5, [10, 0, 0], 'relearned'],
  ['below both', -0.5, [-10, 0, 0], 'relearned'],
  ['outside both, and its present corridor', 10.5, [0, 0, 0], null],
  ['outside one', 10.5, [10, 0, 5], null],
  ['outside on different sides', 12, [10, 0, 20], null],
] as const)('%s', (_, value, levels, expected) => {
  expect(endedBy(columns(value, [...levels]), END)).toBe(expected);
});

it.each([
  [HOUR, 'recovered'],
  [HOUR + 1, null],
])('a point may be %d milliseconds away', (apart, expected) => {
  expect(endedBy(columns(5, [0, 0, 0]), END + apart)).toBe(expected);
  expect(endedBy(columns(5, [0, 0, 0], apart), END)).toBe(expected);
});
