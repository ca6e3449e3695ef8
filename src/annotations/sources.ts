import { type QueryResultMetaNotice } from '@grafana/data';
import { uniq } from 'lodash';
import { map, type Observable } from 'rxjs';
import { type ActiveAlert } from '../alertbook/active';
import { AlertBook, type AlertFilter } from '../alertbook/alertBook';
import { namesMetric } from '../alertbook/alertFilter';
import { momentOfEnd } from '../alertbook/atEnd';
import { bySeverity } from '../alertbook/order';
import { type ActiveAlerts, readActiveAlerts, readEventsIn, readEventsOf } from '../answer/alertReads';
import { cutNotice, type CutRows } from '../answer/listNotices';
import { listNamedAnomalies } from '../service/anomalies';
import { type Context, type Request } from '../answer/runner';
import { type RowFilter } from '../tables/filters';
import { linkPlace } from '../tables/links';
import { type Mark } from '../tables/marks';
import { isUnsure, selecting } from '../tables/selectAlerts';
import { selectAnomalies } from '../tables/selectAnomalies';
import { type Span } from '../time/spans';
import { alertMarks } from './alertMarks';
import { anomalyMarks, type TimedAnomaly } from './anomalyMarks';
import { eventMarks, type TimedEvent } from './eventMarks';
import { type AnnotationQuery } from './models';

/** What is requested from a source, its variables replaced. */
export interface MarkRequest extends Pick<AnnotationQuery, 'shape'> {
  limit: number;
  /** Undefined: all. */
  alertIds?: string[];
  /** The filters of each search; their results are joined. */
  searches: AlertFilter[];
  /** The filters that alerts, or the metrics of anomalies, are compared with. */
  compared: RowFilter[];
  /** Empty: all. */
  impacts: string[];
  severities: string[];
  range: Span;
}

/** What is drawn. */
export interface Marks {
  marks: Mark[];
  notices: QueryResultMetaNotice[];
  /** What the filters could not judge. */
  selection?: QueryResultMetaNotice[];
  /** Why some are missing. */
  failures: unknown[];
  /** Titles are still to come. */
  more?: boolean;
}

export type Source = (wanted: MarkRequest, request: Request, context: Context) => Observable<Marks>;

/** A region or mark per alert that was active in the range. */
export const fromAlerts: Source = (wanted, request, context) => {
  const { range, alertIds, searches, compared, impacts, limit, shape } = wanted;
  const book = new AlertBook(context, momentOfEnd(range.to, context.now()));
  const found = selecting<ActiveAlert, ActiveAlerts>(readActiveAlerts(book, range, searches), compared, book).pipe(
    map(({ alerts, notices, failures, selection }) => {
      const chosen = alerts
        .filter(({ id }) => alertIds === undefined || alertIds.includes(id))
        .filter(({ impact }) => passes(impact, impacts));
      const kept = keep(chosen, limit, bySeverity, 'most severe');
      return { rows: kept.rows, notices: [...kept.notices, ...notices], selection, failures };
    })
  );
  return book
    .withCourses(found, ({ rows }) => rows)
    .pipe(
      map(({ read: { rows, ...others }, isComplete }) => ({
        ...others,
        marks: alertMarks(rows, { shape, range, place: linkPlace(request, context), timeZone: request.timezone, book }),
        more: !isComplete,
      }))
    );
};

/** A mark per event in the range, of the alerts named or of the most severe that were active in it. */
export const fromAlertEvents: Source = (wanted, request, context) => {
  const { range, alertIds, searches, compared, impacts, limit } = wanted;
  const moment = momentOfEnd(range.to, context.now()) ?? Infinity;
  const book = new AlertBook(context, moment);
  const found = selecting<ActiveAlert, ActiveAlerts>(readActiveAlerts(book, range, searches), compared, book);
  const source =
    alertIds === undefined
      ? readEventsIn(book, found, context.now())
      : readEventsOf(book, uniq(alertIds), context.now());
  return source.pipe(
    map((read) => {
      const events = read.events
        .filter((event): event is TimedEvent => event.time !== null && within(event.time, range))
        .filter(({ impact }) => passes(impact, impacts));
      const { rows, notices } = keep(events, limit, newestFirst, 'newest');
      return {
        marks: eventMarks(rows, {
          place: linkPlace(request, context),
          book,
          all: read.events.filter(({ time }) => time === null || time <= moment),
          moment,
          alerts: read.alerts,
        }),
        notices: [...notices, ...read.notices],
        selection: read.selection,
        failures: read.failures,
      };
    })
  );
};

/** A mark per anomaly of the range. The operation has no filters: node, metric, severity, and all filters are compared here. */
export const fromAnomalies: Source = ({ range, searches, compared, severities, limit }, request, context) =>
  listNamedAnomalies(context.operations, range).pipe(
    map((all) => {
      const timed = all.filter((anomaly): anomaly is TimedAnomaly => anomaly.time !== null);
      const selected = selectAnomalies(timed, compared);
      const anomalies = selected.anomalies
        .filter(({ severity }) => passes(severity, severities))
        .filter(({ metrics }) => searches.some((filter) => namesMetric(metrics, filter)));
      const { rows, notices } = keep(anomalies, limit, newestFirst, 'newest');
      const marks = anomalyMarks(rows, linkPlace(request, context));
      return {
        marks,
        notices: [...notices, ...selected.notices],
        selection: selected.notices.filter(isUnsure),
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

function newestFirst(a: { time: number }, b: { time: number }): number {
  return b.time - a.time;
}

/** The first rows in that order, as many as the limit lets through. */
function keep<T>(rows: T[], limit: number, order: (a: T, b: T) => number, which: CutRows) {
  const most = Math.max(0, Math.floor(limit));
  return rows.length <= most
    ? { rows, notices: [] }
    : { rows: [...rows].sort(order).slice(0, most), notices: [cutNotice(most, rows.length, which)] };
}
