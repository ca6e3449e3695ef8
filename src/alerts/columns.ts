import { t } from '@grafana/i18n';
import { type Alert, type AlertMetric } from '../service/alerts';
import { wordsWidth } from '../tables/columnWidths';
import {
  activeColumn,
  coloredColumn,
  type Column,
  countColumn,
  type Look,
  metricColumns,
  scoreColumn,
  wordColumn,
} from '../tables/frame';
import { type LinkRowOf } from '../tables/links';
import { type LinkPlace } from '../tables/targets';
import { METRIC_TYPES, wordOf } from '../tables/words';

/** The common fields of alerts and events. */
type AlertState = Pick<Alert, 'impact' | 'activeMetrics' | 'activeNodes' | 'score' | 'active' | 'learningStatus'>;

/**
 * The columns of an alert's state.
 *
 * @param hidden in tables with a row per metric, which would repeat the alert's figures
 */
export function stateColumns<Row>(of: (row: Row) => AlertState, hidden: boolean) {
  const figures: Array<Column<Row>> = [
    countColumn('activeMetrics', (row) => of(row).activeMetrics, {
      width: 115,
      hidden,
      heading: t('column.active-metrics', 'Active metrics'),
    }),
    countColumn('activeNodes', (row) => of(row).activeNodes, {
      width: 115,
      hidden,
      heading: t('column.active-nodes', 'Active nodes'),
    }),
    reportedColumn('score', (row) => of(row).score, { width: 90, hidden }),
    activeColumn((row) => of(row).active, { hidden }),
    reportedColumn('learningStatus', (row) => of(row).learningStatus, {
      width: 125,
      hidden,
      heading: t('column.learning', 'Learning status'),
    }),
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
      reported('closestBaselineDeviation', {
        width: 200,
        heading: t('column.closest-deviation', 'Closest deviation'),
      }),
      reported('scoreContribution', { width: 150, heading: t('column.contribution', 'Contribution') }),
      reported('scoreAdjusted', { width: 130, heading: t('column.score-adjusted', 'Adjusted score') }),
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
