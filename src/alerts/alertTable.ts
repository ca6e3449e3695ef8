import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { partition, uniqBy } from 'lodash';
import { clockNotices } from '../answer/clock';
import { notice } from '../answer/notices';
import { type Titles } from '../catalogue/lookUps';
import { type Alert, type AlertMetric } from '../service/alerts';
import { HOUR } from '../settings';
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
import { alertDuration } from '../incidents/duration';
import { alertLinks, type LinkPlace, type RowSpan } from '../tables/links';
import { alertMetricColumns, learningColumn, orNone, scoredColumn } from './metricColumns';

interface AlertRow {
  alert: Alert;
  metric: AlertMetric | null;
}

export interface AlertTableOptions {
  place: LinkPlace;
  titles: Titles;
  /** Epoch milliseconds; an active alert's time lasts until then. */
  now: number;
  /** The table is of a moment that is over: nothing goes on beyond it. */
  isPast: boolean;
  filters: readonly RowFilter[];
  /** A row per alert, or one per alert metric. */
  rows: 'alert' | 'metric';
  /** After the others. */
  more?: ReadonlyArray<Column<{ alert: Alert }>>;
}

/** Times so far from now are told with their year, in milliseconds. */
const FAR = 300 * 24 * 3600_000;

/**
 * Alerts as a table, in the order given (contract: Frames, `alerts` and `alertSearch`).
 *
 * @returns `shown`: the alerts that the filters let through
 */
export function alertTable(
  alerts: readonly Alert[],
  { place, titles, now, isPast, filters, rows: per, more = [] }: AlertTableOptions
): { frame: DataFrame; shown: Alert[]; notices: QueryResultMetaNotice[] } {
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  const spanOf = (field: (name: string) => string) => alertSpan(byId.get(field('id')), now, isPast);
  const perMetric = per === 'metric';
  // The explore list has no metrics: a filter takes what else is known of them.
  const metricsOf = (alert: Alert) => (perMetric ? alert.metrics : titles.metricsOf(alert));
  const rows = alerts.flatMap((alert) => orNone(metricsOf(alert)).map((metric) => ({ alert, metric })));
  const ofAlert = alertColumns(alerts, place, titles, now, perMetric, spanOf);
  const metric = alertMetricColumns<AlertRow>(place, rows, spanOf);
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
    frame: tableFrame(t('alerts.table', 'Alerts'), shown, columns),
    shown: [...left],
    notices: [
      ...passed.notices,
      ...(lost > 0 ? [notKnown(lost)] : []),
      ...(isPast ? [] : clockNotices(alerts.flatMap(begunBy), now)),
    ],
  };
}

/** What has begun, and been seen, by then; the sight of an active alert may stand at the end of the step that it is in. */
function begunBy({ firstSeenAt, lastSeenAt }: Alert): Array<number | null> {
  return [firstSeenAt, lastSeenAt === null ? null : lastSeenAt - HOUR];
}

function notKnown(count: number): QueryResultMetaNotice {
  return notice(
    t(
      'filters.not-known',
      'Alerts that the filters leave out because their metrics are not known, though they may belong: {{number}}. A refresh looks up some more.',
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
  titles: Titles,
  now: number,
  perMetric: boolean,
  spanOf: Parameters<typeof alertLinks>[2]
) {
  const hidden = { hidden: perMetric };
  const link = alertLinks(place, 'id', spanOf);
  const far = alerts.some(({ firstSeenAt, lastSeenAt }) =>
    [firstSeenAt, lastSeenAt].some((time) => time !== null && Math.abs(now - time) > FAR)
  );
  const about: Array<Column<AlertRow>> = [
    minuteColumn('firstSeenAt', ({ alert }) => alert.firstSeenAt, far),
    minuteColumn('lastSeenAt', ({ alert }) => alert.lastSeenAt, far),
    durationColumn('duration', ({ alert }) => alertDuration(alert, now), {
      description: t('tables.duration', 'From its first to its last sight; an active alert goes on.'),
    }),
    countColumn('activeMetrics', ({ alert }) => alert.activeMetrics, { width: 100, ...hidden }),
    countColumn('activeNodes', ({ alert }) => alert.activeNodes, { width: 95, ...hidden }),
    scoredColumn(({ alert }) => alert.score, hidden),
    activeColumn(({ alert }) => alert.active, hidden),
    learningColumn('learningStatus', ({ alert }) => alert.learningStatus, hidden),
  ];
  return {
    impact: coloredColumn<AlertRow>('impact', ({ alert }) => alert.impact, { width: 70 }),
    title: textColumn<AlertRow>('title', ({ alert }) => titles.titleOf(alert), {
      width: far ? 115 : 175,
      wrap: true,
      links: link,
      description: t(
        'tables.title',
        'Its worst metric as last known, and how many more there are. Another one may have moved first.'
      ),
    }),
    about,
    id: textColumn<AlertRow>('id', ({ alert }) => alert.id || null, { width: 120, links: link }),
  };
}

/**
 * The time an alert lasted, or null where it has no start; one that is active lasts until now.
 *
 * @param isPast now is a moment that is over
 */
export function alertSpan(alert: Alert | undefined, now: number, isPast = false): RowSpan | null {
  if (!alert || alert.firstSeenAt === null) {
    return null;
  }
  const end = alert.active ? now : (alert.lastSeenAt ?? now);
  return {
    from: alert.firstSeenAt,
    to: Math.max(end, alert.firstSeenAt),
    ...(alert.active && !isPast ? { open: true } : {}),
  };
}
