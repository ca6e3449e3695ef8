import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { alertSearch, hasImpact } from '../../facts/alerts';
import { Courses, DECIDING, readCourses } from '../../facts/courses';
import { type ReadContext } from '../../facts/facts';
import { type MetricHistory, durationOf, meets, spanOf } from '../../facts/history';
import { bySeverity, newestAlerts } from '../../facts/order';
import { isOnMetrics } from '../../table/filters';
import { type Searches } from '../../table/searches';
import { selectAlerts, selected } from '../../table/selection';
import { type ActiveAlert, activeAlerts, uniqueAlerts } from '../../judging/active';
import { eachKnown, type Reader } from '../../facts/reader';
import { RAW } from '../../ground/texts';
import { cutNotices, pagingNotices, unknownMetrics, untimedAlerts } from '../../judging/listNotices';
import { info, warn } from '../../ground/notices';
import { messageOf } from '../../ground/failure';
import { type Span } from '../../ground/spans';

/** What a report needs to know about an alert. Times are epoch milliseconds. */
export interface ReportAlert extends Pick<ActiveAlert, 'id' | 'impact' | 'active' | 'firstSeenAt'> {
  /** Its name. */
  title: string;
  /** Until when it counts as active: its end, or the last time when it is known to be active. */
  until: number;
  /** Its whole duration in milliseconds. Null if a time is missing, or the end is before the start. */
  duration: number | null;
  /** Its metrics according to the first page of its events. Null: unknown, or not needed. */
  metrics: readonly MetricHistory[] | null;
}

/** The alerts of a span of time, as far as they could be read. */
export interface Period {
  span: Span;
  /** The most severe first. */
  alerts: ReportAlert[];
  /** All its alerts were read, and have valid times. */
  isWhole: boolean;
  /** The metrics of all of them are known. */
  isKnown: boolean;
}

export interface PeriodRead {
  period: Period;
  notices: QueryResultMetaNotice[];
  /** Why some searches returned nothing. */
  failures: unknown[];
}

interface Wanted {
  context: ReadContext;
  /** The end of a past range. */
  pastEnd: number | undefined;
  searches: Pick<Searches, 'combinations' | 'compared'>;
  /** The maximum of alerts: the newest. */
  limit: number;
  /** An active alert lasts until then. Epoch milliseconds. */
  now: number;
  /** The figures depend on the alerts' metrics. */
  needsMetrics: boolean;
  /** Some figures don't, and are shown while these are read. */
  isEarly: boolean;
}

/** The alerts that were active in a range. Null until what its figures need was read. */
export function readPeriod(reader: Reader, span: Span, wanted: Wanted): PeriodRead | null {
  const { context, pastEnd, searches, now, needsMetrics } = wanted;
  const all = activeAlerts(reader, { context, range: span }, searches.combinations);
  const found = all && selected(reader, all, searches.compared, { context, moment: pastEnd, now });
  if (!found) {
    return null;
  }
  const { alerts, cut } = newest(found.alerts, wanted.limit);
  const { courses, isFetching } = readCourses(reader, context, needsMetrics ? alerts : [], {
    ...DECIDING,
    moment: pastEnd,
  });
  if (isFetching && !wanted.isEarly) {
    return null;
  }
  const rows = alerts.map((alert) => toReportAlert(alert, courses, now));
  const unknown = needsMetrics && !isFetching ? rows.filter(({ metrics }) => metrics === null).length : 0;
  // If the list at the end could not be read, its notice is the reason.
  const untimed = rows.filter(({ duration, active }) => duration === null && (found.isWhole || active !== null));
  const isComplete = found.isWhole && found.selection.length === 0 && cut.length === 0;
  return {
    period: {
      span,
      alerts: rows,
      isWhole: isComplete && rows.every(({ duration }) => duration !== null),
      isKnown: unknown === 0 && !isFetching,
    },
    notices: [...unknownMetrics(unknown), ...untimedAlerts(untimed.length), ...found.notices, ...cut],
    failures: found.failures,
  };
}

/** The period before, by its search alone. Without a `period` if it can't be compared. Null until it was read. */
export function readPrevious(
  reader: Reader,
  span: Span,
  wanted: Wanted
): (Pick<PeriodRead, 'notices'> & { period?: Period }) | null {
  const { context, searches, limit, now } = wanted;
  const courses = new Courses(context);
  if (searches.compared.some(isOnMetrics)) {
    return { notices: [notCompared()] };
  }
  const each = eachKnown(searches.combinations, (filter) => reader.read(alertSearch(context, span, filter)));
  if (!each) {
    return null;
  }
  if (each.failures.length > 0) {
    return { notices: each.failures.map((failure) => ofPrevious(warn(messageOf(failure)))) };
  }
  const rows = each.read.map(({ value, result }) => result.rows.filter((alert) => hasImpact(alert, value)));
  const active = uniqueAlerts(...rows).filter((alert) => meets(alert, span));
  const { alerts, cut } = newest(selectAlerts(active, searches.compared, { courses, now }).alerts, limit);
  const period = {
    span,
    alerts: alerts.sort(bySeverity).map((alert) => toReportAlert(alert, courses, now)),
    isWhole: each.isWhole && cut.length === 0 && alerts.every((alert) => durationOf(alert, now) !== null),
    isKnown: false,
  };
  const notices = [...each.read.flatMap(({ result }) => pagingNotices(result)), ...cut].map(ofPrevious);
  return { period, notices };
}

/** @param now an active alert lasts until then */
export function toReportAlert(alert: ActiveAlert, courses: Courses, now: number): ReportAlert {
  const { id, impact, active, firstSeenAt, activeAt = now } = alert;
  const metrics = courses.whole(id)?.metrics ?? [];
  return {
    id,
    impact,
    active,
    firstSeenAt,
    title: courses.titleOf(alert),
    until: spanOf(alert, activeAt).to ?? now,
    duration: durationOf(alert, activeAt),
    metrics: metrics.length > 0 ? metrics : null,
  };
}

/** The newest alerts up to the limit. */
function newest(found: readonly ActiveAlert[], limit: number) {
  return { alerts: newestAlerts(found, limit), cut: cutNotices(Math.min(limit, found.length), found.length) };
}

function ofPrevious({ text, severity }: QueryResultMetaNotice) {
  return { severity, text: t('report.of-previous', 'Previous period: {{text}}', { text, ...RAW }) };
}

function notCompared() {
  return info(t('report.not-compared', 'A filter applies to metrics, so the previous period is not compared.'));
}
