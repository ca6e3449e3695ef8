import { AbstractLabelOperator, type AbstractQuery } from '@grafana/data';
import { type AnomalyQuery } from './query';

/** Labels that other data sources may carry this service's identifiers in, the plugin's own first. */
const NODE_LABELS = ['node_id', 'nodeId', 'node'];
const METRIC_LABELS = ['metric_id', 'metricId', 'metric'];

/**
 * Queries of another data source as metric queries: a node and a metric that its label matchers name are taken over. One
 * that names neither starts empty.
 */
export function fromAbstractQueries(queries: AbstractQuery[]): AnomalyQuery[] {
  return queries.map(({ refId, labelMatchers }) => {
    const labels = new Map(
      labelMatchers
        .filter(({ operator }) => operator === AbstractLabelOperator.Equal)
        .map(({ name, value }) => [name, value])
    );
    const first = (names: string[]) => names.map((name) => labels.get(name)).find((value) => value) ?? '';
    return { refId, queryType: 'metric', nodeId: first(NODE_LABELS), metricId: first(METRIC_LABELS) };
  });
}
