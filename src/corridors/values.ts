import { type Columns } from './columns';

/* Columns of the store as arrays for frames. A column's last array is kept while a panel uses it, and panels with the same
   rows share it. */

/** An array from a column, and the column's start in its buffer. */
interface Made {
  start: number;
  values: WeakRef<Array<number | null>>;
}

type MadeOf = WeakMap<ArrayBufferLike, Made>;

const values: MadeOf = new WeakMap();
/** By the column of values. */
const outliers: MadeOf = new WeakMap();

/** Null for NaN. Grafana modifies nulls in place, so panels don't share an array with nulls. */
export function valuesOf(column: Float64Array): Array<number | null> {
  const last = lastOf(values, column) as number[] | undefined;
  // A panel may have modified it.
  if (last && isEqual(last, column)) {
    return last;
  }
  return column.includes(NaN) ? withNulls(column) : keep(values, column, numbersOf(column));
}

/**
 * The values of rows that are outside, null for all others. The columns determine which rows these are, and points look
 * the same whatever a panel does with the nulls.
 */
export function outliersOf({ length, smoothened }: Columns, outside: readonly number[]): Array<number | null> {
  const last = lastOf(outliers, smoothened);
  if (last?.length === length && outside.every((row) => last[row] === smoothened[row])) {
    return last;
  }
  const array = new Array<number | null>(length).fill(null);
  outside.forEach((row) => (array[row] = smoothened[row]));
  return keep(outliers, smoothened, array);
}

/**
 * The engine creates an array of doubles if the first value is a fraction, which takes a third of the memory, and is
 * several times faster to fill. It must never contain a null: the engine would then create generic arrays in this function
 * from then on.
 */
export function numbersOf(column: Float64Array): number[] {
  const { length } = column;
  const numbers = [0.5];
  numbers.length = length;
  for (let row = 0; row < length; row++) {
    numbers[row] = column[row];
  }
  return numbers;
}

function lastOf(made: MadeOf, { buffer, byteOffset }: Float64Array): Array<number | null> | undefined {
  const last = made.get(buffer);
  return last?.start === byteOffset ? last.values.deref() : undefined;
}

function keep(made: MadeOf, { buffer, byteOffset }: Float64Array, array: Array<number | null>) {
  made.set(buffer, { start: byteOffset, values: new WeakRef(array) });
  return array;
}

/**
 * A loop, because `every` is several times slower after an array with nulls. It ends at the array's length, which spares
 * the engine a check for each row.
 */
function isEqual(array: readonly number[], column: Float64Array): boolean {
  if (array.length !== column.length) {
    return false;
  }
  for (let row = 0; row < array.length; row++) {
    if (array[row] !== column[row]) {
      return false;
    }
  }
  return true;
}

function withNulls(column: Float64Array): Array<number | null> {
  const nulls = new Array<number | null>(column.length).fill(null);
  for (let row = 0; row < column.length; row++) {
    if (!Number.isNaN(column[row])) {
      nulls[row] = column[row];
    }
  }
  return nulls;
}
