import { type DataFrame, DataFrameType } from '@grafana/data';
import { t } from '@grafana/i18n';
import { compact, countBy, maxBy, uniqBy, upperFirst } from 'lodash';
import { metricCount, metricTitle } from '../../facts/titles';
import { RAW } from '../../ground/texts';
import { seriesKey } from '../../ground/series';
import { type Named } from '../../service/alerts';
import { DAY, HOUR } from '../../ground/spans';
import { type Column, countColumn, durationColumn, scoreColumn, tableFrame, textColumn } from '../../table/frame';
import { activeTime, type GroupRow, groupRows } from './groups';
import { type Period, type ReportAlert } from './periods';
import { beganIn, STANDING } from './quality';

/** A report in one row. Incomplete figures are null. Times are in milliseconds. */
interface RangeSummary {
  sentence: string | null;
  alerts: number | null;
  alertsBefore: number | null;
  activeTime: number | null;
  activeTimeBefore: number | null;
  /** The fewest metrics whose alerts make up half of the time under alert. */
  top: Named[] | null;
  /** Their share of it, from 0 to 1. */
  topShare: number | null;
  /** How many began in the range. */
  began: number | null;
  /** `activeTime` of the alerts that lasted at most 24 hours. */
  withoutStanding: number | null;
  /** The metric with which most alerts began, and their number. */
  often: { title: string; alerts: number } | null;
  longest: ReportAlert | null;
}

/** @param present in the future, it has no length @param before undefined if it could not be read */
export function summaryOf(present: Period, before: Period | undefined): RangeSummary {
  const { span, isKnown } = present;
  // "No alerts" would be a statement about the future.
  const now = present.isWhole && span.to > span.from ? present : null;
  const then = before?.isWhole ? before : null;
  const passing = now?.alerts.filter(({ duration }) => (duration ?? 0) <= STANDING);
  const figures = {
    alerts: now && now.alerts.length,
    alertsBefore: then && then.alerts.length,
    ...(now && isKnown ? topOf(now) : { top: null, topShare: null }),
  };
  return {
    ...figures,
    sentence: sentenceOf(figures, span.to - span.from),
    activeTime: now && activeTime(now.alerts, span),
    activeTimeBefore: then && activeTime(then.alerts, then.span),
    began: now && now.alerts.filter((alert) => beganIn(alert, span)).length,
    withoutStanding: passing ? activeTime(passing, span) : null,
    often: now && isKnown ? oftenOf(now) : null,
    longest: (now && maxBy(now.alerts, 'duration')) ?? null,
  };
}

/** One metric after the other, each the one whose alerts add most. Alerts with several of them count once. */
function topOf(period: Period): Pick<RangeSummary, 'top' | 'topShare'> {
  const all = activeTime(period.alerts, period.span);
  if (all === 0) {
    return { top: null, topShare: null };
  }
  const top: GroupRow[] = [];
  let [rest, left] = [period.alerts, all];
  // Sums of milliseconds are integers: sums of shares can be slightly less than an exact half.
  while (2 * left > all) {
    const [row] = groupRows('series', { ...period, alerts: rest });
    const { metricId = null, nodeId = null } = row.metric;
    rest = rest.filter(({ metrics }) => !metrics?.some((one) => one.metricId === metricId && one.nodeId === nodeId));
    left = activeTime(rest, period.span);
    top.push(row);
  }
  const bare = { metricId: null, nodeId: null, systemId: null, systemName: null };
  return {
    top: top.map(({ metric, name, nodeName }) => ({ ...bare, ...metric, metricName: name, nodeName })),
    topShare: (all - left) / all,
  };
}

/** The metric with which most alerts of the range began. */
function oftenOf({ alerts, span }: Period): RangeSummary['often'] {
  const first = alerts.filter((alert) => beganIn(alert, span)).flatMap(({ metrics }) => metrics?.slice(0, 1) ?? []);
  const counts = countBy(first, (metric) => seriesKey(metric));
  const [metric] = first.toSorted((a, b) => counts[seriesKey(b)] - counts[seriesKey(a)]);
  return first.length > 0 ? { title: metricTitle(metric), alerts: counts[seriesKey(metric)] } : null;
}

