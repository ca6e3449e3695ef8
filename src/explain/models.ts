import { model, type QueryOf } from '../query/query';
import { namesSeries, WHICH_SERIES } from '../query/series';
import { flag, text } from '../query/shapes';

/** How a metric is, in a sentence. */
export const EXPLAIN = model(
  'explain',
  {
    ...WHICH_SERIES,
    /** Empty: the service decides. */
    aggregation: text(),
    /** For a metric that is outside: whether it was as far outside in the 30 days before. */
    usual: flag(false),
  },
  { isComplete: namesSeries, ofSeries: true }
);

export type ExplainQuery = QueryOf<typeof EXPLAIN>;

declare module '../query/query' {
  interface QueryModels {
    explain: typeof EXPLAIN;
  }
}
