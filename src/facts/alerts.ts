import { t } from '@grafana/i18n';
import { catchError, forkJoin, map, type Observable, tap, throwError } from 'rxjs';
import {
  type Alert,
  type AlertEvent,
  type AlertMetric,
  exploreAlerts,
  getAlert,
  getAlertEvent,
  listAlerts,
  type Named,
} from '../service/alerts';
import { type Rank } from '../service/client';
import { ServiceFailure } from '../ground/failure';
import { seriesKey } from '../ground/series';
import { dateTime } from '../service/operations';
import { type Paged, readPages } from '../service/paging';
import { momentOfEnd, type Span } from '../ground/spans';
import { withPatience } from './courses';
import { factsOf, type ReadContext } from './facts';
import { type Entry } from './reader';
import { noteAlerts } from './names';

/** The filters of the explore list. Empty ones are not sent. */
export interface AlertFilter {
  q?: string;
  nodeId?: string;
  metricId?: string;
  impact?: string;
  /** Several impacts, which the service does not support: see `hasImpact`. */
  impacts?: string[];
  minScore?: string;
}

/** A moment or a range, in epoch milliseconds. */
export type SearchTime = { at: number } | Span;

/** Largest page of the explore list. */
const SEARCH_PAGE = 200;

/** The alert list with metrics. @param at epoch milliseconds; without it, the alerts that are active now */
export function alertList(context: ReadContext, at?: number): Entry<Paged<Alert>> {
  return { key: `list ${at}`, start: () => readList(context, at) };
}

function readList(context: ReadContext, at?: number): Observable<Paged<Alert>> {
  return listAlerts(context.operations, at).pipe(tap(({ rows }) => noteAlerts(context, rows, at)));
}

/** The alert list at the start of a range: other lists show most of its alerts, so it isn't waited for as long as these. */
export function listAtStart(context: ReadContext, { from }: Span): Entry<Paged<Alert>> {
  return alertList(withPatience(context), from);
}

/** A search for alerts. @param filter the service's filters */
export function alertSearch(context: ReadContext, time: SearchTime, filter: AlertFilter = {}): Entry<Paged<Alert>> {
  return {
    key: `search ${JSON.stringify([time, filter])}`,
    start: () =>
      search(context, time, filter).pipe(
        catchError((failure: ServiceFailure) =>
          // Only the service knows what `q` matches.
          failure.kind === 'notFound' && !filter.q ? searchLists(context, time, filter) : throwError(() => failure)
        )
      ),
  };
}

/** The explore list, read to its end, without the rows' metrics. `impact` is sent unchanged, even `any`. */
function search(context: ReadContext, time: SearchTime, filter: AlertFilter, rank?: Rank): Observable<Paged<Alert>> {
  const operations = context.operations.with({ rank });
  const { q, nodeId, metricId, impact, minScore } = filter;
  const when = 'at' in time ? { at: dateTime(time.at) } : { from: dateTime(time.from), to: dateTime(time.to) };
  const query = { ...when, q, impact, minScore, nodeId, statTypeId: metricId, limit: SEARCH_PAGE };
  return readPages((page, turn) => exploreAlerts(operations, { ...query, page }, turn), {
    pageSize: SEARCH_PAGE,
    id: ({ id }) => id || null,
  }).pipe(tap(({ rows }) => noteAlerts(context, rows, 'at' in time ? time.at : undefined)));
}

/** The alerts of a service without a search: those in the lists at both ends. */
function searchLists(context: ReadContext, time: SearchTime, filter: AlertFilter): Observable<Paged<Alert>> {
  const { from, to } = 'at' in time ? { from: time.at, to: time.at } : time;
  const text = t(
    'answer.no-search',
    'The service has no search. Alerts that began and ended in the time range are missing.'
  );
  return forkJoin([readList(context, from), readList(context, momentOfEnd(to, context.now()))]).pipe(
    map(([start, end]) => {
      const still = new Set(end.rows.map(({ id }) => id));
      const gone = start.rows.filter(({ id }) => !still.has(id));
      const endOf = ({ lastSeenAt }: Alert) => (lastSeenAt !== null && lastSeenAt > from ? lastSeenAt : null);
      const rows = [...gone.map((alert) => ({ ...alert, active: false, lastSeenAt: endOf(alert) })), ...end.rows];
      const failure = new ServiceFailure('notFound', text);
      return {
        rows: rows.filter((alert) => passesByState(alert, filter) && namesMetric(alert.metrics ?? [], filter)),
        total: null,
        isWhole: false,
        cut: null,
        failure,
      };
    })
  );
}

