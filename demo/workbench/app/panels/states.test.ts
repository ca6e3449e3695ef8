import { type Field, FieldType } from '@grafana/data';
import { spansOf, withGaps } from './states';

const QUARTER = 15 * 60_000;
const at = (quarters: number) => quarters * QUARTER;

function frameOf(times: number[], values: Array<number | null>, custom = {}) {
  const time: Field = { name: 'time', type: FieldType.time, config: { interval: QUARTER }, values: times };
  const value: Field = { name: 'value', type: FieldType.number, config: { custom }, values };
  return { length: times.length, fields: [time, value] };
}

function spans(times: number[], values: Array<number | null>, custom = {}) {
  const [time, value] = withGaps(frameOf(times, values, custom), { from: at(0), to: at(20) }).fields;
  return spansOf(value, time.values as number[], at(20)).map(({ from, to }) => [from / QUARTER, to / QUARTER]);
}

it('ends a state where points are missing, and after the last one', () => {
  expect(spans([0, 1, 2, 10, 11].map(at), [0, 0, 0, 0, 0])).toEqual([
    [0, 3],
    [10, 12],
  ]);
});

it('holds the last state to the end where that is no farther than points lie', () => {
  expect(spans([18, 19].map(at), [0, 0])).toEqual([[18, 20]]);
});

it('spans the nulls between points that lie farther apart than buckets, no farther', () => {
  const hourly = [0, 4, 8, 16];
  const values = Array.from({ length: 17 }, (_, i) => (hourly.includes(i) ? 0 : null));
  const times = values.map((_, i) => at(i));
  expect(spans(times, values, { spanNulls: at(5) + 1 })).toEqual([
    [0, 9],
    [16, 17],
  ]);
  expect(spans(times, values)).toHaveLength(4);
});
