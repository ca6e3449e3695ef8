/*
 * Columns as Grafana's fields hold them: plain arrays, null where there is no value. How an array comes to be decides how
 * fast it is: made at its full length, and of one kind from the start, it is filled several times faster than one that
 * grows, or that turns from numbers into numbers and nulls half way.
 */

/** The values of a column, null for NaN. */
export function valuesOf(column: Float64Array): Array<number | null> {
  return hasGap(column) ? withNulls(column) : numbers(column);
}

/** A column without NaN, such as the times. */
export function numbers(column: Float64Array): number[] {
  const { length } = column;
  if (length === 0) {
    return [];
  }
  // An array that starts with a fraction is one of doubles; `new Array(length)` would become one with the first store.
  const values = [0.5];
  values.length = length;
  for (let i = 0; i < length; i++) {
    values[i] = column[i];
  }
  return values;
}

export function nulls(length: number): Array<number | null> {
  return new Array<number | null>(length).fill(null);
}

function withNulls(column: Float64Array): Array<number | null> {
  const values = nulls(column.length);
  for (let i = 0; i < column.length; i++) {
    const value = column[i];
    if (value === value) {
      values[i] = value;
    }
  }
  return values;
}

function hasGap(column: Float64Array): boolean {
  for (let i = 0; i < column.length; i++) {
    const value = column[i];
    if (value !== value) {
      return true;
    }
  }
  return false;
}

/** Whether a column holds any value. */
export function hasValue(column: Float64Array | null): column is Float64Array {
  if (column !== null) {
    for (let i = 0; i < column.length; i++) {
      const value = column[i];
      if (value === value) {
        return true;
      }
    }
  }
  return false;
}
