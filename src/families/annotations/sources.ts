import { type QueryResultMetaNotice } from '@grafana/data';
import { compact, groupBy, map, orderBy, uniq } from 'lodash';
import { type ActiveAlert, activeAlerts, type ActiveAlerts } from '../../judging/active';
import { type AlertFilter, namesMetric } from '../../facts/alerts';
import { readCourses } from '../../facts/courses';
import { bySeverity } from '../../facts/order';
import { alertOfEvents } from '../../facts/history';
import { eventsOfAlerts, eventsOfSevere, type EventsRead } from '../../judging/alertEvents';
import { type Reader } from '../../facts/reader';
import { namedAnomalies } from '../../facts/anomalies';
import { cutNotices, type CutRows } from '../../judging/listNotices';
import { untimedRows } from '../../judging/readingNotices';
import { type AnomalyMetric } from '../../service/anomalies';
import { type Scope } from '../../table/links';
import { type RowFilter } from '../../table/filters';
import { type Mark } from '../../table/marks';
import { eventRowsOf, isUnsure, selectAlerts, selectAnomalies, selected, selectEvents } from '../../table/selection';
import {
  alertMarks,
  anomalyMarks,
  anomalyRegion,
  eventMarks,
  metricSpan,
  type TimedAnomaly,
  type TimedEvent,
} from './marks';
import { type AnnotationQuery } from './models';

/** A query with replaced variables. */
export interface MarkRequest extends Pick<AnnotationQuery, 'shape'> {
  limit: number;
  /** Undefined: all. */
  alertIds?: string[];
  /** The filters of each search. Their results are combined. */
  searches: AlertFilter[];
  /** The filters that are compared with alerts, or with the metrics of anomalies. */
  compared: RowFilter[];
  /** The filters that are compared with events. */
  ofEvents: RowFilter[];
  /** Empty: all. */
  impacts: string[];
  severities: string[];
}

/** Marks to draw. */
export interface Marks {
  marks: Mark[];
  notices: QueryResultMetaNotice[];
  /** Notices about filters. */
  selection?: QueryResultMetaNotice[];
  /** Why some marks are missing. */
  failures: unknown[];
  /** Titles are loading. */
  isFetching?: boolean;
}

/** The marks so far. Null while nothing can be drawn. */
export type Source = (reader: Reader, wanted: MarkRequest, scope: Scope) => Marks | null;

/** A region or mark per alert that was active in the range. */
export const fromAlerts: Source = (reader, wanted, scope) => {
  const { context, moment, range, place, timeZone } = scope;
  const { alertIds, impacts, limit, shape } = wanted;
  const found = foundAlerts(
    reader,
    wanted,
    scope,
    ({ id, impact }) => (alertIds?.includes(id) ?? true) && passes(impact, impacts)
  );
  if (!found) {
    return null;
  }
  const { rows, notices } = keep(found.alerts, limit, bySeverity, 'most severe');
  const { courses, isFetching } = readCourses(reader, context, rows, { moment });
  return {
    ...found,
    notices: [...notices, ...found.notices],
    marks: alertMarks(rows, { shape, range, place, timeZone, courses }),
    isFetching,
  };
};

/** The chosen alerts of the range that pass the filters. Null while that is unknown. */
function foundAlerts(
  reader: Reader,
  { searches, compared }: MarkRequest,
  { context, moment, range }: Scope,
  isChosen: (alert: ActiveAlert) => boolean = () => true
) {
  const found = activeAlerts(reader, { context, range }, searches);
  const chosen = found && { ...found, alerts: found.alerts.filter(isChosen) };
  return chosen && selected<ActiveAlert, ActiveAlerts>(reader, chosen, compared, { context, moment });
}

/** One mark per event in the range, for the selected alerts, or for the most severe that were active in it. */
export const fromAlertEvents: Source = (reader, wanted, scope) => {
  const { impacts, limit, ofEvents } = wanted;
  const { range, place, moment = Infinity } = scope;
  const read = eventsRead(reader, wanted, scope);
  if (!read) {
    return null;
  }
  const inRange = read.events
    .filter((event): event is TimedEvent => event.time !== null && range.from <= event.time && event.time <= range.to)
    .filter(({ impact }) => passes(impact, impacts));
  const passed = selectEvents(eventRowsOf(inRange), ofEvents, read.courses);
  const kept = new Set(passed.rows.map(({ event }) => event));
  const events = inRange.filter((event) => kept.has(event));
  const { rows, notices } = keep(events, limit, newestFirst, 'newest');
  const untimed = untimedRows(read.events.filter(({ time }) => time === null).length);
  return {
    marks: eventMarks(rows, {
      place,
      courses: read.courses,
      all: read.events,
      moment,
      alerts: read.alerts,
    }),
    notices: [...notices, ...read.notices, ...passed.notices, ...untimed],
    selection: [...(read.selection ?? []), ...passed.notices.filter(isUnsure), ...untimed],
    failures: read.failures,
  };
};

