import { type QueryResultMetaNotice } from '@grafana/data';
import { forkJoin, map, type Observable, of } from 'rxjs';
import { readActive, union } from '../incidents/active';
import { bySeverity } from '../incidents/order';
import { type Alert } from '../service/alerts';
import { type Operations } from '../service/operations';
import { alertText } from './alertText';
import { type CatalogueEntry } from '../answer/catalogue';

/** As many searches as one list of alerts may cost. */
const MAX_SEARCHES = 100;

export interface AlertEntries {
  /** Most severe first, each alert once. */
  entries: CatalogueEntry[];
  notices: QueryResultMetaNotice[];
}

/**
 * The alerts that were active in the range, to choose from. The search takes one node, so that several are several
 * searches.
 *
 * @param filter `nodeIds` undefined: of any node
 */
export function alertEntries(
  operations: Operations,
  range: { from: number; to: number },
  filter: { nodeIds?: string[]; q?: string } = {}
): Observable<AlertEntries> {
  const nodeIds = filter.nodeIds ?? [''];
  if (nodeIds.length === 0) {
    return of({ entries: [], notices: [] });
  }
  return forkJoin(
    nodeIds.slice(0, MAX_SEARCHES).map((nodeId) => readActive(operations, range, { nodeId, q: filter.q }))
  ).pipe(
    map((found) => ({
      entries: union(...found.map(({ alerts }) => alerts))
        .sort(bySeverity)
        .flatMap(toEntry),
      notices: found.flatMap(({ notices }) => notices),
    }))
  );
}

function toEntry(alert: Alert): CatalogueEntry[] {
  return alert.id === '' ? [] : [{ value: alert.id, text: alertText(alert) }];
}
