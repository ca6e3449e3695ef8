import { t } from '@grafana/i18n';
import { type Alert, type AlertMetric } from '../../service/alerts';
import {
  activeColumn,
  coloredColumn,
  type Column,
  countColumn,
  durationColumn,
  hasYear,
  type Look,
  metricColumns,
  minuteColumn,
  scoreColumn,
  tableFrame,
  textColumn,
  wordColumn,
  wordsWidth,
} from '../../table/frame';
import { alertLinks, type LinkPlace, type LinkRow, type LinkRowOf, rowSpan, type Scope } from '../../table/links';
import { METRIC_TYPES, wordOf } from '../../table/words';
import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { memoize, uniqBy } from 'lodash';
import { Courses } from '../../facts/courses';
import { durationOf } from '../../facts/history';
import { metricsUnknown, type RowFilter } from '../../table/filters';
import { historyNotices } from '../../judging/listNotices';
import { passingRows } from '../../table/selection';

interface AlertRow {
  alert: Alert;
  metric: AlertMetric | null;
}

interface AlertTableOptions {
  place: LinkPlace;
  /** Has the alerts' titles, and the metrics that they had. */
  courses: Courses;
  /** Epoch milliseconds. An active alert lasts until then. */
  now: number;
  /** The table shows the past, so nothing continues after `now`. */
  isPast: boolean;
  filters: readonly RowFilter[];
  /** A row per alert, or one per alert metric. */
  rows: 'alert' | 'metric';
  /** Columns after the others. */
  more?: ReadonlyArray<Column<{ alert: Alert }>>;
}

/** The rows of all alerts, those that pass the filters, and their alerts. */
export function passingAlerts(
  alerts: readonly Alert[],
  { courses, now, filters, rows: per }: Pick<AlertTableOptions, 'courses' | 'now' | 'filters' | 'rows'>
) {
  const perMetric = per === 'metric';
  // Search results and ended alerts have no metrics.
  const metricsOf = (alert: Alert) => (perMetric && alert.active !== false ? alert.metrics : courses.metricsOf(alert));
  const all = alerts.flatMap((alert) => orNone(metricsOf(alert)).map((metric): AlertRow => ({ alert, metric })));
  const passed = passingRows<Alert, AlertRow>(all, filters, { courses, now });
  const rows = perMetric ? passed.rows : uniqBy(passed.rows, 'alert');
  const hidden = passed.unknown === 0 ? [] : [metricsUnknown(passed.unknown)];
  const unread = rows.filter(
    ({ alert, metric }) => perMetric && alert.active === false && !metric && !courses.whole(alert.id)
  ).length;
  const notices = [...passed.notices, ...hidden, ...historyNotices(Math.max(unread, passed.unsure), 0)];
  return { all, rows, shown: passed.shown, notices };
}

/** Alerts as a table, in the given order. The first six columns fit into half a screen. */
export function alertTable(
  alerts: readonly Alert[],
  options: AlertTableOptions
): { frame: DataFrame; notices: QueryResultMetaNotice[] } {
  const { place, courses, now, isPast, more = [] } = options;
  const perMetric = options.rows === 'metric';
  const { all, rows, notices } = passingAlerts(alerts, options);
  const linked = memoize(({ alert, metric }: AlertRow): LinkRow => ({
    alert: { id: alert.id, title: courses.titleOf(alert), impact: alert.impact },
    metric: perMetric ? metric : courses.firstMetricOf(alert),
    span: rowSpan(alert, now, isPast),
  }));
  const links = alertLinks(place, linked);
  const times = alerts.flatMap(({ firstSeenAt, lastSeenAt }) => [firstSeenAt, lastSeenAt]);

  const state = stateColumns<AlertRow>(({ alert }) => alert, perMetric);
  const metric = alertMetricColumns(place, all, linked);
  const title = textColumn<AlertRow>('title', ({ alert }) => courses.titleOf(alert), {
    width: hasYear(times, place.now) ? 98 : 170,
    wrap: true,
    links,
  });
  const about = [
    minuteColumn<AlertRow>('firstSeenAt', ({ alert }) => alert.firstSeenAt, place.now),
    minuteColumn<AlertRow>('lastSeenAt', ({ alert }) => alert.lastSeenAt, place.now),
    durationColumn<AlertRow>('duration', ({ alert }) => durationOf(alert, now)),
    ...state.figures,
  ];
  const id = textColumn<AlertRow>('id', ({ alert }) => alert.id || null, { width: 120, links });
  const columns = perMetric
    ? [state.impact, metric.severity, ...metric.names, ...metric.figures, ...about, title, id, ...metric.ids]
    : [state.impact, title, ...about, id];
  return { frame: tableFrame(t('label.alerts', 'Alerts'), rows, [...columns, ...more]), notices };
}

