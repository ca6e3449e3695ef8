import { type Stretch, wholeValuesOf, withNulls } from './values';

/**
 * Arrays that the frames of one series share, by field: panels that show the same values can hold the same array. Nobody but
 * the panels keeps it alive, and before it is given out again it is compared, value by value, with what it has to be, which
 * is cheaper than making a new one. What has gaps is never shared: panels turn its nulls into something else in place.
 */
export type SharedArrays = Map<string, WeakRef<number[]>>;

/**
 * The values of a column that lies in stretches, null for NaN: the array last given out for that field where it holds just
 * these.
 */
export function sharedValuesOf(
  shared: SharedArrays,
  field: string,
  stretches: readonly Stretch[]
): Array<number | null> {
  const known = shared.get(field)?.deref();
  if (known && isJust(known, stretches)) {
    return known;
  }
  const values = wholeValuesOf(stretches);
  if (values === null) {
    return withNulls(stretches);
  }
  shared.set(field, new WeakRef(values));
  return values;
}

/** Whether an array holds the values of the stretches, none of them absent. */
function isJust(values: readonly number[], stretches: readonly Stretch[]): boolean {
  let at = 0;
  for (const { column, length } of stretches) {
    if (column === null || at + length > values.length || !holds(values, at, column)) {
      return false;
    }
    at += length;
  }
  return at === values.length;
}

function holds(values: readonly number[], start: number, column: Float64Array): boolean {
  for (let i = 0; i < column.length; i++) {
    if (values[start + i] !== column[i]) {
      return false;
    }
  }
  return true;
}
