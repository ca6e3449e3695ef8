import { type Span } from '../time/span';
import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { uniqBy } from 'lodash';
import { type Alert, type AlertMetric } from '../service/alerts';
import { IMPACT_COLORS } from '../tables/colors';
import { filterRows, type RowFilter } from '../tables/filters';
import {
  coloredColumn,
  type Column,
  countColumn,
  flagColumn,
  scoreColumn,
  tableFrame,
  textColumn,
  timeColumn,
} from '../tables/frame';
import { alertEventsLink, type LinkPlace } from '../tables/links';
import { alertMetricColumns, METRIC_COLUMN_NAMES, orNone } from './metricColumns';

interface AlertRow {
  alert: Alert;
  metric: AlertMetric | null;
}

export interface AlertTableOptions {
  place: LinkPlace;
  /** Epoch milliseconds; an active alert's time lasts until then. */
  now: number;
  filters: readonly RowFilter[];
  /** `alert`: a row per alert, with `metric` one per alert metric; `search`: the explore list has no metrics. */
  rows: 'alert' | 'metric' | 'search';
}

/** Alerts as a table (contract: Frames, `alerts` and `alertSearch`). */
export function alertTable(
  alerts: readonly Alert[],
  { place, now, filters, rows: per }: AlertTableOptions
): { frame: DataFrame; notices: QueryResultMetaNotice[] } {
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  const spanOf = (field: (name: string) => string) => alertSpan(byId.get(field('id')), now);
  const rows = alerts.flatMap((alert) => orNone(alert.metrics).map((metric) => ({ alert, metric })));
  const all = [
    ...alertColumns(place, per === 'metric'),
    ...(per === 'search' ? [] : alertMetricColumns<AlertRow>(place, rows, spanOf)),
  ];
  const passed = filterRows(rows, all, filters);
  const shown = per === 'metric' ? passed.rows : uniqBy(passed.rows, 'alert');
  const columns = per === 'metric' ? all : all.filter(({ name }) => !METRIC_COLUMN_NAMES.has(name));
  return { frame: tableFrame(t('alerts.table', 'Alerts'), shown, columns), notices: passed.notices };
}

/** @param perMetric the alert's own figures would repeat on every row, and are hidden */
function alertColumns(place: LinkPlace, perMetric: boolean): Array<Column<AlertRow>> {
  const hidden = { hidden: perMetric };
  return [
    textColumn('id', ({ alert }) => alert.id || null, { width: 330, links: [alertEventsLink(place)] }),
    coloredColumn('impact', ({ alert }) => alert.impact, IMPACT_COLORS),
    flagColumn('active', ({ alert }) => alert.active, hidden),
    timeColumn('firstSeenAt', ({ alert }) => alert.firstSeenAt),
    timeColumn('lastSeenAt', ({ alert }) => alert.lastSeenAt),
    countColumn('activeNodes', ({ alert }) => alert.activeNodes, hidden),
    countColumn('activeMetrics', ({ alert }) => alert.activeMetrics, { width: 120, ...hidden }),
    scoreColumn('score', ({ alert }) => alert.score, { width: 90, ...hidden }),
    scoreColumn('learningStatus', ({ alert }) => alert.learningStatus, { width: 125, ...hidden }),
  ];
}

/** The time an alert lasted, or null where it has no start; one that is active lasts until now. */
export function alertSpan(alert: Alert | undefined, now: number): Span | null {
  if (!alert || alert.firstSeenAt === null) {
    return null;
  }
  const end = alert.active ? now : (alert.lastSeenAt ?? now);
  return { from: alert.firstSeenAt, to: Math.max(end, alert.firstSeenAt) };
}