export function alertTableWithoutRows(
  { place, context, now }: Scope,
  options: Pick<AlertTableOptions, 'rows' | 'more'>
): DataFrame {
  const nothing = { place, courses: new Courses(context), now, isPast: false, filters: [] };
  return alertTable([], { ...nothing, ...options }).frame;
}

/** The common fields of alerts and events. */
type AlertState = Pick<Alert, 'impact' | 'activeMetrics' | 'activeNodes' | 'score' | 'active' | 'learningStatus'>;

/**
 * The columns of an alert's state.
 *
 * @param hidden in tables with a row per metric, which would repeat the alert's figures
 */
export function stateColumns<Row>(of: (row: Row) => AlertState, hidden: boolean) {
  const figures: Array<Column<Row>> = [
    countColumn('activeMetrics', (row) => of(row).activeMetrics, { width: 115, hidden }),
    countColumn('activeNodes', (row) => of(row).activeNodes, { width: 115, hidden }),
    reportedColumn('score', (row) => of(row).score, { width: 90, hidden }),
    activeColumn((row) => of(row).active, { hidden }),
    reportedColumn('learningStatus', (row) => of(row).learningStatus, { width: 125, hidden }),
  ];
  return { impact: coloredColumn<Row>('impact', (row) => of(row).impact, { width: 84 }), figures };
}

/**
 * The columns of an alert's metric or a change: `what` is wrong, the `names` of the metric, and its `ids`.
 *
 * @param rows the rows of the table; a row without a metric is an alert or event without one
 * @param linked what links know about a row
 */
export function alertMetricColumns<Row extends { metric: AlertMetric | null }>(
  place: LinkPlace,
  rows: readonly Row[],
  linked: LinkRowOf<Row>
) {
  const { nodeId, nodeName, systemId, systemName, metricId, metricName } = metricColumns(
    place,
    rows,
    ({ metric }) => metric,
    linked
  );
  const reported = (name: 'closestBaselineDeviation' | 'scoreContribution' | 'scoreAdjusted', look: Look) =>
    reportedColumn<Row>(name, ({ metric }) => metric && metric[name], look);
  const learning = ({ metric }: Row) => metric && metric.learningStatus;
  return {
    severity: coloredColumn<Row>('severity', ({ metric }) => metric && metric.severity, { width: 105 }),
    names: [metricName, nodeName, systemName],
    figures: [
      wordColumn<Row>('type', METRIC_TYPES, ({ metric }) => metric && metric.type, {
        width: wordsWidth(METRIC_TYPES.map(wordOf)),
      }),
      reported('closestBaselineDeviation', { width: 200 }),
      reported('scoreContribution', { width: 150 }),
      reported('scoreAdjusted', { width: 130 }),
      reportedColumn('metricLearningStatus', learning, { width: 125, hidden: true }),
    ],
    ids: [nodeId, systemId, metricId],
  };
}

/** A number whose scale the interface does not define. */
function reportedColumn<Row>(name: string, of: (row: Row) => number | null, look: Look): Column<Row> {
  const description = t('tables.as-reported', 'As reported by the service; its scale is not documented.');
  return scoreColumn(name, of, { description, ...look });
}

/** A row per item, or one row without an item if there are none. */
export function orNone<T>(items: readonly T[] | null): Array<T | null> {
  return items && items.length > 0 ? [...items] : [null];
}

/** The result of a search, in display order. */
export interface AlertsFound {
  alerts: Alert[];
  notices: QueryResultMetaNotice[];
  failures: unknown[];
  /** Whether these are all alerts. */
  isWhole: boolean;
}
