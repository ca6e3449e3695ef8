import { sortBy, uniqBy } from 'lodash';
import { catchError, forkJoin, map, type Observable, of, tap } from 'rxjs';
import { type Context } from '../answer/runner';
import { inSequence } from '../incidents/inSequence';
import { keyOf } from '../incidents/subject';
import { listAlertEvents } from '../service/alertOperations';
import { type Alert, type AlertEvent, type AlertMetric } from '../service/alerts';
import { type Operations } from '../service/operations';
import { perInstance } from '../service/perInstance';
import { Recent } from '../service/recent';
import { MINUTE } from '../settings';

/** Largest page of the alert events list (interface, Limits). */
const PAGE_SIZE = 100;
/** As many metrics are remembered, of all alerts together. */
const MOST_METRICS = 50_000;
/** As many failures are. */
const MOST_FAILURES = 1000;
/** What failed is not asked for again before, nor what told nothing, in milliseconds. */
const AGAIN_AFTER = 5 * MINUTE;
/** Rows go before what the events add to them. */
const LATE = 2;

/** What the first 100 events of an alert say that it ever was about. */
export interface Ever {
  metrics: readonly AlertMetric[];
  /** Those that the first event named: what moved first. None where the events do not tell that. */
  first: readonly AlertMetric[];
  /** All its events were read after it was over. */
  isWhole: boolean;
}

interface Kept extends Ever {
  /** When its events were read, in epoch milliseconds. */
  at: number;
  /** It was over then: nothing came after them. */
  isOver: boolean;
}

interface Failed {
  at: number;
  failure: unknown;
}

/** For each data source instance its own. */
const keptOf = perInstance(() => new Recent<Kept>(MOST_METRICS, ({ metrics }) => metrics.length + 1));
const failedOf = perInstance(() => new Recent<Failed>(MOST_FAILURES));

/** Undefined where the alert's events were not read, or could not be. */
export function everNamed(operations: Pick<Operations, 'instance'>, alertId: string): Ever | undefined {
  return keptOf(operations).get(alertId);
}

/** Why the alert's events could not be read the last time; undefined where they were, or were not asked for. */
export function everFailed(operations: Pick<Operations, 'instance'>, alertId: string): unknown {
  return failedOf(operations).get(alertId)?.failure;
}

/** Whether the alert's events were asked for, whatever came of it. */
export function isTried(operations: Pick<Operations, 'instance'>, alertId: string): boolean {
  return everNamed(operations, alertId) !== undefined || failedOf(operations).get(alertId) !== undefined;
}

type Asked = Pick<Context, 'operations' | 'now'>;

/** Whether the events of one of the alerts could not be read just now. */
export function hasJustFailed(alerts: ReadonlyArray<Pick<Alert, 'id'>>, { operations, now }: Asked): boolean {
  return alerts.some(({ id }) => isYoung(failedOf(operations).get(id), now()));
}

/**
 * Of the alerts those whose events are to be read: for the first time, once more after the end, or after they told nothing.
 * Those that were tried stand last, the longest ago first: one that always fails keeps no other from its turn.
 */
export function unreadOf<T extends Pick<Alert, 'id' | 'active'>>(
  alerts: readonly T[],
  { operations, now }: Asked
): T[] {
  const unread = alerts.filter(({ id, active }) => {
    const kept = keptOf(operations).get(id);
    if (id === '' || isYoung(failedOf(operations).get(id), now())) {
      return false;
    }
    const isLater = kept && !kept.isOver && (active === false || (kept.metrics.length === 0 && !isYoung(kept, now())));
    return !kept || isLater;
  });
  return sortBy(unread, ({ id }) =>
    Math.max(keptOf(operations).get(id)?.at ?? 0, failedOf(operations).get(id)?.at ?? 0)
  );
}

function isYoung(one: { at: number } | undefined, now: number): boolean {
  return one !== undefined && Math.abs(now - one.at) < AGAIN_AFTER;
}

/** Reads the first 100 events of alerts; emits once. What fails is silent. */
export function readEver(
  alerts: ReadonlyArray<Pick<Alert, 'id' | 'active'>>,
  { operations, now }: Asked
): Observable<null> {
  return forkJoin([
    of(null),
    ...alerts.map(({ id, active }) => {
      const isOver = active === false;
      return listAlertEvents(operations, id, { page: 1, limit: PAGE_SIZE }, true, LATE).pipe(
        tap(({ items, total }) => {
          const metrics = uniqBy(
            items.flatMap(({ changes }) => changes ?? []),
            keyOf
          );
          // A created event without changes, or a list without a total, is no account of all of it.
          const isWhole = isOver && total === items.length && metrics.length > 0;
          keptOf(operations).set(id, { metrics, first: firstOf(items), isWhole, isOver, at: now() });
          failedOf(operations).delete(id);
        }),
        catchError((failure: unknown) => {
          failedOf(operations).set(id, { at: now(), failure });
          return of(null);
        })
      );
    }),
  ]).pipe(map(() => null));
}

/**
 * The metrics that came with the first event that left any in the alert. None where the list does not begin with the alert's
 * beginning, or where that names fewer than it had: what a later event names first need not have moved first.
 */
function firstOf(events: readonly AlertEvent[]): AlertMetric[] {
  const listed = inSequence(events);
  const isBeginning = listed[0]?.eventType === 'created' || listed[0]?.sequence === 0;
  const first = listed.find(({ activeMetrics, changes }) => activeMetrics !== 0 || (changes ?? []).length > 0);
  const named = uniqBy(
    (first?.changes ?? []).filter(({ change }) => change !== 'removed'),
    keyOf
  );
  return isBeginning && named.length >= (first?.activeMetrics ?? 0) ? named : [];
}