/** A search for the alerts with one metric. @param until later alerts do not count; epoch milliseconds */
export function metricSearch(
  context: ReadContext,
  metric: AlertMetric,
  { range, until, rank }: { range: Span; until: number; rank: Rank }
): Entry<Paged<Alert>> {
  const { nodeId, metricId } = metric;
  const source = {
    fetch: () => search(context, range, { nodeId: nodeId ?? '', metricId: metricId ?? '' }, rank),
    // An incomplete search may be complete the next time.
    staleFor: ({ isWhole }: Paged<Alert>) => (isWhole ? ('search' as const) : ('once' as const)),
    scope: range,
    covers: ({ from, to }: Span) => from <= range.from && to >= Math.min(range.to, until),
  };
  return {
    key: `metric search ${JSON.stringify([seriesKey(metric), range, until])}`,
    start: () => factsOf(context.operations).read(['search of a metric', nodeId, metricId], source, context.now),
  };
}

/** Whether the service returns an alert that began by the end of a past range. Requests one row. */
export function alertsSince({ operations, now }: ReadContext, { from, to }: Span): Entry<boolean> {
  const query = { from: dateTime(from), to: dateTime(to), page: 1, limit: 1 };
  const fetch = () =>
    exploreAlerts(operations.with({ rank: 2 }), query).pipe(
      map(({ items }) => items.some(({ firstSeenAt }) => firstSeenAt !== null && firstSeenAt <= to))
    );
  const key = ['has alerts', from, to];
  return {
    key: JSON.stringify(key),
    start: () => factsOf(operations).read<boolean>(key, { fetch, staleFor: 'session' }, now),
  };
}

/** One alert with its metrics. Fails if it was not active at that time. */
export function singleAlert(context: ReadContext, id: string, at?: number): Entry<Alert> {
  const start = () =>
    getAlert(context.operations, id, at).pipe(
      map((alert) => ({ ...alert, id: alert.id || id })),
      tap((alert) => noteAlerts(context, [alert], at))
    );
  return { key: `single ${id} ${at}`, start };
}

/** A single event with its changes. */
export function singleEvent({ operations }: ReadContext, id: string, sequence: string): Entry<Paged<AlertEvent>> {
  const alone = (event: AlertEvent) => ({ rows: [event], total: 1, isWhole: true, cut: null, failure: null });
  return { key: `event ${sequence} of ${id}`, start: () => getAlertEvent(operations, id, sequence).pipe(map(alone)) };
}

/** Whether an alert has the filters' impact and score. */
export function passesByState({ impact, score }: Alert, filter: AlertFilter): boolean {
  const { impact: wanted, minScore } = filter;
  if ((wanted && wanted !== 'any' && impact !== wanted) || !hasImpact({ impact }, filter)) {
    return false;
  }
  return !minScore || (score !== null && score >= Number(minScore));
}

/** Whether the alert has one of the filter's impacts. An unknown one does not match. */
export function hasImpact({ impact }: Pick<Alert, 'impact'>, { impacts }: AlertFilter): boolean {
  return impacts === undefined || (impact !== null && impacts.includes(impact));
}

/** Whether one of the metrics has the filter's node and metric. An empty filter matches all. */
export function namesMetric(metrics: readonly Named[], { nodeId, metricId }: AlertFilter): boolean {
  return (
    (!nodeId && !metricId) ||
    metrics.some((metric) => (!nodeId || metric.nodeId === nodeId) && (!metricId || metric.metricId === metricId))
  );
}
