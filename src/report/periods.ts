import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { memoize } from 'lodash';
import { type ActiveAlert, uniqueAlerts } from '../judging/active';
import { type AlertBook } from '../alertbook/alertBook';
import { historyUntil } from '../alertbook/history';
import { newestAlerts } from '../alertbook/order';
import { histories, DECIDING } from '../entries/alertEntries';
import { activeAlerts, type ActiveAlerts } from '../entries/alertReads';
import { type Reader } from '../known/follow';
import { cutNotices } from '../notices/listNotices';
import { warn } from '../notices/notices';
import { RAW } from '../loading/texts';
import { messageOf } from '../service/failure';
import { isOnMetrics, type RowFilter } from '../filters/filters';
import { type Searches } from '../filters/searches';
import { passingRows } from '../filters/selectAlerts';
import { type Span } from '../time/spans';
import { type ReportAlert, toReportAlert } from './figures';
import { isUnclear, type Side } from './rows';

/** A period, as far as it was read. Its alerts are sorted, the most severe first. */
export interface Period extends Side {
  /** All its alerts were read, and have valid times. */
  isWhole: boolean;
  /** The metrics of all of them are known. */
  isKnown: boolean;
}

export interface Periods {
  present: Period;
  /** Null if it could not be read. */
  before: Period | null;
  /** Histories are not read yet: figures that depend on metrics will change. */
  isFetching: boolean;
  /** The number of alerts with unknown metrics, and of alerts without valid times. */
  unknown: number;
  untimed: number;
  notices: QueryResultMetaNotice[];
  /** Why some of the searches in the time range returned nothing. */
  failures: unknown[];
}

interface PeriodsRequest {
  range: Span;
  /** Null if the whole range is in the future. */
  previous: Span | null;
  /** The maximum of counted alerts in each period: the newest. */
  limit: number;
  searches: Pick<Searches, 'combinations' | 'compared'>;
  now: number;
}

/** The alerts of both periods, as far as they and their histories are known. Null before all alerts are. */
export function readPeriods(reader: Reader, book: AlertBook, request: PeriodsRequest): Periods | null {
  const { range, previous, searches } = request;
  const read = (span: Span) => activeAlerts(reader, { book, range: span }, searches.combinations);
  const [present, before] = [read(range), previous ? read(previous) : NONE];
  if (!present || !before) {
    return null;
  }
  // The limit applies after the filters. If these need histories, it is applied later.
  const counted = (found: ActiveAlerts) => (searches.compared.length > 0 ? found : newest(found, request.limit));
  const found = { present: counted(present), before: counted(before) };
  const alerts = uniqueAlerts(found.before.alerts, found.present.alerts);
  const { isFetching } = reader.attempt(histories(book, alerts, DECIDING));
  return periodsOf(found, isFetching, { ...request, book });
}

function periodsOf(
  found: Record<'present' | 'before', ActiveAlerts>,
  isFetching: boolean,
  { range, previous, limit, searches, now, book }: PeriodsRequest & { book: AlertBook }
): Periods {
  const metricsOf = ({ id }: ActiveAlert) => book.historyOf(id)?.metrics ?? [];
  // What happened after the previous period is not part of it.
  const metricsIn = (alert: ActiveAlert, { to }: Span) => {
    const metrics = metricsOf(alert);
    return to < range.to && metrics.length > 0 ? historyUntil(book.knownEvents(alert.id) ?? [], to).metrics : metrics;
  };
  const isUnknown = (alert: ActiveAlert) => metricsOf(alert).length === 0 || !book.wholeHistoryOf(alert.id);
  const filters = searches.compared;
  const periodOf = (span: Span, all: ActiveAlerts) => {
    const of = memoize((alert: ActiveAlert) => toReportAlert(alert, metricsIn(alert, span), now, !isUnknown(alert)));
    const passed = filterAlerts(all.alerts, { filters, of, book, now });
    const uncut = { ...all, alerts: passed.alerts, notices: [] };
    // Without filters, it was cut before the histories were read.
    const counted = filters.length > 0 ? newest(uncut, limit) : uncut;
    const alerts = counted.alerts.map(of);
    const isWhole = counted.isWhole && alerts.every(({ duration }) => duration !== null);
    // Those that are not counted because of their own fields change no figure.
    const onFields = filters.filter((one) => !isOnMetrics(one));
    const ofFields =
      onFields.length === filters.length ? passed : filterAlerts(all.alerts, { filters: onFields, of, book, now });
    const unknown = ofFields.alerts.filter(isUnknown);
    const isKnown = !isFetching && unknown.length === 0;
    // If a list could not be read, its notice is the reason.
    const untimed = alerts.filter((alert) => alert.duration === null && (all.isWhole || !isUnclear(alert)));
    return { alerts, span, isWhole, isKnown, unknown, untimed, notices: passed.notices, cut: counted.notices };
  };
  const present = periodOf(range, found.present);
  const before = previous && found.before.failures.length === 0 ? periodOf(previous, found.before) : null;
  const untimed = [...present.untimed, ...(before?.untimed ?? [])];
  return {
    present,
    before,
    isFetching,
    unknown: uniqueAlerts(before?.unknown ?? [], present.unknown).length,
    untimed: new Set(untimed.map(({ id }) => id)).size,
    notices: [
      ...found.present.notices,
      ...present.notices,
      ...present.cut,
      ...found.before.failures.map((failure) => ofPrevious(warn(messageOf(failure)))),
      ...[...found.before.notices, ...(before?.cut ?? [])].map(ofPrevious),
    ],
    failures: found.present.failures,
  };
}

const NONE: ActiveAlerts = { alerts: [], notices: [], failures: [], isWhole: true };

/** The newest alerts up to the limit. */
function newest(found: ActiveAlerts, limit: number): ActiveAlerts {
  const { alerts, notices } = found;
  if (alerts.length <= limit) {
    return found;
  }
  return {
    ...found,
    alerts: newestAlerts(alerts, limit),
    isWhole: false,
    notices: [...notices, ...cutNotices(limit, alerts.length)],
  };
}

function ofPrevious({ text, severity }: QueryResultMetaNotice) {
  return { severity, text: t('report.of-previous', 'Previous period: {{text}}', { text, ...RAW }) };
}

/**
 * The alerts that match the filters that the service can't apply: themselves, or any of their metrics so far, as in
 * searches.
 */
function filterAlerts(
  alerts: ActiveAlert[],
  { filters, of, book, now }: FilterOptions
): { alerts: ActiveAlert[]; notices: QueryResultMetaNotice[] } {
  if (filters.length === 0) {
    return { alerts, notices: [] };
  }
  const rows = alerts.flatMap((alert) => {
    const { metrics } = of(alert);
    return (metrics.length > 0 ? metrics : [null]).map((metric) => ({ alert, metric }));
  });
  const { shown, notices } = passingRows(rows, filters, { book, now });
  return { alerts: shown, notices };
}

interface FilterOptions {
  filters: readonly RowFilter[];
  of: (alert: ActiveAlert) => ReportAlert;
  book: AlertBook;
  now: number;
}
