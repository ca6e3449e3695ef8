import { concatMap, defer, EMPTY, from, map, throwError, timeout, timer } from 'rxjs';
import { type Entry, follow, type Reader } from './follow';

/* Entries that are no requests of their own: conclusions from others, others with a limit, times, and rooms that load. */

/**
 * What follows from other entries, as an entry: it is concluded once, when nothing more can come. Its own readings do not show in
 * the answer that reads it.
 *
 * @param conclude reads, and returns null while it cannot conclude; it fails with what it throws
 */
export function concluded<T>(key: string, conclude: (reader: Reader) => T | null): Entry<T> {
  const start = () => follow(conclude).pipe(concatMap((made) => from(made === null ? [] : [made])));
  return { key, start };
}

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

/** A room that is loaded when it is first wanted. It is no news: what it reads and draws is. */
export function loaded<T>(name: string, load: () => Promise<T>): Entry<T> {
  return { key: `room ${name}`, start: () => defer(() => from(load())), isNew: () => false };
}
