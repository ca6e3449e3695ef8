import { type Field, FieldType } from '@grafana/data';
import { alignedLanes, lanesOf, statesOf } from './states';

const QUARTER = 15 * 60_000;
const at = (quarters: number) => quarters * QUARTER;

function lanes(times: number[], values: Array<number | null>, custom = {}) {
  const time: Field = { name: 'time', type: FieldType.time, config: { interval: QUARTER }, values: times };
  const display = (value: unknown) => ({ text: `state ${String(value)}`, color: 'red', numeric: NaN });
  const value: Field = { name: 'value', type: FieldType.number, config: { custom }, values, display };
  return lanesOf([{ length: times.length, fields: [time, value] }], { from: at(0), to: at(20) });
}

function spans(...given: Parameters<typeof lanes>) {
  return lanes(...given)[0].spans.map(({ from, to }) => [from / QUARTER, to / QUARTER]);
}

it('ends a state if points are missing, and after the last one', () => {
  expect(spans([0, 1, 2, 10, 11].map(at), [0, 0, 0, 0, 0])).toEqual([
    [0, 3],
    [10, 12],
  ]);
});

it('extends the last state to the end if that is not farther than the distance of points', () => {
  expect(spans([18, 19].map(at), [0, 0])).toEqual([[18, 20]]);
});

it('spans nulls between points that are farther apart than buckets, but no longer ones', () => {
  const hourly = [0, 4, 8, 16];
  const values = Array.from({ length: 17 }, (_, i) => (hourly.includes(i) ? 0 : null));
  const times = values.map((_, i) => at(i));
  expect(spans(times, values, { spanNulls: at(5) + 1 })).toEqual([
    [0, 9],
    [16, 17],
  ]);
  expect(spans(times, values)).toHaveLength(4);
});

it('has each state once in the legend, and a row at each start or end of a state', () => {
  const made = lanes([0, 1, 2, 3].map(at), [0, 1, 0, 0]);
  expect(statesOf(made).map(({ text }) => text)).toEqual(['state 0', 'state 1', 'state null']);
  const [time, value] = alignedLanes(made).fields;
  expect(time.values).toEqual([0, 1, 2, 4].map(at));
  expect(value.values).toEqual([0, 1, 0, null]);
});

it('has no lane without a time', () => {
  const field: Field = { name: 'a', type: FieldType.number, config: {}, values: [1] };
  expect(lanesOf([{ length: 1, fields: [field] }], { from: 0, to: 1 })).toEqual([]);
});
