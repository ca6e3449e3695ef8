import { type QueryResultMetaNotice } from '@grafana/data';
import { uniq } from 'lodash';
import { forkJoin, map, type Observable, of, switchMap } from 'rxjs';
import { readActive, union } from '../incidents/active';
import { mostSevere, readEventsOf } from '../incidents/events';
import { bySeverity } from '../incidents/order';
import { type AlertFilter } from '../incidents/search';
import { readEach } from '../answer/answers';
import { type AnnotationQuery } from './models';
import { type Context, type Request } from '../answer/runner';
import { linkPlace } from '../tables/links';
import { namedAnomalies } from '../incidents/namedAnomalies';
import { alertMarks } from './alertMarks';
import { alertNames } from './alertNames';
import { anomalyMarks, bySeverityThenLatest as anomaliesInOrder, type TimedAnomaly } from './anomalyMarks';
import { bySeverityThenLatest as eventsInOrder, eventMarks, type TimedEvent } from './eventMarks';
import { keepMostSevere } from './keep';
import { type Mark } from './mark';
import { type Span } from '../time/span';

/** What a source is asked for, its variables replaced. */
export interface Wanted extends Pick<AnnotationQuery, 'shape'> {
  limit: number;
  /** Undefined: all. */
  alertIds: string[] | undefined;
  /** The filters of each search; their results are joined. */
  searches: AlertFilter[];
  /** Empty: all. */
  impacts: string[];
  severities: string[];
  range: Span;
}

export interface Marks {
  marks: Mark[];
  notices: QueryResultMetaNotice[];
  failures: unknown[];
}

export type Source = (wanted: Wanted, request: Request, context: Context) => Observable<Marks>;

/** A region or mark per alert that was active in the range. */
export const fromAlerts: Source = (wanted, request, context) => {
  const { range, alertIds, searches, impacts, limit, shape } = wanted;
  const place = linkPlace(request, context);
  return forkJoin([
    readEach(searches, (filter) => readActive(context, range, filter)),
    alertNames(context.operations, range, context.now()),
  ]).pipe(
    map(([{ read, failed }, namesOf]) => {
      const alerts = union(...read.map(({ result }) => result.alerts))
        .filter(({ id }) => alertIds === undefined || alertIds.includes(id))
        .filter(({ impact }) => passes(impact, impacts));
      const { rows, notices } = keepMostSevere(alerts, limit, bySeverity);
      return {
        marks: alertMarks(rows, { shape, range, place, timeZone: request.timezone, namesOf }),
        notices: [...notices, ...read.flatMap(({ result }) => result.notices)],
        failures: failed.map(({ failure }) => failure),
      };
    })
  );
};

/** A mark per event in the range, of the alerts named or of the most severe that were active in it. */
export const fromAlertEvents: Source = (wanted, request, context) => {
  const { range, impacts, limit } = wanted;
  return choose(wanted, context).pipe(
    switchMap(({ ids, notices, failures }) =>
      readEventsOf(context.operations, ids, { withChanges: true, asked: context.now() }).pipe(
        map((read) => {
          const events = read.events
            .filter((event): event is TimedEvent => event.time !== null && within(event.time, range))
            .filter(({ impact }) => passes(impact, impacts));
          const kept = keepMostSevere(events, limit, eventsInOrder);
          return {
            marks: eventMarks(kept.rows, linkPlace(request, context)),
            notices: [...kept.notices, ...notices, ...read.notices],
            failures: [...failures, ...read.failures],
          };
        })
      )
    )
  );
};

interface Chosen extends Omit<Marks, 'marks'> {
  ids: string[];
}

/** The alerts whose events are wanted. */
function choose({ alertIds, range, searches }: Wanted, context: Context): Observable<Chosen> {
  return alertIds === undefined
    ? mostSevere(context, range, searches).pipe(
        map(({ alerts, notices, failures }) => ({ ids: alerts.map(({ id }) => id), notices, failures }))
      )
    : of({ ids: uniq(alertIds), notices: [], failures: [] });
}

/** A mark per anomaly of the range. The operation has no filters: node, metric and severity are compared here. */
export const fromAnomalies: Source = ({ range, searches, severities, limit }, request, context) =>
  namedAnomalies(context.operations, range).pipe(
    map((all) => {
      const anomalies = all
        .filter((anomaly): anomaly is TimedAnomaly => anomaly.time !== null)
        .filter(({ severity }) => passes(severity, severities))
        .filter(({ metrics }) => searches.some((filter) => names(metrics, filter)));
      const { rows, notices } = keepMostSevere(anomalies, limit, anomaliesInOrder);
      return { marks: anomalyMarks(rows, linkPlace(request, context)), notices, failures: [] };
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
