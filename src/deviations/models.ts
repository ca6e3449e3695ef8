import { DEFAULT_RANKED, model, type QueryOf } from '../query/query';
import { choice, number, texts } from '../query/shapes';

export const DEVIATIONS = model(
  'deviations',
  {
    nodeId: texts(),
    systemId: texts(),
    /** How many are shown. */
    limit: number(DEFAULT_RANKED),
    /** `lanes`: how far outside each was, over time. */
    format: choice('table', 'lanes'),
    /** What a lane is; of a node or system it is the worst of theirs. */
    by: choice('metric', 'node', 'system'),
    /** Beyond the contract, for the table: alerts; only metrics that are not part of them, and left their corridors when they began. */
    besides: texts(),
  },
  { unsaid: ['limit'] }
);

export type DeviationsQuery = QueryOf<typeof DEVIATIONS>;

declare module '../query/query' {
  interface QueryModels {
    deviations: typeof DEVIATIONS;
  }
}
