import { type AlertMetric } from '../service/alerts';
import { SEVERITY_COLORS } from '../tables/colors';
import { coloredColumn, type Column, scoreColumn, textColumn } from '../tables/frame';
import { corridorsLink, type LinkPlace, type LinkSpan, nodeAlertsLink } from '../tables/links';

/** A row that describes a metric, or none where an alert or event has no metrics. */
export interface MetricRow {
  metric: AlertMetric | null;
}

/**
 * The columns of an alert's metric or a change (contract: Frames, from `nodeId` on). Ids are hidden where every one of
 * them has a name.
 *
 * @param rows those of the table
 * @param spanOf the time that the corridors of the row's metric are to be seen over
 */
export function metricColumns<Row extends MetricRow>(
  place: LinkPlace,
  rows: readonly Row[],
  spanOf: (field: (name: string) => string) => LinkSpan | null
): Array<Column<Row>> {
  const of =
    <T>(read: (metric: AlertMetric) => T | null) =>
    ({ metric }: Row) =>
      metric && read(metric);
  const named = (name: 'nodeName' | 'metricName') =>
    rows.length > 0 && rows.every((row) => row.metric === null || Boolean(row.metric[name]));
  const node = [nodeAlertsLink(place, 'nodeId')];
  const metric = [corridorsLink(place, spanOf)];
  return [
    textColumn(
      'nodeId',
      of((m) => m.nodeId),
      { width: 90, links: node, hidden: named('nodeName') }
    ),
    textColumn(
      'nodeName',
      of((m) => m.nodeName),
      { width: 160, links: node }
    ),
    textColumn(
      'systemId',
      of((m) => m.systemId),
      { hidden: true }
    ),
    textColumn(
      'systemName',
      of((m) => m.systemName),
      { width: 130 }
    ),
    textColumn(
      'metricId',
      of((m) => m.metricId),
      { width: 160, links: metric, hidden: named('metricName') }
    ),
    textColumn(
      'metricName',
      of((m) => m.metricName),
      { width: 180, links: metric }
    ),
    coloredColumn(
      'severity',
      of((m) => m.severity),
      SEVERITY_COLORS
    ),
    textColumn(
      'type',
      of((m) => m.type),
      { width: 110 }
    ),
    scoreColumn(
      'scoreAdjusted',
      of((m) => m.scoreAdjusted),
      { width: 130 }
    ),
    scoreColumn(
      'scoreContribution',
      of((m) => m.scoreContribution),
      { width: 150 }
    ),
    scoreColumn(
      'metricLearningStatus',
      of((m) => m.learningStatus),
      { hidden: true }
    ),
    scoreColumn(
      'closestBaselineDeviation',
      of((m) => m.closestBaselineDeviation),
      { width: 200 }
    ),
  ];
}

/** The names of the columns of a metric, to tell them from the others. */
export const METRIC_COLUMN_NAMES: ReadonlySet<string> = new Set([
  'change',
  'nodeId',
  'nodeName',
  'systemId',
  'systemName',
  'metricId',
  'metricName',
  'severity',
  'type',
  'scoreAdjusted',
  'scoreContribution',
  'metricLearningStatus',
  'closestBaselineDeviation',
]);

/** A row per item, or a single one without where there is none. */
export function orNone<T>(items: readonly T[] | null): Array<T | null> {
  return items && items.length > 0 ? [...items] : [null];
}
