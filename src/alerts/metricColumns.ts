import { type AlertMetric } from '../service/alerts';
import { SEVERITY_COLORS } from '../tables/colors';
import { coloredColumn, type Column, scoreColumn, textColumn } from '../tables/frame';
import { type LinkPlace } from '../tables/links';
import { metricColumns } from '../tables/metricColumns';
import { type Span } from '../time/span';

/** A row that describes a metric, or none where an alert or event has no metrics. */
export interface MetricRow {
  metric: AlertMetric | null;
}

/**
 * The columns of an alert's metric or a change (contract: Frames, from `nodeId` on).
 *
 * @param rows those of the table
 * @param spanOf the time that the corridors of the row's metric are to be seen over
 */
export function alertMetricColumns<Row extends MetricRow>(
  place: LinkPlace,
  rows: readonly Row[],
  spanOf: (field: (name: string) => string) => Span | null
): Array<Column<Row>> {
  const of =
    <T>(read: (metric: AlertMetric) => T | null) =>
    ({ metric }: Row) =>
      metric && read(metric);
  const { nodeId, nodeName, systemId, systemName, metricId, metricName } = metricColumns(
    place,
    rows,
    ({ metric }) => metric,
    spanOf
  );
  const score = (name: string, read: (metric: AlertMetric) => number | null, look: Parameters<typeof scoreColumn>[2]) =>
    scoreColumn<Row>(name, of(read), look);
  const severity = of((m) => m.severity);
  const type = of((m) => m.type);
  return [
    nodeId,
    nodeName,
    systemId,
    systemName,
    metricId,
    metricName,
    coloredColumn('severity', severity, SEVERITY_COLORS),
    textColumn('type', type, { width: 110 }),
    score('scoreAdjusted', (m) => m.scoreAdjusted, { width: 130 }),
    score('scoreContribution', (m) => m.scoreContribution, { width: 150 }),
    score('metricLearningStatus', (m) => m.learningStatus, { hidden: true }),
    score('closestBaselineDeviation', (m) => m.closestBaselineDeviation, { width: 200 }),
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
