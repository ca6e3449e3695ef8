import { model, type QueryOf } from '../query/query';
import { WHICH_SERIES } from '../query/series';
import { flag } from '../query/shapes';

/** Beyond the contract: how a metric is, in words. */
export const EXPLAIN = model('explain', {
  ...WHICH_SERIES,
  /** Of a metric that is outside: whether it was as far out in the 30 days before the range's end. */
  usual: flag(false),
});

export type ExplainQuery = QueryOf<typeof EXPLAIN>;

declare module '../query/query' {
  interface QueryModels {
    explain: typeof EXPLAIN;
  }
}
