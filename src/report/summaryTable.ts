import { type DataFrame, DataFrameType } from '@grafana/data';
import { t } from '@grafana/i18n';
import { compact, upperFirst } from 'lodash';
import { metricCount } from '../alertbook/titles';
import { RAW } from '../loading/texts';
import { DAY, HOUR } from '../settings';
import { countColumn, durationColumn, scoreColumn, tableFrame, textColumn } from '../tables/frame';
import { type RangeSummary } from './summary';
import { typed } from './table';

/** Up to this share, metrics are described as half of everything. */
const HALF = 0.55;

/** @param length of each of the two periods, in milliseconds */
export function summaryTable(rows: readonly RangeSummary[], length = 0): DataFrame {
  const frame = tableFrame(t('type.alert-report', 'Alert report'), rows, [
    textColumn('sentence', (row: RangeSummary) => sentenceOf(row, length), { width: 420, wrap: true }),
    countColumn('alerts', ({ alerts }) => alerts, { width: 70 }),
    countColumn('alertsBefore', (row) => row.alertsBefore, { width: 105 }),
    durationColumn('activeTime', (row) => row.activeTime),
    durationColumn('activeTimeBefore', (row) => row.activeTimeBefore),
    textColumn('topMetrics', ({ topMetrics }) => topMetrics?.join(', ') ?? null, {
      width: 260,
      wrap: true,
      heading: t('column.top-metrics', 'Most under alert'),
    }),
    scoreColumn('topShare', ({ topShare }) => topShare, {
      width: 95,
      heading: t('column.top-share', 'Their share'),
      config: { unit: 'percentunit', decimals: 0 },
    }),
  ]);
  return typed(frame, DataFrameType.NumericLong);
}

/** `27 alerts, 93% more than in the week before. Half of the time under alert is 2 metrics.` Null if nothing is known. */
export function sentenceOf(summary: RangeSummary, length: number): string | null {
  const parts = compact([alertsText(summary, periodText(length)), topText(summary)]);
  return parts.length > 0 ? `${parts.map(upperFirst).join('. ')}.` : null;
}

function alertsText({ alerts: count, alertsBefore: before }: RangeSummary, period: string): string | null {
  if (count === null) {
    return null;
  }
  const alerts =
    count === 0
      ? t('report.summary.none', 'no alerts')
      : t('report.summary.alerts', '{{count}} alerts', { count, defaultValue_one: '1 alert' });
  if (before === null) {
    return alerts;
  }
  const values = { alerts, before, period, percent: Math.round(Math.abs(count / before - 1) * 100), ...RAW };
  if (before === 0) {
    return t('report.summary.none-before', '{{alerts}}, and none {{period}}', values);
  }
  if (count === 0) {
    return t('report.summary.some-before', '{{alerts}}, {{before}} {{period}}', values);
  }
  return count === before
    ? t('report.summary.same', '{{alerts}}, as many as {{period}}', values)
    : changed(count > before, values);
}

function changed(isMore: boolean, values: { alerts: string; period: string; percent: number }): string {
  if (values.percent === 0) {
    return t('report.summary.about', '{{alerts}}, about as many as {{period}}', values);
  }
  return isMore
    ? t('report.summary.more', '{{alerts}}, {{percent}}% more than {{period}}', values)
    : t('report.summary.fewer', '{{alerts}}, {{percent}}% fewer than {{period}}', values);
}

function topText({ topMetrics, topShare }: RangeSummary): string | null {
  if (topMetrics === null || topShare === null) {
    return null;
  }
  const metrics = topMetrics.length === 1 ? topMetrics[0] : metricCount(topMetrics.length);
  const values = { metrics, share: Math.round(topShare * 100), ...RAW };
  return topShare <= HALF
    ? t('report.summary.half', 'half of the time under alert is {{metrics}}', values)
    : t('report.summary.share', '{{share}}% of the time under alert is {{metrics}}', values);
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
