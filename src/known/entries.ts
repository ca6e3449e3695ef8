import { EMPTY, map, of, throwError, timeout, timer } from 'rxjs';
import { type Snapshot } from '../store/snapshot';
import { type SeriesRequest, type Store } from '../store/store';
import { leftOutSpan, missingNotices } from '../notices/readingNotices';
import { type Entry } from './follow';
import { metricData } from './metricData';

/** Metric data, with each part that arrives. */
export function seriesOf(
  request: SeriesRequest,
  { store, timeZone = 'browser' }: { store: Store; timeZone?: string }
): Entry<Snapshot> {
  return {
    ...metricData(request, store),
    notices: ({ missing, leftOut }) => [
      ...missingNotices(missing, timeZone),
      ...(leftOut ? [leftOutSpan(leftOut, timeZone)] : []),
    ],
  };
}

/** What was known before, to be shown at once until what is read again is there. */
export function remembered<T>(data: T): Entry<T> {
  return { key: 'remembered', start: () => of(data) };
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
