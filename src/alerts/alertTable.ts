import { seriesKey } from '../query/series';
import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { partition, uniqBy } from 'lodash';
import { notice } from '../answer/notices';
import { type AlertBook } from '../alertbook/alertBook';
import { durationOf, spanOf } from '../alertbook/span';
import { extentOf } from '../alertbook/titles';
import { type Alert, type AlertMetric } from '../service/alerts';
import { filterRows, isOnMetrics, type RowFilter } from '../tables/filters';
import {
  activeColumn,
  coloredColumn,
  type Column,
  countColumn,
  durationColumn,
  minuteColumn,
  tableFrame,
  textColumn,
} from '../tables/frame';
import { alertLinks, type LinkPlace, type RowSpan, type SpanOf, withMargin } from '../tables/links';
import { alertMetricColumns, learningColumn, orNone, scoredColumn } from './metricColumns';

interface AlertRow {
  alert: Alert;
  metric: AlertMetric | null;
}

export interface AlertTableOptions {
  place: LinkPlace;
  /** Knows the alerts' titles, and the metrics that they had. */
  book: AlertBook;
  /** Epoch milliseconds; an active alert's time lasts until then. */
  now: number;
  /** The table is of a moment that is over: nothing continues beyond it. */
  isPast: boolean;
  filters: readonly RowFilter[];
  /** A row per alert, or one per alert metric. */
  rows: 'alert' | 'metric';
  /** After the others. */
  more?: ReadonlyArray<Column<{ alert: Alert }>>;
}

/** Times so far from now are shown with their year, in milliseconds. */
const FAR = 300 * 24 * 3600_000;

/**
 * Alerts as a table, in the order given (contract: Frames, `alerts` and `alertSearch`).
 *
 * @returns `frame` builds the table, `shown`: the alerts that the filters let through
 */
export function alertTable(
  alerts: readonly Alert[],
  { place, book, now, isPast, filters, rows: per, more = [] }: AlertTableOptions
): { frame: () => DataFrame; shown: Alert[]; notices: QueryResultMetaNotice[] } {
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  const spanOfRow: SpanOf = (field) => rowSpan(byId.get(field('id')), now, isPast);
  const perMetric = per === 'metric';
  // Search results and alerts that ended have no metrics of their own.
  const metricsOf = (alert: Alert) => (perMetric && alert.active !== false ? alert.metrics : book.metricsOf(alert));
  const rows = alerts.flatMap((alert) => orNone(metricsOf(alert)).map((metric) => ({ alert, metric })));
  const ofAlert = alertColumns(alerts, place, book, now, perMetric, spanOfRow);
  const metric = alertMetricColumns<AlertRow>(place, rows, spanOfRow);
  const all = [ofAlert.impact, ...metric.what, ...ofAlert.about, ofAlert.title, ofAlert.id, ...metric.ids];
  const passed = filterRows(rows, all, filters);
  const shown = perMetric ? passed.rows : uniqBy(passed.rows, 'alert');
  const own = perMetric ? all : [ofAlert.impact, ofAlert.title, ...ofAlert.about, ofAlert.id];
  const columns = [...own, ...more];
  const left = new Set(passed.rows.map(({ alert }) => alert));
  const [onMetrics, others] = partition(filters, isOnMetrics);
  const mayLose = !perMetric && onMetrics.length > 0;
  const isLost = ({ alert }: AlertRow) => metricsOf(alert) === null && !left.has(alert);
  const lost = mayLose ? filterRows(rows, all, others).rows.filter(isLost).length : 0;
  return {
    frame: () => tableFrame(t('label.alerts', 'Alerts'), shown, columns),
    shown: [...left],
    notices: [...passed.notices, ...(lost > 0 ? [notKnown(lost)] : [])],
  };
}

function notKnown(count: number): QueryResultMetaNotice {
  return notice(
    t(
      'filters.unknown-metrics',
      '{{number}} alerts are hidden because their metrics are unknown. Refresh to check more.',
      { number: count }
    ),
    'warning'
  );
}

