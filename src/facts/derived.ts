import { defer, EMPTY, first, from, map, throwError, timeout, timer } from 'rxjs';
import { type Entry } from './follow';

/* Entries without their own requests: others with a limit, times, and modules that are loaded. */

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

/** How often something is looked for, in milliseconds. */
const LOOK = 1000;

/** Something that is looked for, and not requested. Without data until it is there. */
export function lookFor<T>(key: string, look: () => T | undefined): Entry<T> {
  return {
    key,
    start: () =>
      timer(LOOK, LOOK).pipe(
        map(look),
        first((found) => found !== undefined)
      ),
  };
}

/** For an entry that only determines what else is read: its answer alone is nothing to show. */
export function unshown<T>(entry: Entry<T>): Entry<T> {
  return { ...entry, isNew: () => false };
}

/** A module that is loaded when it is first needed. Its arrival does not count as new data. */
export function loaded<T>(name: string, load: () => Promise<T>): Entry<T> {
  return { key: `module ${name}`, start: () => defer(() => from(load())), isNew: () => false };
}
