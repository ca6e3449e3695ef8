import { type QueryResultMetaNotice } from '@grafana/data';
import { last, map, type Observable, of, switchMap } from 'rxjs';
import { readEach } from '../answer/answers';
import { type CatalogueEntry } from '../answer/catalogue';
import { bounded } from '../answer/inputs';
import { type Context } from '../answer/runner';
import { readActive, union } from '../incidents/active';
import { readEvents } from '../incidents/events';
import { bySeverity } from '../alertbook/order';
import { type Alert } from '../service/alerts';
import { isGone } from '../service/failure';
import { type Span } from '../time/span';
import { alertOfEvents } from './alertOfEvents';
import { alertText } from './alertText';
import { withTitles } from './lookUps';

export interface AlertEntries {
  /** Most severe first, each alert once. */
  entries: CatalogueEntry[];
  notices: QueryResultMetaNotice[];
  /** Why some of several searches gave nothing. */
  failures: unknown[];
}

export interface AlertEntryFilter {
  /** Undefined: of any node. */
  nodeIds?: string[];
  /** Undefined: all that were active in the range; else these alone, whenever they were active. */
  alertIds?: string[];
  q?: string;
}

type Found = Omit<AlertEntries, 'entries'> & { alerts: Alert[] };

/**
 * The alerts that were active in the range, to choose from, by their titles. The search takes one node, so that several
 * are several searches, 100 at most; one that fails leaves the others. Fails where all do.
 */
export function alertEntries(
  context: Pick<Context, 'operations' | 'now'>,
  range: Span,
  filter: AlertEntryFilter = {}
): Observable<AlertEntries> {
  const found = activeAlerts(context, range, filter).pipe(
    switchMap((active) => withThoseAway(context, active, filter.alertIds))
  );
  return withTitles(found, ({ alerts }) => alerts, context).pipe(
    // A list to choose from comes once, so it waits for the titles.
    last(),
    map(({ read: { alerts, notices, failures }, titles }) => ({
      entries: alerts
        .filter(({ id }) => id !== '')
        .sort(bySeverity)
        .map((alert) => ({ value: alert.id, text: alertText(alert, titles.titleOf(alert)) })),
      notices,
      failures,
    }))
  );
}

function activeAlerts(
  context: Pick<Context, 'operations' | 'now'>,
  range: Span,
  { nodeIds, alertIds, q }: AlertEntryFilter
): Observable<Found> {
  const nodes = bounded(nodeIds ?? [''], (nodeId) => nodeId);
  if (nodes.values.length === 0) {
    return of({ alerts: [], notices: [], failures: [] });
  }
  return readEach(nodes.values, (nodeId) => readActive(context, range, { nodeId, q })).pipe(
    map(({ read, failed }) => {
      const failures = failed.map(({ failure }) => failure);
      if (read.length === 0) {
        throw failures[0];
      }
      return {
        alerts: union(...read.map(({ result }) => result.alerts)).filter(
          ({ id }) => alertIds === undefined || alertIds.includes(id)
        ),
        notices: [...nodes.notices, ...read.flatMap(({ result }) => result.notices)],
        failures,
      };
    })
  );
}

/** With the given alerts that the range does not know: their events tell of them. One that the service does not know stays away. */
function withThoseAway({ operations }: Pick<Context, 'operations'>, found: Found, alertIds: string[] = []) {
  const known = new Set(found.alerts.map(({ id }) => id));
  return readEach(
    alertIds.filter((id) => !known.has(id)),
    (id) => readEvents(operations, id, false).pipe(map(({ rows }) => alertOfEvents(id, rows)))
  ).pipe(
    map(({ read, failed }): Found => {
      const failures = failed.flatMap(({ failure }) => (isGone(failure) ? [] : [failure]));
      return {
        ...found,
        alerts: [...found.alerts, ...read.flatMap(({ result }) => result ?? [])],
        failures: [...found.failures, ...failures],
      };
    })
  );
}