/**
 * The columns of an alert. The first six of the table fit into half a screen.
 *
 * @param perMetric the alert's own figures would repeat on every row, and are hidden
 */
function alertColumns(
  alerts: readonly Alert[],
  place: LinkPlace,
  book: AlertBook,
  now: number,
  perMetric: boolean,
  spanOfRow: SpanOf
) {
  const hidden = { hidden: perMetric };
  const link = alertLinks(place, 'id', spanOfRow);
  const far = alerts.some(({ firstSeenAt, lastSeenAt }) =>
    [firstSeenAt, lastSeenAt].some((time) => time !== null && Math.abs(now - time) > FAR)
  );
  const about: Array<Column<AlertRow>> = [
    minuteColumn('firstSeenAt', ({ alert }) => alert.firstSeenAt, far),
    minuteColumn('lastSeenAt', ({ alert }) => alert.lastSeenAt, far),
    durationColumn('duration', ({ alert }) => durationOf(alert, now), {}),
    countColumn('activeMetrics', ({ alert }) => alert.activeMetrics, { width: 100, ...hidden }),
    countColumn('activeNodes', ({ alert }) => alert.activeNodes, { width: 95, ...hidden }),
    scoredColumn(({ alert }) => alert.score, hidden),
    activeColumn(({ alert }) => alert.active, hidden),
    learningColumn('learningStatus', ({ alert }) => alert.learningStatus, hidden),
  ];
  return {
    impact: coloredColumn<AlertRow>('impact', ({ alert }) => alert.impact, { width: 70 }),
    title: textColumn<AlertRow>('title', ({ alert }) => book.titleOf(alert), {
      width: far ? 115 : 175,
      wrap: true,
      links: link,
    }),
    about,
    id: textColumn<AlertRow>('id', ({ alert }) => alert.id || null, { width: 120, links: link }),
  };
}

/** How far an alert reached over its course, `6 metrics on 5 nodes`; an ended alert's own counts say nothing of it. */
export function extentColumn(book: AlertBook): Column<{ alert: Alert }> {
  const extent = (alert: Alert) => {
    const metrics = book.courseOf(alert.id)?.metrics ?? [];
    const nodes = uniqBy(metrics, 'nodeId').length;
    return metrics.length > 0
      ? extentOf({ activeMetrics: uniqBy(metrics, seriesKey).length, activeNodes: nodes })
      : extentOf(alert);
  };
  return textColumn('extent', ({ alert }) => extent(alert), {
    width: 160,
    hidden: true,
  });
}

/**
 * The time to look at each alert over, its own with a margin, as `from` and `to` of a dashboard's address take it (`now`
 * where it continues). Links of a dashboard can only repeat what a row holds, so these are hidden columns.
 */
export function viewColumns(now: number, isPast: boolean): Array<Column<{ alert: Alert }>> {
  const viewOf = ({ alert }: { alert: Alert }) => {
    const { from, to, isOpen } = spanOf(alert, now);
    const end = to ?? now;
    const view = withMargin({ from: from ?? end, to: end }, now);
    return { from: String(view.from), to: isOpen && !isPast ? 'now' : String(view.to) };
  };
  return [
    textColumn('viewFrom', (row) => viewOf(row).from, { hidden: true }),
    textColumn('viewTo', (row) => viewOf(row).to, { hidden: true }),
  ];
}

/** The time that an alert lasted, or null where it has no start. @param isPast `now` is a moment that is over */
function rowSpan(alert: Alert | undefined, now: number, isPast: boolean): RowSpan | null {
  if (!alert || alert.firstSeenAt === null) {
    return null;
  }
  const { to, isOpen } = spanOf(alert, now);
  const span = { from: alert.firstSeenAt, to: Math.max(to ?? now, alert.firstSeenAt) };
  return isOpen && !isPast ? { ...span, open: true } : span;
}
