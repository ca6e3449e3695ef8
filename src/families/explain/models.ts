import { model, type QueryOf } from '../../ground/query';
import { namesSeries, WHICH_SERIES } from '../../ground/series';
import { text } from '../../ground/shapes';

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

declare module '../../ground/query' {
  interface QueryModels {
    explain: typeof EXPLAIN;
  }
}
