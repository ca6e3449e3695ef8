import { catchError, forkJoin, map, type Observable, of, tap } from 'rxjs';
import { type Context } from '../answer/runner';
import { listAlertEvents } from '../service/alertOperations';
import { type Alert, type AlertMetric } from '../service/alerts';
import { type Operations } from '../service/operations';
import { perInstance } from '../service/perInstance';
import { Recent } from '../service/recent';

/** Largest page of the alert events list (interface, Limits). */
const PAGE_SIZE = 100;
/** As many alerts are remembered. */
const MOST_KEPT = 2000;

/** What the events of an alert that is over say that it ever was about. */
export interface Ever {
  metrics: readonly AlertMetric[];
  /** All its events were read. */
  isWhole: boolean;
}

/** For each data source instance its own. */
const keptOf = perInstance(() => new Recent<Ever>(MOST_KEPT));

/** Undefined where the alert's events were not read, or could not be. */
export function everNamed(operations: Pick<Operations, 'instance'>, alertId: string): Ever | undefined {
  return keptOf(operations).get(alertId);
}

/** Reads the first 100 events of alerts that are over, once for a page; emits once. What fails is silent. */
export function readEver(alerts: readonly Alert[], { operations }: Pick<Context, 'operations'>): Observable<null> {
  const ofInstance = keptOf(operations);
  return forkJoin([
    of(null),
    ...alerts.map(({ id }) =>
      listAlertEvents(operations, id, { page: 1, limit: PAGE_SIZE }, true).pipe(
        tap(({ items, total }) => {
          const metrics = items.flatMap(({ changes }) => changes ?? []);
          // A created event without changes, or a list without a total, is no account of all of it.
          const isWhole = total === items.length && items.some(({ changes }) => (changes ?? []).length > 0);
          ofInstance.set(id, { metrics, isWhole });
        }),
        catchError(() => of(null))
      )
    ),
  ]).pipe(map(() => null));
}
