import { type Filtering } from '../query/filtering';
import { DEFAULT_RANKED, model, type QueryOf } from '../query/query';
import { NAMES } from '../query/names';
import { choice, number, texts } from '../query/shapes';

/** A ranking shows metrics, not data of their alerts. */
const ON_METRICS: Filtering = { plugin: ['node', 'metric', 'text', 'system'] };

export const DEVIATIONS = model(
  'deviations',
  {
    nodeId: texts(),
    systemId: texts(),
    ...NAMES,
    /** The maximum of rows. */
    limit: number(DEFAULT_RANKED),
    /** `lanes`: how far outside each was, over time. `silent`: which can't raise an alert. */
    format: choice('table', 'lanes', 'silent'),
    /** The subject of a lane. For a node or system, the worst of its metrics. */
    by: choice('metric', 'node', 'system'),
    /**
     * The order: longest outside, furthest outside, or those that left their corridors last. Lanes also have: by newest
     * incident.
     */
    sort: choice('longest', 'furthest', 'newest', 'incident'),
    /** For the table: alerts. Only shows metrics that are not part of them, and that left their corridors when they began. */
    suspectsOf: texts(),
  },
  { filtering: () => ON_METRICS }
);

export type DeviationsQuery = QueryOf<typeof DEVIATIONS>;
/** The order of metrics by their points. */
export type Order = Exclude<DeviationsQuery['sort'], 'incident'>;

/** Without incidents, and within each, the worst are first. */
export function orderOf({ sort }: DeviationsQuery): Order {
  return sort === 'incident' ? 'longest' : sort;
}

declare module '../query/query' {
  interface QueryModels {
    deviations: typeof DEVIATIONS;
  }
}
