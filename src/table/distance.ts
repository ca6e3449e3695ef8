import { type Field, FieldType } from '@grafana/data';
import { chunk, maxBy } from 'lodash';
import { pointsOf } from '../ground/spacing';
import { judge } from '../ground/judge';
import { type Snapshot } from '../facts/snapshot';

/** The maximum of points in a small graph. */
const MOST_POINTS = 100;

/** What a small graph shows: the points of a metric from a time on, in epoch milliseconds. */
export interface DistanceGraph {
  snapshot: Snapshot;
  from: number;
}

/**
 * The distance of each row's metric from its corridors over time, in widths of main (0 inside): a small frame per cell,
 * for a sparkline. It is plain data, so that a snapshot keeps it.
 */
export function distanceField(rows: ReadonlyArray<DistanceGraph | null>, hidden = false): Field {
  const config = {
    unit: 'none',
    decimals: 1,
    custom: {
      width: 150,
      cellOptions: { type: 'sparkline', hideValue: true },
      ...(hidden ? { hideFrom: { viz: true }, hidden } : {}),
    },
  };
  return { name: 'distance', type: FieldType.frame, config, values: rows.map((row) => row && frameOf(row)) };
}

function frameOf({ snapshot, from }: DistanceGraph) {
  const { columns, step } = pointsOf(snapshot);
  const { deviation } = judge(columns);
  const known = Array.from(columns.time.keys()).filter(
    (row) => columns.time[row] >= from && !Number.isNaN(deviation[row])
  );
  const size = Math.ceil(known.length / MOST_POINTS);
  // The farthest of several neighbors is drawn, so that a short peak stays visible.
  const shown = chunk(known, size).flatMap((rows) => maxBy(rows, (row) => Math.abs(deviation[row])) ?? []);
  if (shown.length === 0) {
    return null;
  }
  const field = (name: string, type: FieldType, values: number[], config = {}) => ({ name, type, config, values });
  return {
    length: shown.length,
    // For a CSV file: the newest distance.
    value: deviation[known[known.length - 1]],
    fields: [
      field(
        'time',
        FieldType.time,
        shown.map((row) => columns.time[row]),
        // Without it, Grafana breaks the line wherever points are farther apart than the first two.
        { interval: 2 * size * step }
      ),
      field(
        'distance',
        FieldType.number,
        shown.map((row) => deviation[row])
      ),
    ],
  };
}
