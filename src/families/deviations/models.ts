import { type Filtering } from '../../ground/filtering';
import { DEFAULT_RANKED, model, type QueryOf } from '../../ground/query';
import { DEVIATION_LIMITS } from '../../ground/limits';
import { NAMES } from '../../ground/names';
import { choice, number, texts } from '../../ground/shapes';

/** A ranking shows metrics, not data of their alerts. */
const ON_METRICS: Filtering = { plugin: ['node', 'metric', 'text', 'system'] };

export const DEVIATIONS = model(
  'deviations',
  {
    nodeId: texts(),
    systemId: texts(),
    ...NAMES,
    ...DEVIATION_LIMITS,
    /** The maximum of rows. */
    limit: number(DEFAULT_RANKED),
    /** `lanes`: how far outside each was, over time. `share`: how many were. `silent`: without data or corridor. */
    format: choice('table', 'lanes', 'share', 'silent'),
    /** The subject of a lane. For a node or system, the worst of its metrics. */
    by: choice('metric', 'node', 'system'),
    /** The order: longest outside, furthest outside, or those that left their corridors last. */
    sort: choice('longest', 'furthest', 'newest'),
    /** For the table: alerts. Only shows metrics that are not part of them, and that changed when they began. */
    suspectsOf: texts(),
  },
  { filtering: () => ON_METRICS }
);

export type DeviationsQuery = QueryOf<typeof DEVIATIONS>;
export type Order = DeviationsQuery['sort'];

declare module '../../ground/query' {
  interface QueryModels {
    deviations: typeof DEVIATIONS;
  }
}
