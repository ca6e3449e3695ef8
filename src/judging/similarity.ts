import { sortBy } from 'lodash';

/** An earlier alert as the searches for an alert's metrics found it. */
export interface Resembling {
  /** Indexes of the searches that found it. */
  shared: readonly number[];
  /** When it was last seen, in epoch milliseconds. */
  latest: number | null;
}

/** The most alike that are looked at more closely. */
export const MOST_ALIKE = 3;

/** An alert is similar if it shares at least half of the metrics that are searched for. */
export function sharedAtLeast(searches: number): number {
  return Math.ceil(searches / 2);
}

/** Whether no alert can be similar, whatever the other searches find. @param empty how many searches found nothing */
export function canNoneBeSimilar(searches: number, empty: number): boolean {
  return searches - empty < sharedAtLeast(searches);
}

/** Those that share most first, then the latest. */
export function byLikeness<R extends Resembling>(found: readonly R[]): R[] {
  return sortBy(found, [({ shared }) => -shared.length, ({ latest }) => -(latest ?? -Infinity)]);
}

/** The similar ones, the most alike first. */
export function similarOf<R extends Resembling>(found: readonly R[], searches: number): R[] {
  return byLikeness(found).filter(({ shared }) => shared.length > 0 && shared.length >= sharedAtLeast(searches));
}

/**
 * Without those of the three most alike that are about something else: of two alerts both or neither must be about missing data alone.
 *
 * @param isMissingData of the alert itself, and of one of the three; null if it is not known, which counts as alike
 */
export function alikeOf<R>(similar: readonly R[], own: boolean | null, isMissingData: (one: R) => boolean | null): R[] {
  const isOther = (one: R) => {
    const its = isMissingData(one);
    return own !== null && its !== null && own !== its;
  };
  return similar.filter((one, i) => i >= MOST_ALIKE || !isOther(one));
}

/** Whether an alert's metrics are about missing data alone; null if they are not known. */
export function isOfMissingData(types: ReadonlyArray<string | null> | null): boolean | null {
  if (types === null || types.length === 0) {
    return null;
  }
  return types.every((type) => type === 'missing_data');
}
