import { catchError, forkJoin, map, type Observable, of } from 'rxjs';
import { type Alert, type AlertEvent } from '../service/alerts';
import { type Operations } from '../service/operations';
import { perInstance } from '../service/perInstance';
import { Recent } from '../service/recent';
import { readBack } from './readBack';

/** Contract: as many single alerts are looked up for one query. */
export const MOST_LOOK_UPS = 25;
const MOST_KEPT = 1000;

/** When alerts ended, epoch milliseconds, by id: an end that was found stays. */
const endsOf = perInstance(() => new Recent<{ time: number }>(MOST_KEPT));

/**
 * When alerts ended that were active at a moment and are not any more, where no list tells it: the time of their last
 * event, which ended them. What cannot be told so (a look-up that fails, more alerts than are looked up) is left out.
 *
 * @param alerts the ones that matter most first @param now epoch milliseconds
 * @returns epoch milliseconds by id, once
 */
export function readEnds(
  operations: Operations,
  alerts: readonly Alert[],
  now: number
): Observable<ReadonlyMap<string, number>> {
  const ends = endsOf(operations);
  const known = alerts.flatMap(({ id }): Array<[string, number]> => {
    const end = ends.get(id);
    return end ? [[id, end.time]] : [];
  });
  const ids = new Set(known.map(([id]) => id));
  const unknown = alerts.filter(({ id }) => id !== '' && !ids.has(id)).slice(0, MOST_LOOK_UPS);
  const lookUps = unknown.map((alert) =>
    readBack(operations, alert, { from: Infinity, newest: 1, withChanges: false }, 1, now).pipe(
      map((read) => endIn(read?.paged.rows.at(-1))),
      catchError(() => of(null)),
      map((time): Array<[string, number]> => {
        if (time === null) {
          return [];
        }
        ends.set(alert.id, { time });
        return [[alert.id, time]];
      })
    )
  );
  return (lookUps.length === 0 ? of([]) : forkJoin(lookUps)).pipe(map((found) => new Map([...known, ...found.flat()])));
}

function endIn(last: AlertEvent | undefined): number | null {
  return last && (last.eventType === 'ended' || last.active === false) ? last.time : null;
}