function eventsRead(reader: Reader, wanted: MarkRequest, scope: Scope): EventsRead | null {
  const { context, now } = scope;
  if (wanted.alertIds) {
    const read = eventsOfAlerts(reader, context, uniq(wanted.alertIds));
    return read && ofSelected(read, wanted.compared, now);
  }
  const found = foundAlerts(reader, wanted, scope);
  return found && eventsOfSevere(reader, context, found);
}

/**
 * One mark per anomaly in the range. The operation has no filters, so node, metric, severity, and all filters are compared
 * here.
 */
export const fromAnomalies: Source = (reader, wanted, { context, range, place }) => {
  const { searches, compared, severities, limit } = wanted;
  const { data: all = [], isFetching, error } = reader.read(namedAnomalies(context.operations, range));
  if (isFetching) {
    return null;
  }
  const timed = all.filter((anomaly): anomaly is TimedAnomaly => anomaly.time !== null);
  const passed = selectAnomalies(timed, compared);
  const anomalies = passed.anomalies
    .filter(({ severity }) => passes(severity, severities))
    .filter(({ metrics }) => searches.some((filter) => namesMetric(metrics, filter)));
  const { rows, notices } = keep(anomalies, limit, newestFirst, 'newest');
  const untimed = untimedRows(all.length - timed.length);
  return {
    marks: anomalyMarks(rows, place),
    notices: [...notices, ...passed.notices, ...untimed],
    selection: [...passed.notices.filter(isUnsure), ...untimed],
    failures: compact([error]),
  };
};

/** A region per anomaly about the metrics, from their `started` to their `updated`. Its newest row counts. */
export const anomalyRegions: Source = (reader, { searches, limit }, { context, range, place, timeZone }) => {
  const { data: all, isFetching, error } = reader.read(namedAnomalies(context.operations, range));
  if (isFetching) {
    return null;
  }
  const isChosen = (metric: AnomalyMetric) => searches.some((filter) => namesMetric([metric], filter));
  const rows = orderBy(all, ({ time }) => time ?? 0, 'desc').filter(({ metrics }) => metrics.some(isChosen));
  const spans = map(groupBy(rows, 'id'), ([newest, ...others]) => {
    const known = [newest, ...others].flatMap((row) => metricSpan(row, isChosen) ?? []);
    return { newest, time: Math.max(...known.map(({ to }) => to)), from: Math.min(...known.map(({ from }) => from)) };
  });
  const timed = spans.filter(({ time }) => Number.isFinite(time));
  const kept = keep(timed, limit, newestFirst, 'newest');
  return {
    marks: kept.rows.map(({ newest, from, time }) => anomalyRegion(newest, { from, to: time }, place, timeZone)),
    notices: [...kept.notices, ...untimedRows(spans.length - timed.length)],
    failures: compact([error]),
  };
};

/** The events of the alerts that pass the filters, by all of their events. */
function ofSelected(read: EventsRead, filters: readonly RowFilter[], now: number): EventsRead {
  const alerts = map(groupBy(read.events, 'alertId'), (events, id) => alertOfEvents(id, events));
  const passed = selectAlerts(compact(alerts), filters, { courses: read.courses, now });
  const ids = new Set(passed.alerts.map(({ id }) => id));
  return {
    ...read,
    events: read.events.filter(({ alertId }) => ids.has(alertId)),
    notices: [...read.notices, ...passed.notices],
    selection: passed.notices.filter(isUnsure),
  };
}

function passes(value: string | null, wanted: string[]): boolean {
  return wanted.length === 0 || (value !== null && wanted.includes(value));
}

function newestFirst(a: { time: number }, b: { time: number }): number {
  return b.time - a.time;
}

/** The first rows in that order, up to the limit. */
function keep<T>(rows: T[], limit: number, order: (a: T, b: T) => number, which: CutRows) {
  const kept = rows.length > limit ? [...rows].sort(order).slice(0, limit) : rows;
  return { rows: kept, notices: cutNotices(limit, rows.length, which) };
}
