import { type Entry, type Known, type Reader } from './follow';

/** The data of several values, and the failed ones. */
export interface Each<V, T> {
  read: Array<{ value: V; result: T }>;
  failed: Array<{ value: V; failure: unknown }>;
  failures: unknown[];
  /** All were read, and each is complete. */
  isWhole: boolean;
}

/** The data of several values, and the failed ones; null while one is incomplete. */
export function eachKnown<V, T>(values: readonly V[], readOne: (value: V) => Known<T>): Each<V, T> | null {
  const all = values.map((value) => ({ value, ...readOne(value) }));
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
  return wholeOf(reader.attempt(entry));
}

/** The same of what is known. */
export function wholeOf<T>({ data, isFetching, error }: Known<T>): T | null {
  if (error !== undefined) {
    throw error;
  }
  return isFetching || data === undefined ? null : data;
}

/** A conclusion from what was read. @param conclude null while more can arrive; what it throws is the conclusion's error */
export function conclusionOf<T>(conclude: () => T | null, isWhole: (data: T) => boolean = () => true): Known<T> {
  try {
    const data = conclude() ?? undefined;
    return { data, isFetching: data === undefined, error: undefined, isWhole: data !== undefined && isWhole(data) };
  } catch (error) {
    return { data: undefined, isFetching: false, error, isWhole: false };
  }
}
