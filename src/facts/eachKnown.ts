import { type Entry, type Reader } from './follow';

/** The data of several values, and the failed ones. */
export interface Each<V, T> {
  read: Array<{ value: V; result: T }>;
  failed: Array<{ value: V; failure: unknown }>;
  failures: unknown[];
  /** All were read, and each is complete. */
  isWhole: boolean;
}

/** The data of several values, and the failed ones; null while one is incomplete. */
export function eachKnown<V, T>(
  reader: Reader,
  values: readonly V[],
  entryOf: (value: V) => Entry<T>
): Each<V, T> | null {
  const all = values.map((value) => ({ value, ...reader.attempt(entryOf(value)) }));
  if (all.some(({ isFetching }) => isFetching)) {
    return null;
  }
  return {
    read: all.flatMap(({ value, data, error }) =>
      error === undefined && data !== undefined ? [{ value, result: data }] : []
    ),
    failed: all.flatMap(({ value, error }) => (error === undefined ? [] : [{ value, failure: error }])),
    failures: all.flatMap(({ error }) => error ?? []),
    isWhole: all.every(({ isWhole }) => isWhole),
  };
}

/** The data of an entry once nothing more can arrive, and null before. @throws its error */
export function whole<T>(reader: Reader, entry: Entry<T>): T | null {
  const { data, isFetching, error } = reader.attempt(entry);
  if (error !== undefined) {
    throw error;
  }
  return isFetching || data === undefined ? null : data;
}
