import { concatMap, map, type Observable, of } from 'rxjs';
import { listAlertEvents } from '../service/alertOperations';
import { type Alert, type AlertEvent, type Page } from '../service/alerts';
import { type Operations } from '../service/operations';
import { MAX_PAGES } from '../service/pagePlan';
import { type Paged } from '../service/paging';
import { perInstance } from '../service/perInstance';
import { Recent } from '../service/recent';

/** Largest page of the alert events list (interface, Limits). */
const PAGE_SIZE = 100;
/** What an active alert's events were is trusted as long as nothing else of it changes, in milliseconds. */
const TRUSTED_FOR = 60_000;
/** As many events are kept, of all alerts together. */
const MOST_KEPT = 50_000;

/** Which of an alert's events are wanted: those since a time, as many of the newest as there may be. */
export interface WantedEvents {
  /** Epoch milliseconds. */
  from: number;
  newest: number;
  withChanges: boolean;
}

interface Kept {
  /** What the search told of the alert when they were read. */
  state: string;
  at: number;
  /** From when on they are all there. */
  since: number;
  withChanges: boolean;
  paged: Paged<AlertEvent>;
}

/** What was read back so far, for each data source instance its own. */
const keptOf = perInstance(() => new Recent<Kept>(MOST_KEPT, ({ paged }) => paged.rows.length));

/** The events kept of an alert where they are what would be read again: it has ended, or nothing of it changed just now. */
export function keptEvents(
  operations: Operations,
  alert: Alert,
  { from, newest, withChanges }: WantedEvents,
  now: number
): Paged<AlertEvent> | undefined {
  const known = keptOf(operations).get(alert.id);
  const isSame = known?.state === stateOf(alert) && (known.withChanges || !withChanges);
  const isFresh = known && (alert.active === false || (now >= known.at && now - known.at < TRUSTED_FOR));
  const isEnough = known && (known.since <= from || known.paged.rows.length >= newest);
  return isSame && isFresh && isEnough ? known.paged : undefined;
}

/** What is kept of an alert's events that reaches back as far as is wanted, whatever has come since. */
function reachingBack(operations: Operations, id: string, { from, newest, withChanges }: WantedEvents) {
  const known = keptOf(operations).get(id);
  const isEnough = known && (known.since <= from || known.paged.rows.length >= newest);
  return isEnough && (known.withChanges || !withChanges) ? known : undefined;
}

/** Keeps what was read back. @param since from when on the events are all there */
function keep(operations: Operations, alert: Alert, known: Omit<Kept, 'state'>): void {
  keptOf(operations).set(alert.id, { ...known, state: stateOf(alert) });
}

function stateOf({ metrics, ...state }: Alert): string {
  return JSON.stringify(state);
}

/**
 * An alert's events read back from the list's last page until before `from`, until there are enough, or until those that
 * were read before: a timeline only grows. The list is in chronological order (interface); which page is its last the first
 * answer tells.
 *
 * @param guess which page may be the last one
 * @returns the events once, and the last page; null where the list is not paged as it says: it has to be read whole
 */
export function readBack(
  operations: Operations,
  alert: Alert,
  wanted: WantedEvents,
  guess: number,
  now: number
): Observable<{ paged: Paged<AlertEvent>; lastPage: number } | null> {
  const { from, newest, withChanges } = wanted;
  const known = reachingBack(operations, alert.id, wanted);
  const last = known?.paged.rows.at(-1)?.sequence ?? -Infinity;
  const isKnown = ({ items }: Page<AlertEvent>) => (items[0]?.sequence ?? Infinity) <= last;
  const read = (page: number) => listAlertEvents(operations, alert.id, { page, limit: PAGE_SIZE }, withChanges);
  return read(guess).pipe(
    concatMap((first) => {
      const { total } = first;
      if (total === null || total < 0) {
        return of(null);
      }
      const lastPage = Math.max(1, Math.ceil(total / PAGE_SIZE));
      const fits = ({ items }: Page<AlertEvent>, page: number) =>
        items.length === Math.max(0, Math.min(PAGE_SIZE, total - (page - 1) * PAGE_SIZE));
      if (!fits(first, guess)) {
        return of(null);
      }
      const back = (page: number, later: AlertEvent[], pages: number): Observable<AlertEvent[] | null> =>
        (page === guess ? of(first) : read(page)).pipe(
          concatMap((one) => {
            if (!fits(one, page)) {
              return of(null);
            }
            const rows = [...one.items, ...later];
            const oldest = one.items[0]?.time ?? Infinity;
            const enough =
              page === 1 || oldest < from || rows.length >= newest || pages >= MAX_PAGES || (known && isKnown(one));
            return enough ? of(rows) : back(page - 1, rows, pages + 1);
          })
        );
      return back(lastPage, [], 1).pipe(
        map((read) => {
          if (read === null) {
            return null;
          }
          // A reading that is satisfied sooner leaves a gap to what was read before: that is dropped.
          const isReached = (read[0]?.sequence ?? Infinity) <= last + 1;
          const rows = known && isReached ? joined(known.paged.rows, read) : read;
          const isWhole = rows.length >= total;
          const events = rows.map((event) => ({ ...event, alertId: event.alertId || alert.id }));
          const isLeft = !isWhole && rows.length < newest && (rows[0]?.time ?? Infinity) >= from;
          const paged: Paged<AlertEvent> = { rows: events, total, cut: isLeft ? 'start' : null, failure: null };
          const since = isWhole ? -Infinity : (rows[0]?.time ?? Infinity);
          keep(operations, alert, { at: now, since, withChanges, paged });
          return { paged, lastPage };
        })
      );
    })
  );
}

/** What was read before, followed by what was read now; both in the order of their sequence. */
function joined(before: readonly AlertEvent[], later: AlertEvent[]): AlertEvent[] {
  const first = later[0]?.sequence ?? null;
  return first === null ? later : [...before.filter(({ sequence }) => (sequence ?? Infinity) < first), ...later];
}
