/** The edges of the three bands, in the order of a frame's fields. */
export const EDGES = ['main_up', 'main_down', 'sup_up', 'sup_down', 'inf_up', 'inf_down'] as const;

/**
 * Data points as columns of equal length, in time order, each time once. Missing values are NaN, which JSON can't contain.
 * A column of doubles takes 8 bytes per point: 64 with all three bands.
 */
export interface Columns {
  readonly length: number;
  /** Epoch milliseconds. */
  readonly time: Float64Array;
  readonly smoothened: Float64Array;
  /** One column per edge, in the order of `EDGES`. Null if no point has a value. */
  readonly edges: ReadonlyArray<Float64Array | null>;
  /** The number of points of an answer without a readable time. */
  readonly lost?: number;
}

const NO_EDGES: readonly null[] = EDGES.map(() => null);

export const NO_POINTS: Columns = {
  length: 0,
  time: new Float64Array(0),
  smoothened: new Float64Array(0),
  edges: NO_EDGES,
};

/** Whether a column has any value. */
export function hasValue(column: Float64Array | null): boolean {
  return column?.some((value) => !Number.isNaN(value)) ?? false;
}

/** Whether any point of the parts has an edge of a corridor. */
export function hasCorridor(parts: readonly Columns[]): boolean {
  return parts.some(({ edges }) => edges.some(hasValue));
}

/** The total number of rows in the parts. */
export function lengthOf(parts: ReadonlyArray<{ length: number }>): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/** The first index with a time at or after `time`. */
export function lowerBound(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle] < time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** The first index with a time after `time`. */
export function upperBound(times: Float64Array, time: number): number {
  const index = lowerBound(times, time);
  return index < times.length && times[index] === time ? index + 1 : index;
}

/** A copy of rows `start` to `end` (exclusive) for storage, or the columns themselves for all rows. */
export function slice(columns: Columns, start: number, end: number): Columns {
  const part = view(columns, start, end);
  if (part.time.byteLength === part.time.buffer.byteLength) {
    return part;
  }
  return {
    length: part.length,
    time: part.time.slice(),
    smoothened: part.smoothened.slice(),
    edges: part.edges.map((edge) => edge && edge.slice()),
  };
}

/** Rows `start` to `end` (exclusive) without a copy. Not for storage, because they keep all rows in memory. */
export function view(columns: Columns, start: number, end: number): Columns {
  if (start >= end) {
    return NO_POINTS;
  }
  if (start === 0 && end === columns.length) {
    return columns;
  }
  return {
    length: end - start,
    time: columns.time.subarray(start, end),
    smoothened: columns.smoothened.subarray(start, end),
    edges: columns.edges.map((edge) => edge && edge.subarray(start, end)),
  };
}

/** The rows with these indices, as separate columns. */
export function pick(columns: Columns, rows: ArrayLike<number>): Columns {
  return {
    length: rows.length,
    time: pickColumn(columns.time, rows),
    smoothened: pickColumn(columns.smoothened, rows),
    edges: columns.edges.map((edge) => edge && pickColumn(edge, rows)),
  };
}

function pickColumn(column: Float64Array, rows: ArrayLike<number>): Float64Array {
  const picked = new Float64Array(rows.length);
  for (let i = 0; i < picked.length; i++) {
    picked[i] = column[rows[i]];
  }
  return picked;
}

/** Concatenates the parts, which must be in time order. */
export function concat(parts: readonly Columns[]): Columns {
  const filled = parts.filter(({ length }) => length > 0);
  if (filled.length <= 1) {
    return filled[0] ?? NO_POINTS;
  }
  const length = lengthOf(filled);
  const join = (column: (part: Columns) => Float64Array | null): Float64Array => {
    const joined = new Float64Array(length);
    let at = 0;
    for (const part of filled) {
      const values = column(part);
      if (values) {
        joined.set(values, at);
      } else {
        joined.fill(NaN, at, at + part.length);
      }
      at += part.length;
    }
    return joined;
  };
  return {
    length,
    time: join((part) => part.time),
    smoothened: join((part) => part.smoothened),
    edges: EDGES.map((_, e) => (filled.some((part) => part.edges[e]) ? join((part) => part.edges[e]) : null)),
  };
}
