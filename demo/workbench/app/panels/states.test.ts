import { type Field, FieldType } from '@grafana/data';
import { lanesOf } from './states';

const QUARTER = 15 * 60_000;

function lanes(quarters: number[], values: Array<number | null>, custom = {}) {
  const times = quarters.map((quarter) => quarter * QUARTER);
  const time: Field = { name: 'time', type: FieldType.time, config: { interval: QUARTER }, values: times };
  const value: Field = { name: 'value', type: FieldType.number, config: { custom }, values };
  return lanesOf([{ length: times.length, fields: [time, value] }], 0, 20 * QUARTER);
}

/** The quarters at which a state begins, and the state. */
function changes(...given: Parameters<typeof lanes>) {
  const { times, lanes: made } = lanes(...given);
  const { values } = made[0].field;
  return times.flatMap((time, i) => (i > 0 && values[i] === values[i - 1] ? [] : [[time / QUARTER, values[i]]]));
}

it('ends a state if points are missing, and after the last one', () => {
  expect(changes([1, 2, 10, 11], [0, 0, 0, 1]).filter(([quarter]) => Number(quarter) > 0)).toEqual([
    [1, 0],
    [3, null],
    [10, 0],
    [11, 1],
    [12, null],
  ]);
});

it('spans nulls between points that are farther apart than buckets, but no longer ones', () => {
  const hourly = [0, 4, 8, 16];
  const values = Array.from({ length: 17 }, (_, i) => (hourly.includes(i) ? 0 : null));
  const quarters = values.map((_, i) => i);
  const spanned = changes(quarters, values, { spanNulls: 5 * QUARTER + 1 });
  expect(spanned.slice(0, 3)).toEqual([
    [0, 0],
    [9, null],
    [16, 0],
  ]);
  expect(changes(quarters, values).filter(([, state]) => state === 0)).toHaveLength(4);
});
