import { type Observable, tap } from 'rxjs';
import { exploreAlerts } from '../service/alertOperations';
import { type Alert } from '../service/alerts';
import { dateTime, type Operations } from '../service/operations';
import { type Paged, readPages } from '../service/paging';
import { perInstance } from '../service/perInstance';

/** Largest page of the explore list (interface, Limits). */
const PAGE_SIZE = 200;

/** For each data source instance. */
const seenOf = perInstance(() => ({ over: false }));

/** The filters of the explore list; empty ones are not sent. */
export interface AlertFilter {
  q?: string;
  nodeId?: string;
  metricId?: string;
  impact?: string;
  minScore?: string;
}

/** A moment or a range, in epoch milliseconds. */
export type SearchTime = { at: number } | { from: number; to: number };

/**
 * The explore list, read to its end. `impact` goes as it is, `any` included: its effect is the service's.
 *
 * @returns the alerts once, without metrics
 */
export function searchAlerts(operations: Operations, time: SearchTime, filter: AlertFilter): Observable<Paged<Alert>> {
  const { q, nodeId, metricId, impact, minScore } = filter;
  const seen = seenOf(operations);
  const when = 'at' in time ? { at: dateTime(time.at) } : { from: dateTime(time.from), to: dateTime(time.to) };
  return readPages(
    (page, turn) =>
      exploreAlerts(
        operations,
        { ...when, q, impact, minScore, nodeId, statTypeId: metricId, page, limit: PAGE_SIZE },
        turn
      ),
    { pageSize: PAGE_SIZE, id: ({ id }) => id || null }
  ).pipe(
    tap(({ rows }) => {
      seen.over ||= Boolean(nodeId) && Boolean(metricId) && rows.some(({ active }) => active === false);
    })
  );
}

/**
 * Whether the search by node and metric was seen to find an alert that is over. The interface does not say what it looks
 * at: one that looks at what alerts are about now finds none.
 */
export function findsOver(operations: Pick<Operations, 'instance'>): boolean {
  return seenOf(operations).over;
}
