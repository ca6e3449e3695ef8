import { catchError, type Observable, of, switchMap, tap } from 'rxjs';
import { type Context } from '../answer/runner';
import { momentOfEnd } from '../incidents/active';
import { type AlertFilter, searchAlerts } from '../incidents/search';
import { listAlerts } from '../service/alertOperations';
import { type Alert } from '../service/alerts';
import { type Paged } from '../service/paging';
import { perInstance } from '../service/perInstance';
import { Recent } from '../service/recent';
import { HOUR } from '../settings';
import { type Span } from '../time/span';

/** What began before an alert did is the same for so long, in milliseconds. */
export const KEPT_FOR = HOUR;
/** As many lists are kept. */
const MOST_KEPT = 10;

/** When something was asked, in epoch milliseconds, and of which span. */
export interface Asked {
  at: number;
  span: Span;
}

/** How far what was read is from what would be read now, in milliseconds. */
export function ageOf({ at, span }: Asked, now: number, { from, to }: Span): number {
  return Math.max(Math.abs(now - at), Math.abs(from - span.from), Math.abs(to - span.to));
}

interface Kept extends Asked {
  paged: Paged<Alert>;
}

/** For each data source instance its own. */
const keptOf = perInstance(() => new Recent<Kept>(MOST_KEPT));

/**
 * The search of a span for what began before some alerts did. Of what is over nothing changes any more; of what was active
 * the alert list of now tells how it is, which the titles of a screen want anyway. So the search is made again only
 * where one of those has ended, or after an hour.
 */
export function searchBefore(
  { operations, now }: Pick<Context, 'operations' | 'now'>,
  span: Span,
  filter: AlertFilter,
  alertIds: readonly string[]
): Observable<Paged<Alert>> {
  const ofInstance = keptOf(operations);
  const key = JSON.stringify([alertIds, filter, Math.round((span.to - span.from) / HOUR)]);
  const search = () =>
    searchAlerts(operations, span, filter).pipe(
      tap((paged) => {
        if (paged.cut === null && paged.failure === null) {
          ofInstance.set(key, { at: now(), span, paged });
        }
      })
    );
  const kept = ofInstance.get(key);
  if (!kept || ageOf(kept, now(), span) >= KEPT_FOR) {
    return search();
  }
  const { paged } = kept;
  const open = paged.rows.filter(({ active }) => active !== false);
  if (open.length === 0) {
    return of(paged);
  }
  if (momentOfEnd(span.to, now()) !== undefined) {
    return search();
  }
  return listAlerts(operations, undefined, true).pipe(
    catchError(() => of(null)),
    switchMap((alerts) => {
      if (!alerts) {
        // As it was last told.
        return of(paged);
      }
      const current = new Map(alerts.map((alert) => [alert.id, alert]));
      return open.every(({ id }) => current.has(id))
        ? of({ ...paged, rows: paged.rows.map((row) => current.get(row.id) ?? row) })
        : search();
    })
  );
}
