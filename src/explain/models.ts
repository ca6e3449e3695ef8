import { model, type QueryOf } from '../query/query';
import { WHICH_SERIES } from '../query/series';

/** Beyond the contract: how a metric is, in words. */
export const EXPLAIN = model('explain', WHICH_SERIES);

export type ExplainQuery = QueryOf<typeof EXPLAIN>;

declare module '../query/query' {
  interface QueryModels {
    explain: typeof EXPLAIN;
  }
}
