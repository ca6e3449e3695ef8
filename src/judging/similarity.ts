import { sortBy, uniqBy } from 'lodash';
import { meets } from '../alertbook/span';
import { type Alert, type AlertMetric } from '../service/alerts';
import { DAY } from '../settings';
import { type Span } from '../time/spans';

/** An earlier alert, and the metrics whose searches found it. */
export interface SimilarAlert {
  alert: Alert;
  /** The metrics, the worst first. */
  shared: readonly AlertMetric[];
}

/** How far back similar alerts count for a verdict. */
export const LOOK_BACK = 90 * DAY;

/** The number of most similar alerts that are checked more closely. */
export const MOST_ALIKE = 3;

/** An alert is similar if it shares at least half of the searched metrics. */
export function sharedAtLeast(searches: number): number {
  return Math.ceil(searches / 2);
}

/** Whether no alert can be similar, whatever the other searches find. @param empty the number of searches without results */
export function canNoneBeSimilar(searches: number, empty: number): boolean {
  return searches - empty < sharedAtLeast(searches);
}

/** Most shared metrics first, then the latest, then in the order of all alerts, whatever the service's order is. */
export function byLikeness(found: readonly SimilarAlert[]): SimilarAlert[] {
  return sortBy(found, [
    ({ shared }) => -shared.length,
    ({ alert }) => -(alert.lastSeenAt ?? alert.firstSeenAt ?? -Infinity),
    ({ alert }) => alert.firstSeenAt ?? -Infinity,
    ({ alert }) => alert.id,
  ]);
}

/** The similar ones, the most similar first. */
export function similarOf(found: readonly SimilarAlert[], searches: number): SimilarAlert[] {
  return byLikeness(found).filter(({ shared }) => shared.length > 0 && shared.length >= sharedAtLeast(searches));
}

/** An alert to compare others with. */
interface Original {
  id: string;
  /** Epoch milliseconds. Null if unknown. */
  began: number | null;
}

/** The relevant rows of a search: other alerts of the range that began before this one. */
export function earlierRows(rows: readonly Alert[], { id, began }: Original, range: Span): Alert[] {
  // An alert without a start counts as earlier if it was last seen before.
  const isEarlier = (time: number | null) => began === null || (time !== null && time < began);
  return rows.filter(
    (row) => row.id !== '' && row.id !== id && meets(row, range) && isEarlier(row.firstSeenAt ?? row.lastSeenAt)
  );
}

/** The results of the searches, the most similar first. @param found the rows of each search */
export function earlierAlerts(
  found: ReadonlyArray<readonly Alert[]>,
  searched: readonly AlertMetric[]
): SimilarAlert[] {
  const byId = new Map<string, SimilarAlert>();
  found.forEach((rows, i) => {
    for (const alert of uniqBy(rows, 'id')) {
      const { shared = [] } = byId.get(alert.id) ?? {};
      byId.set(alert.id, { alert, shared: [...shared, searched[i]] });
    }
  });
  return byLikeness([...byId.values()]);
}

/** The range to search for similar alerts. If it is nearly as long as a verdict's, it is extended slightly, and serves both. */
export function searchedSpan(range: Span, began: number | null): Span {
  const start = (began ?? -Infinity) - LOOK_BACK;
  const isNear = start < range.from && range.from - start < LOOK_BACK / 2;
  return isNear ? { from: start, to: range.to } : range;
}
