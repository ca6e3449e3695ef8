import fc from 'fast-check';
import { type Columns, EDGES } from '../../src/ground/columns';

/** A point as numbers: the value and the six edges, null if absent. */
export interface Row {
  value: number | null;
  edges: Array<number | null>;
}

export function columnsFrom(rows: Row[], start = 0, step = 60_000): Columns {
  const column = (values: Array<number | null>) => Float64Array.from(values, (value) => value ?? NaN);
  return {
    length: rows.length,
    time: Float64Array.from(rows, (_, i) => start + i * step),
    smoothened: column(rows.map(({ value }) => value)),
    edges: EDGES.map((_, e) =>
      rows.some(({ edges }) => edges[e] !== null) ? column(rows.map(({ edges }) => edges[e])) : null
    ),
  };
}

/** Small numbers, so that some values are on edges, some corridors have no width, and some limits are swapped. */
const few = fc.option(fc.integer({ min: -4, max: 4 }), { nil: null, freq: 5 });

export const anyRow: fc.Arbitrary<Row> = fc.record({
  value: few,
  edges: fc.array(few, { minLength: EDGES.length, maxLength: EDGES.length }),
});
