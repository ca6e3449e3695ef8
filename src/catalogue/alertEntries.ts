import { type QueryResultMetaNotice } from '@grafana/data';
import { map, type Observable, of } from 'rxjs';
import { readEach } from '../answer/answers';
import { bounded } from '../answer/inputs';
import { type Context } from '../answer/runner';
import { readActive, union } from '../incidents/active';
import { bySeverity } from '../incidents/order';
import { type Alert } from '../service/alerts';
import { alertText } from './alertText';
import { type CatalogueEntry } from '../answer/catalogue';

export interface AlertEntries {
  /** Most severe first, each alert once. */
  entries: CatalogueEntry[];
  notices: QueryResultMetaNotice[];
  /** Why some of several searches gave nothing. */
  failures: unknown[];
}

/**
 * The alerts that were active in the range, to choose from. The search takes one node, so that several are several
 * searches, 100 at most; one that fails leaves the others. Fails where all do.
 *
 * @param filter `nodeIds` undefined: of any node; `alertIds` undefined: all that are found
 */
export function alertEntries(
  context: Pick<Context, 'operations' | 'now'>,
  range: { from: number; to: number },
  filter: { nodeIds?: string[]; alertIds?: string[]; q?: string } = {}
): Observable<AlertEntries> {
  const nodes = bounded(filter.nodeIds ?? [''], (nodeId) => nodeId);
  if (nodes.values.length === 0) {
    return of({ entries: [], notices: [], failures: [] });
  }
  return readEach(nodes.values, (nodeId) => readActive(context, range, { nodeId, q: filter.q })).pipe(
    map(({ read, failed }) => {
      const failures = failed.map(({ failure }) => failure);
      if (read.length === 0) {
        throw failures[0];
      }
      return {
        entries: union(...read.map(({ result }) => result.alerts))
          .filter(({ id }) => filter.alertIds === undefined || filter.alertIds.includes(id))
          .sort(bySeverity)
          .flatMap(toEntry),
        notices: [...nodes.notices, ...read.flatMap(({ result }) => result.notices)],
        failures,
      };
    })
  );
}

function toEntry(alert: Alert): CatalogueEntry[] {
  return alert.id === '' ? [] : [{ value: alert.id, text: alertText(alert) }];
}
