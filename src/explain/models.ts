import { model, type QueryOf } from '../query/query';
import { namesSeries, WHICH_SERIES } from '../query/series';
import { text } from '../query/shapes';

/** The state of a metric as a sentence. */
export const EXPLAIN = model(
  'explain',
  {
    ...WHICH_SERIES,
    /** Empty: the service decides. */
    aggregation: text(),
  },
  { isComplete: namesSeries, ofSeries: true }
);

export type ExplainQuery = QueryOf<typeof EXPLAIN>;

declare module '../query/query' {
  interface QueryModels {
    explain: typeof EXPLAIN;
  }
}
