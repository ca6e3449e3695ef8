import { concatMap, defer, EMPTY, first, from, map, raceWith, throwError, timeout, timer } from 'rxjs';
import { type Entry, follow, type Reader } from './follow';

/* Entries without their own requests: conclusions from others, others with a limit, times, and modules that are loaded. */

/**
 * A conclusion from other entries, as an entry. It is computed once, when nothing more can arrive. Its reads are not part
 * of the answer that uses it.
 *
 * @param conclude reads, and returns null while it can't conclude; it fails with what it throws
 */
export function concluded<T>(key: string, conclude: (reader: Reader) => T | null): Entry<T> {
  const start = () => follow(conclude).pipe(concatMap((made) => from(made === null ? [] : [made])));
  return { key, start };
}

/** True after this many milliseconds, for an answer that shows how long it has waited. */
export function waited(milliseconds: number): Entry<boolean> {
  return { key: `waited ${milliseconds}`, start: () => timer(milliseconds).pipe(map(() => true)) };
}

/**
 * An entry that ends if nothing has arrived after this many milliseconds, for an answer that can't be partial.
 *
 * @param failure what it fails with; without it, it has no data
 */
export function within<T>(milliseconds: number, entry: Entry<T>, failure?: () => unknown): Entry<T> {
  const tooLate = () => (failure ? throwError(failure) : EMPTY);
  return { ...entry, start: () => entry.start().pipe(timeout({ first: milliseconds, with: tooLate })) };
}

/** How often a failure is looked for, in milliseconds. */
const LOOK = 1000;

/** An entry that ends with this failure as soon as there is one, if nothing has arrived before. */
export function unless<T>(failure: () => Error | undefined, entry: Entry<T>): Entry<T> {
  const failed = timer(LOOK, LOOK).pipe(
    map(failure),
    first((found) => found !== undefined),
    concatMap((found) => throwError(() => found))
  );
  return { ...entry, start: () => entry.start().pipe(raceWith(failed)) };
}

/** For an entry that only determines what else is read: its answer alone is nothing to show. */
export function unshown<T>(entry: Entry<T>): Entry<T> {
  return { ...entry, isNew: () => false };
}

/** A module that is loaded when it is first needed. Its arrival does not count as new data. */
export function loaded<T>(name: string, load: () => Promise<T>): Entry<T> {
  return { key: `module ${name}`, start: () => defer(() => from(load())), isNew: () => false };
}