export function summaryTable(rows: readonly RangeSummary[]): DataFrame {
  const columns: Array<Column<RangeSummary>> = [
    textColumn('sentence', ({ sentence }) => sentence, { width: 420, wrap: true }),
    countColumn('alerts', ({ alerts }) => alerts, { width: 70 }),
    countColumn('alertsBefore', (row) => row.alertsBefore, { width: 105 }),
    durationColumn('activeTime', (row) => row.activeTime),
    durationColumn('activeTimeBefore', (row) => row.activeTimeBefore),
    textColumn('topMetrics', ({ top }) => top?.map(metricTitle).join(', ') ?? null, { width: 260, wrap: true }),
    scoreColumn('topShare', ({ topShare }) => topShare, { width: 95, config: { unit: 'percentunit', decimals: 0 } }),
    countColumn('began', ({ began }) => began),
    durationColumn('withoutStanding', (row) => row.withoutStanding),
    textColumn('mostOften', ({ often }) => often?.title ?? null),
    countColumn('mostOftenAlerts', ({ often }) => often?.alerts ?? null),
    textColumn('longestAlert', ({ longest }) => longest?.title ?? null),
    durationColumn('longest', ({ longest }) => longest?.duration ?? null),
  ];
  return tableFrame(t('type.alert-report', 'Alert report'), rows, columns, DataFrameType.NumericLong);
}

/**
 * `29 alerts, 15 in the week before. Half of the time under alert comes from CPU (web-1).` Null if nothing is known.
 *
 * @param length of each of the two periods, in milliseconds
 */
export function sentenceOf(
  { alerts, alertsBefore, ...top }: Pick<RangeSummary, 'alerts' | 'alertsBefore' | 'top' | 'topShare'>,
  length: number
) {
  const parts = compact([alerts === null ? null : alertsText(alerts, alertsBefore, length), topText(top)]);
  return parts.length > 0 ? `${parts.map(upperFirst).join('. ')}.` : null;
}

function alertsText(count: number, countBefore: number | null, length: number): string {
  const alerts =
    count === 0
      ? t('report.summary.none', 'no alerts')
      : t('report.summary.alerts', '{{count}} alerts', { count, defaultValue_one: '1 alert' });
  const before = countBefore === 0 ? t('report.summary.zero', 'none') : countBefore;
  const values = { alerts, before, period: periodText(length), ...RAW };
  return before === null ? alerts : t('report.summary.before', '{{alerts}}, {{before}} {{period}}', values);
}

/** Up to this share, metrics are described as half of everything. */
const HALF = 0.55;
/** More metrics are counted. */
const MOST_NAMED = 3;

function topText({ top, topShare }: Pick<RangeSummary, 'top' | 'topShare'>): string | null {
  if (top === null || topShare === null) {
    return null;
  }
  const metrics = top.length > MOST_NAMED ? metricCount(top.length) : namesText(top);
  const values = { metrics, share: Math.round(topShare * 100), ...RAW };
  return topShare <= HALF
    ? t('report.summary.half', 'half of the time under alert comes from {{metrics}}', values)
    : t('report.summary.share', '{{share}}% of the time under alert comes from {{metrics}}', values);
}

/** `Cache hit ratio and Traffic out (image-cdn)`. */
function namesText(metrics: readonly Named[]): string {
  const isOneNode = uniqBy(metrics, 'nodeName').length === 1;
  const names = metrics.map(({ metricName, nodeName }, i) =>
    isOneNode && i < metrics.length - 1 ? metricName : `${metricName} (${nodeName})`
  );
  const first = names.slice(0, -1).join(', ');
  const last = names.at(-1);
  return first === '' ? `${last}` : t('report.summary.and', '{{first}} and {{last}}', { first, last, ...RAW });
}

/** The previous period after a number. A week and a day can have an hour more or less. */
function periodText(length: number): string {
  const isAbout = (span: number) => Math.abs(length - span) <= HOUR;
  if (isAbout(7 * DAY)) {
    return t('report.summary.week', 'in the week before');
  }
  return isAbout(DAY)
    ? t('report.summary.day', 'on the day before')
    : t('report.summary.period', 'in the previous period');
}
