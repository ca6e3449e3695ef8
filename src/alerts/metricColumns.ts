import { t } from '@grafana/i18n';
import { type AlertMetric } from '../service/alerts';
import { coloredColumn, type Column, type Look, scoreColumn, wordColumn, metricColumns } from '../tables/frame';
import { type LinkPlace, type SpanOf } from '../tables/links';
import { METRIC_TYPES } from '../tables/words';

/** A row that describes a metric, or none where an alert or event has no metrics. */
export interface MetricRow {
  metric: AlertMetric | null;
}

/** The columns of an alert's metric or a change. */
export interface AlertMetricColumns<Row> {
  /** What is wrong with which metric, in the order that the contract has for alerts: severity first. */
  what: Array<Column<Row>>;
  /** The same in the order that it has for changes: names first. */
  named: Array<Column<Row>>;
  ids: Array<Column<Row>>;
}

/**
 * The columns of an alert's metric or a change (contract: Frames).
 *
 * @param rows those of the table
 * @param spanOf the time that the corridors of the row's metric are to be seen over
 */
export function alertMetricColumns<Row extends MetricRow>(
  place: LinkPlace,
  rows: readonly Row[],
  spanOf: SpanOf
): AlertMetricColumns<Row> {
  const of =
    <T>(read: (metric: AlertMetric) => T | null) =>
    ({ metric }: Row) =>
      metric && read(metric);
  const columns = metricColumns(place, rows, ({ metric }) => metric, spanOf);
  const names = [columns.metricName, columns.nodeName, columns.systemName];
  const severity = coloredColumn<Row>(
    'severity',
    of((m) => m.severity),
    { width: 85 }
  );
  const rest = [
    wordColumn<Row>(
      'type',
      METRIC_TYPES,
      of((m) => m.type),
      { width: 105 }
    ),
    scoreColumn<Row>(
      'closestBaselineDeviation',
      of((m) => m.closestBaselineDeviation),
      {
        width: 200,
        description: t('tables.as-reported', 'As reported by the service; its scale is not documented.'),
      }
    ),
    scoreColumn<Row>(
      'scoreContribution',
      of((m) => m.scoreContribution),
      {
        width: 150,
        description: t('tables.as-reported', 'As reported by the service; its scale is not documented.'),
      }
    ),
    scoreColumn<Row>(
      'scoreAdjusted',
      of((m) => m.scoreAdjusted),
      {
        width: 130,
        description: t('tables.as-reported', 'As reported by the service; its scale is not documented.'),
      }
    ),
    learningColumn<Row>(
      'metricLearningStatus',
      of((m) => m.learningStatus),
      { hidden: true }
    ),
  ];
  return {
    what: [severity, ...names, ...rest],
    named: [...names, severity, ...rest],
    ids: [columns.nodeId, columns.systemId, columns.metricId],
  };
}

export function scoredColumn<Row>(of: (row: Row) => number | null, look: Look): Column<Row> {
  return scoreColumn('score', of, {
    width: 90,
    description: t('tables.as-reported', 'As reported by the service; its scale is not documented.'),
    ...look,
  });
}

export function learningColumn<Row>(name: string, of: (row: Row) => number | null, look: Look): Column<Row> {
  return scoreColumn(name, of, {
    width: 125,
    description: t('tables.as-reported', 'As reported by the service; its scale is not documented.'),
    ...look,
  });
}

/** A row per item, or a single one without where there is none. */
export function orNone<T>(items: readonly T[] | null): Array<T | null> {
  return items && items.length > 0 ? [...items] : [null];
}
