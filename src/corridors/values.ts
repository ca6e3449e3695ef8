import { lengthOf } from './columns';

/*
 * Columns as Grafana's fields hold them: plain arrays, null where there is no value. How an array comes to be decides how
 * fast it is: made at its full length, and of one kind from the start, it is filled several times faster than one that
 * grows, or that turns from numbers into numbers and nulls half way.
 */

/** A stretch of a column; null where all its values are absent. */
export interface Stretch {
  length: number;
  column: Float64Array | null;
}

/** The values of a column that is in stretches, null for NaN. */
export function valuesOf(stretches: readonly Stretch[]): Array<number | null> {
  return wholeValuesOf(stretches) ?? withNulls(stretches);
}

/** The same where no value is absent; null where one is. */
function wholeValuesOf(stretches: readonly Stretch[]): number[] | null {
  const length = lengthOf(stretches);
  if (length === 0) {
    return [];
  }
  // An array that starts with a fraction is one of doubles; `new Array(length)` would become one with the first store.
  const values = [0.5];
  values.length = length;
  let at = 0;
  for (const { column } of stretches) {
    const filled = column === null ? -1 : fill(values, at, column);
    if (filled < 0) {
      return null;
    }
    at = filled;
  }
  return values;
}

/** Where the next stretch begins, or -1 where a value is absent. */
function fill(values: number[], start: number, column: Float64Array): number {
  for (let i = 0; i < column.length; i++) {
    const value = column[i];
    if (value !== value) {
      return -1;
    }
    values[start + i] = value;
  }
  return start + column.length;
}

function withNulls(stretches: readonly Stretch[]): Array<number | null> {
  const values = new Array<number | null>(lengthOf(stretches)).fill(null);
  let at = 0;
  for (const { column, length: stretch } of stretches) {
    for (let i = 0; column !== null && i < stretch; i++) {
      const value = column[i];
      if (value === value) {
        values[at + i] = value;
      }
    }
    at += stretch;
  }
  return values;
}

/** Whether a column holds any value. */
export function hasValue(stretches: readonly Stretch[]): boolean {
  return stretches.some(({ column }) => column !== null && anyValue(column));
}

export function anyValue(column: Float64Array): boolean {
  for (let i = 0; i < column.length; i++) {
    const value = column[i];
    if (value === value) {
      return true;
    }
  }
  return false;
}
