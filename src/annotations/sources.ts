import { type QueryResultMetaNotice } from '@grafana/data';
import { groupBy, uniq } from 'lodash';
import { map, type Observable, of, switchMap } from 'rxjs';
import { withTitles } from '../catalogue/lookUps';
import { readActive, union } from '../incidents/active';
import { mostSevere, readEventsOf } from '../incidents/events';
import { bySeverity } from '../alertbook/order';
import { type AlertFilter } from '../incidents/search';
import { readEach } from '../answer/answers';
import { type AnnotationQuery } from './models';
import { type Context, type Request } from '../answer/runner';
import { type RowFilter, unusedFilter } from '../tables/filters';
import { linkPlace } from '../tables/links';
import { namedAnomalies } from '../answer/namedAnomalies';
import { alertOfEvents } from '../catalogue/alertOfEvents';
import { type Alert, type AlertEvent } from '../service/alerts';
import { alertMarks } from './alertMarks';
import { anomalyMarks, type TimedAnomaly } from './anomalyMarks';
import { eventMarks, type TimedEvent } from './eventMarks';
import { filteredAlerts, filteredAnomalies, filteredEvents } from './filters';
import { keepMostSevere, keepNewest } from './keep';
import { type Mark } from '../tables/marks';
import { type Span } from '../time/span';

/** What a source is asked for, its variables replaced. */
export interface Wanted extends Pick<AnnotationQuery, 'shape'> {
  limit: number;
  /** Undefined: all. */
  alertIds: string[] | undefined;
  /** The filters of each search; their results are joined. */
  searches: AlertFilter[];
  /** Ad-hoc filters that the searches do not apply. */
  rest: RowFilter[];
  /** Empty: all. */
  impacts: string[];
  severities: string[];
  range: Span;
}

export interface Marks {
  marks: Mark[];
  notices: QueryResultMetaNotice[];
  failures: unknown[];
  /** Titles are still to come. */
  more?: boolean;
}

export type Source = (wanted: Wanted, request: Request, context: Context) => Observable<Marks>;

interface Rows<T> extends Omit<Marks, 'marks'> {
  rows: T[];
}

/** A region or mark per alert that was active in the range. */
export const fromAlerts: Source = (wanted, request, context) => {
  const { range, alertIds, searches, rest, impacts, limit, shape } = wanted;
  const found = readEach(searches, (filter) => readActive(context, range, filter)).pipe(
    map(({ read, failed }): Rows<Alert> => {
      const alerts = union(...read.map(({ result }) => result.alerts))
        .filter(({ id }) => alertIds === undefined || alertIds.includes(id))
        .filter(({ impact }) => passes(impact, impacts));
      const filtered = filteredAlerts(
        alerts,
        rest.filter(({ key }) => key !== 'text')
      );
      const { rows, notices } = keepMostSevere(filtered.rows, limit, bySeverity);
      return {
        rows,
        notices: [
          ...notices,
          ...filtered.notices,
          // A text may stand in what is not known of every alert: only the service finds it.
          ...rest.filter(({ key }) => key === 'text').map(unusedFilter),
          ...read.flatMap(({ result }) => result.notices),
        ],
        failures: failed.map(({ failure }) => failure),
      };
    })
  );
  return withTitles(found, ({ rows }) => rows, context, range).pipe(
    map(({ read: { rows, ...rest }, titles, complete }) => ({
      ...rest,
      marks: alertMarks(rows, { shape, range, place: linkPlace(request, context), timeZone: request.timezone, titles }),
      more: !complete,
    }))
  );
};

/** A mark per event in the range, of the alerts named or of the most severe that were active in it. */
export const fromAlertEvents: Source = (wanted, request, context) => {
  const { range, impacts, rest, limit } = wanted;
  const found = choose(wanted, context).pipe(
    switchMap(({ alerts, notices, failures }) =>
      readEventsOf(
        context.operations,
        alerts.map(({ id }) => id),
        { withChanges: true, asked: context.now() }
      ).pipe(
        map((read) => {
          const events = read.events
            .filter((event): event is TimedEvent => event.time !== null && within(event.time, range))
            .filter(({ impact }) => passes(impact, impacts));
          const filtered = filteredEvents(events, rest);
          const kept = keepNewest(filtered.rows, limit);
          return {
            rows: kept.rows,
            all: read.events,
            alerts,
            notices: [...kept.notices, ...filtered.notices, ...notices, ...read.notices],
            failures: [...failures, ...read.failures],
          };
        })
      )
    )
  );
  return withTitles(found, alertsOfEvents, context, range).pipe(
    map(({ read: { rows, all, notices, failures }, titles, complete }) => ({
      marks: eventMarks(rows, { place: linkPlace(request, context), titles, all }),
      notices,
      failures,
      more: !complete,
    }))
  );
};

type Chosen = Omit<Rows<Alert>, 'rows'> & { alerts: Array<Alert | { id: string }> };

/** The alerts whose events are wanted. */
function choose({ alertIds, range, searches }: Wanted, context: Context): Observable<Chosen> {
  return alertIds === undefined
    ? mostSevere(context, range, searches)
    : of({ alerts: uniq(alertIds).map((id) => ({ id })), notices: [], failures: [] });
}

/** The alerts whose events are drawn, as their searches or else their events tell of them. */
function alertsOfEvents({ rows, all, alerts }: { rows: TimedEvent[]; all: AlertEvent[]; alerts: Chosen['alerts'] }) {
  const drawn = new Set(rows.map(({ alertId }) => alertId));
  const wanted = alerts.filter(({ id }) => drawn.has(id));
  const byAlert = groupBy(all, 'alertId');
  return wanted.flatMap((alert) =>
    'impact' in alert
      ? alert
      : (alertOfEvents(alert.id, Object.hasOwn(byAlert, alert.id) ? byAlert[alert.id] : []) ?? [])
  );
}

/** A mark per anomaly of the range. The operation has no filters: node, metric and severity are compared here. */
export const fromAnomalies: Source = ({ range, searches, rest, severities, limit }, request, context) =>
  namedAnomalies(context.operations, range).pipe(
    map((all) => {
      const anomalies = all
        .filter((anomaly): anomaly is TimedAnomaly => anomaly.time !== null)
        .filter(({ severity }) => passes(severity, severities))
        .filter(({ metrics }) => searches.some((filter) => names(metrics, filter)));
      const filtered = filteredAnomalies(anomalies, rest);
      const { rows, notices } = keepNewest(filtered.rows, limit);
      return {
        marks: anomalyMarks(rows, linkPlace(request, context)),
        notices: [...notices, ...filtered.notices],
        failures: [],
      };
    })
  );

function passes(value: string | null, wanted: string[]): boolean {
  return wanted.length === 0 || (value !== null && wanted.includes(value));
}

function within(time: number, { from, to }: Span): boolean {
  return from <= time && time <= to;
}

/** Whether one of the metrics is that of the filter's node and metric; an empty filter wants none. */
function names(
  metrics: Array<{ nodeId: string | null; metricId: string | null }>,
  { nodeId, metricId }: AlertFilter
): boolean {
  return (
    (!nodeId && !metricId) ||
    metrics.some((metric) => (!nodeId || metric.nodeId === nodeId) && (!metricId || metric.metricId === metricId))
  );
}
