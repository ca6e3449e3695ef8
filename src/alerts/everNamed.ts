import { catchError, forkJoin, map, type Observable, of, tap } from 'rxjs';
import { type Context } from '../answer/runner';
import { listAlertEvents } from '../service/alertOperations';
import { type Alert, type AlertEvent, type AlertMetric } from '../service/alerts';
import { type Operations } from '../service/operations';
import { perInstance } from '../service/perInstance';
import { Recent } from '../service/recent';
import { MINUTE } from '../settings';

/** Largest page of the alert events list (interface, Limits). */
const PAGE_SIZE = 100;
/** As many alerts are remembered. */
const MOST_KEPT = 2000;
/** What failed is not asked for again before, in milliseconds. */
const AGAIN_AFTER = 5 * MINUTE;
/** Rows go before what the events add to them. */
const LATE = 2;

/** What the first 100 events of an alert say that it ever was about. */
export interface Ever {
  metrics: readonly AlertMetric[];
  /** Those that the first event which names any named: what moved first. */
  first: readonly AlertMetric[];
  /** All its events were read after it was over. */
  isWhole: boolean;
}

interface Kept extends Ever {
  /** It was over when its events were read: nothing came after them. */
  isOver: boolean;
  /** That they could not be read: when, in epoch milliseconds, and why. */
  failed?: { at: number; failure: unknown };
}

/** For each data source instance its own. */
const keptOf = perInstance(() => new Recent<Kept>(MOST_KEPT));

/** Undefined where the alert's events were not read, or could not be. */
export function everNamed(operations: Pick<Operations, 'instance'>, alertId: string): Ever | undefined {
  const kept = keptOf(operations).get(alertId);
  return kept?.failed ? undefined : kept;
}

/** Why the alert's events could not be read; undefined where they were, or were not asked for. */
export function everFailed(operations: Pick<Operations, 'instance'>, alertId: string): unknown {
  return keptOf(operations).get(alertId)?.failed?.failure;
}

type Asked = Pick<Context, 'operations' | 'now'>;

/** Of the alerts those whose events are to be read: for the first time, once more after the end, or after a failure. */
export function unreadOf<T extends Pick<Alert, 'id' | 'active'>>(
  alerts: readonly T[],
  { operations, now }: Asked
): T[] {
  const ofInstance = keptOf(operations);
  return alerts.filter(({ id, active }) => {
    const kept = ofInstance.get(id);
    return (
      id !== '' &&
      (kept?.failed ? Math.abs(now() - kept.failed.at) >= AGAIN_AFTER : !kept || (active === false && !kept.isOver))
    );
  });
}

/** Reads the first 100 events of alerts; emits once. What fails is silent. */
export function readEver(
  alerts: ReadonlyArray<Pick<Alert, 'id' | 'active'>>,
  { operations, now }: Asked
): Observable<null> {
  const ofInstance = keptOf(operations);
  return forkJoin([
    of(null),
    ...alerts.map(({ id, active }) => {
      const isOver = active === false;
      return listAlertEvents(operations, id, { page: 1, limit: PAGE_SIZE }, true, LATE).pipe(
        tap(({ items, total }) => {
          const metrics = items.flatMap(({ changes }) => changes ?? []);
          // A created event without changes, or a list without a total, is no account of all of it.
          const isWhole = isOver && total === items.length && metrics.length > 0;
          ofInstance.set(id, { metrics, first: firstOf(items), isWhole, isOver });
        }),
        catchError((failure: unknown) => {
          ofInstance.set(id, { metrics: [], first: [], isWhole: false, isOver, failed: { at: now(), failure } });
          return of(null);
        })
      );
    }),
  ]).pipe(map(() => null));
}

/** @param events in chronological order, as the list is (interface) */
function firstOf(events: readonly AlertEvent[]): AlertMetric[] {
  return events.map(({ changes }) => (changes ?? []).filter(({ change }) => change !== 'removed')).find(isFilled) ?? [];
}

function isFilled(list: readonly unknown[]): boolean {
  return list.length > 0;
}
