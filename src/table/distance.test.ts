import { applyNullInsertThreshold, type DataFrame, toCSV } from '@grafana/data';
import { columnsFrom, type Row } from '../../tests/support/rows';
import { type DistanceGraph, distanceColumn } from './columns';
import { columnFields } from './frame';

const MINUTE = 60_000;

/** A row whose value is `distance` widths above its main corridor. */
const point = (distance: number): Row => ({ value: 10 + distance * 10, edges: [10, 0, null, null, null, null] });

function cells(distances: number[], gap = 0) {
  const half = distances.length / 2;
  const columns = columnsFrom(distances.map(point));
  const time = columns.time.map((at, i) => at + (i < half ? 0 : gap));
  const graph = { snapshot: { columns: [{ ...columns, time }], step: MINUTE }, from: 0 };
  const [field] = columnFields([graph as unknown as DistanceGraph], [distanceColumn((one: DistanceGraph) => one)]);
  return field;
}

function chart(distances: number[], gap = 0): DataFrame {
  return cells(distances, gap).values[0] as DataFrame;
}

/** What Grafana's sparkline draws: null breaks the line. Without an interval, it uses the distance of the first two points. */
function drawn(frame: DataFrame): Array<number | null> {
  const [time] = frame.fields;
  time.config.interval ??= time.values[1] - time.values[0];
  return applyNullInsertThreshold({ frame }).fields[1].values as Array<number | null>;
}

it.each([50, 333, 5000])('the line of %d points is unbroken, wherever the farthest of neighbors are', (count) => {
  const frame = chart(Array.from({ length: count }, (_, i) => 1 + Math.abs(Math.sin(i * i))));
  expect(frame.length).toBeLessThanOrEqual(100);
  expect(drawn(frame)).not.toContain(null);
});

it('keeps a short peak below the corridor', () => {
  const frame = chart(Array.from({ length: 500 }, (_, i) => (i === 250 ? -3 : 1)));
  expect(Math.min(...(frame.fields[1].values as number[]))).toBe(-2);
});

it.each([50, 333, 5000])('the line of %d points breaks at missing data', (count) => {
  expect(
    drawn(
      chart(
        Array.from({ length: count }, () => 1),
        count * MINUTE
      )
    )
  ).toContain(null);
});

it('is the newest distance in a CSV file', () => {
  expect(toCSV([{ fields: [cells([1, 2, 1.5])], length: 1 }])).toBe('"distance"\r\n1.5');
});
