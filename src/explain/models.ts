import { model, type QueryOf } from '../query/query';
import { SERIES_FIELDS } from '../query/series';

const { nodeId, metricId, series, nodeName, metricName, systemName } = SERIES_FIELDS;

/** Beyond the contract: how a metric is, in words. */
export const EXPLAIN = model('explain', { nodeId, metricId, series, nodeName, metricName, systemName });

export type ExplainQuery = QueryOf<typeof EXPLAIN>;

declare module '../query/query' {
  interface QueryModels {
    explain: typeof EXPLAIN;
  }
}
