import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { partition } from 'lodash';
import { catchError, forkJoin, map, type Observable, of, switchMap } from 'rxjs';
import { notice } from '../answer/notices';
import { type Context } from '../answer/runner';
import { listAlerts } from '../service/alertOperations';
import { type Alert } from '../service/alerts';
import { type ServiceFailure } from '../service/failure';
import { type Operations } from '../service/operations';
import { MINUTE } from '../settings';
import { type Span } from '../time/span';
import { readEnds } from './ends';
import { bySeverity } from '../alertbook/order';
import { pagingNotices } from '../answer/pagingNotices';
import { type AlertFilter, searchAlerts } from './search';

export interface ActiveAlert extends Alert {
  /** Of when its being active is told, epoch milliseconds, where that is not now. */
  activeAt?: number;
}

export interface ActiveAlerts {
  /** Most severe first, each id once. */
  alerts: ActiveAlert[];
  notices: QueryResultMetaNotice[];
}

/**
 * The alerts that were active in a range: the search with `from` and `to`, joined with those active at the range's
 * start and end, kept where the alert's span meets the range. (What `from` and `to` select is not shown in the interface: it
 * may be only the alerts that began in the range.) Where the range ends before now, whoever is not in the list at its end
 * has ended; where it reaches up to now this settles only what the search does not tell of. When those ended that only the
 * start tells of is looked up in their events; where that cannot be told they end at the range's start at least.
 *
 * The filters go with the search. Those active at the start and end come from the alert list, which has no filters: node,
 * metric, impact and score are compared here, with the alerts' metrics. What `q` means only the service knows, so with a
 * `q` those of the start come from the search with `at` instead.
 *
 * @param now epoch milliseconds
 * @returns the alerts once; fails where the search does. Where only start or end cannot be read a notice says so.
 */
export function readActive(
  { operations, now }: Pick<Context, 'operations' | 'now'>,
  range: Span,
  filter: AlertFilter = {}
): Observable<ActiveAlerts> {
  const start = atStart(operations, range.from, filter).pipe(
    catchError((failure: ServiceFailure) => of({ alerts: [], notices: [startMissing(failure)] }))
  );
  const isPast = range.to < now();
  const moment = momentOfEnd(range.to, now());
  const end = listAlerts(operations, moment, true).pipe(
    map((alerts) => ({ alerts, notices: [] as QueryResultMetaNotice[] })),
    catchError((failure: ServiceFailure) => of({ alerts: null, notices: [endMissing(failure)] }))
  );
  const search = searchAlerts(operations, range, filter).pipe(
    map((paged) => ({ alerts: paged.rows, notices: pagingNotices(paged) }))
  );
  return forkJoin([start, search, end]).pipe(
    switchMap(([before, found, after]) => {
      const atEnd = (after.alerts ?? []).filter((alert) => !filter.q && isPast && passes(alert, filter));
      const still = after.alerts && new Set(after.alerts.map(({ id }) => id));
      const foundIds = new Set(found.alerts.map(({ id }) => id));
      // The search's word on an alert is the newest one: the lists tell how it was at start and end.
      const all = union(before.alerts, atEnd, found.alerts);
      const hasEnded = ({ id, active }: Alert) =>
        active === true && still !== null && id !== '' && !still.has(id) && (isPast || !foundIds.has(id));
      const isFound = ({ id }: Alert) => foundIds.has(id);
      // What the list at the start tells of these is of that time: they ended after it.
      const [over, others] = partition(all, (alert) => hasEnded(alert) && !isFound(alert));
      const known = others.map((alert): ActiveAlert => {
        const { active } = alert;
        return hasEnded(alert)
          ? { ...alert, active: false }
          : active && !isFound(alert) && moment !== undefined
            ? { ...alert, activeAt: moment }
            : alert;
      });
      return readEnds(operations, over.sort(bySeverity), now()).pipe(
        map((ends) => {
          const ended = over.map((alert) => {
            const { id, lastSeenAt } = alert;
            return { ...alert, active: false, lastSeenAt: ends.get(id) ?? notBefore(range.from, lastSeenAt) };
          });
          return {
            alerts: [...known, ...ended].filter((alert) => meets(alert, range)).sort(bySeverity),
            notices: [...found.notices, ...before.notices, ...after.notices],
          };
        })
      );
    })
  );
}

function notBefore(earliest: number, time: number | null): number | null {
  return time === null ? null : Math.max(earliest, time);
}

/** An end that is no older is now: every panel of a screen has an end of its own, and they share one list. */
const JUST_NOW = MINUTE;

/** Which moment the alert list is asked for at a range's end, in epoch milliseconds; undefined: now. */
export function momentOfEnd(to: number, now: number): number | undefined {
  return to < now - JUST_NOW ? to : undefined;
}

/** Whether the alert's span meets the range; a null time counts as open, and so does the end of an active alert. */
export function meets(
  { firstSeenAt, lastSeenAt, active }: Pick<Alert, 'firstSeenAt' | 'lastSeenAt' | 'active'>,
  { from, to }: Span
): boolean {
  return (firstSeenAt ?? -Infinity) <= to && (active ? Infinity : (lastSeenAt ?? Infinity)) >= from;
}

function atStart(operations: Operations, at: number, filter: AlertFilter): Observable<ActiveAlerts> {
  if (filter.q) {
    return searchAlerts(operations, { at }, filter).pipe(
      map((paged) => ({ alerts: paged.rows, notices: pagingNotices(paged) }))
    );
  }
  // With metrics, also where no filter wants them: their titles do.
  return listAlerts(operations, at, true).pipe(
    map((alerts) => ({ alerts: alerts.filter((alert) => passes(alert, filter)), notices: [] }))
  );
}

/** What can be told of an alert by its own fields. */
function passes({ impact, score, metrics }: Alert, filter: AlertFilter): boolean {
  if (filter.impact && filter.impact !== 'any' && impact !== filter.impact) {
    return false;
  }
  if (filter.minScore && !(score !== null && score >= Number(filter.minScore))) {
    return false;
  }
  const { nodeId, metricId } = filter;
  return (
    (!nodeId && !metricId) ||
    (metrics ?? []).some(
      (metric) => (!nodeId || metric.nodeId === nodeId) && (!metricId || metric.metricId === metricId)
    )
  );
}

/** Each id once, the later one counts; alerts without an id cannot be told apart and all stay. */
export function union(...lists: Alert[][]): Alert[] {
  const alerts = new Map<string, Alert>();
  lists.flat().forEach((alert, i) => alerts.set(alert.id === '' ? `\u0000${i}` : alert.id, alert));
  return [...alerts.values()];
}

function startMissing(failure: ServiceFailure): QueryResultMetaNotice {
  return notice(
    t(
      'alerts.start-missing',
      "The alerts that were active at the range's start could not be read, so some may be missing: {{reason}}",
      { reason: failure.message, interpolation: { escapeValue: false } }
    ),
    'warning'
  );
}

function endMissing(failure: ServiceFailure): QueryResultMetaNotice {
  return notice(
    t(
      'alerts.end-missing',
      "The alerts that were active at the range's end could not be read, so some that ended may be shown as active: {{reason}}",
      { reason: failure.message, interpolation: { escapeValue: false } }
    ),
    'warning'
  );
}
