import { EMPTY, map, throwError, timeout, timer } from 'rxjs';
import { type Entry } from './follow';

/** True after so many milliseconds, for an answer that says how long it has waited. */
export function waited(milliseconds: number): Entry<boolean> {
  return { key: `waited ${milliseconds}`, start: () => timer(milliseconds).pipe(map(() => true)) };
}

/**
 * An entry that ends if nothing has come after so many milliseconds, for an answer that cannot be shown before it is whole.
 *
 * @param failure what it fails with; without, it has no data
 */
export function within<T>(milliseconds: number, entry: Entry<T>, failure?: () => unknown): Entry<T> {
  const tooLate = () => (failure ? throwError(failure) : EMPTY);
  return { ...entry, start: () => entry.start().pipe(timeout({ first: milliseconds, with: tooLate })) };
}

/** For what decides what else is read: its answer alone is nothing to show. */
export function unshown<T>(entry: Entry<T>): Entry<T> {
  return { ...entry, isNew: () => false };
}
