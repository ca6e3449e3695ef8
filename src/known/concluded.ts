import { concatMap, from } from 'rxjs';
import { type Entry, follow, type Reader } from './follow';

/**
 * What follows from other entries, as an entry: it is concluded once, when nothing more can come. Its own readings do not show in
 * the answer that reads it.
 *
 * @param conclude reads, and returns null while it cannot conclude; it fails with what it throws
 */
export function concluded<T>(key: string, conclude: (reader: Reader) => T | null): Entry<T> {
  const start = () =>
    follow(conclude, false, (made) => made).pipe(concatMap((made) => from(made === null ? [] : [made])));
  return { key, start };
}
