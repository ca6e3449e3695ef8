import { type Filtering } from '../query/filtering';
import { DEFAULT_RANKED, model, type QueryOf } from '../query/query';
import { NAMES } from '../query/names';
import { choice, number, texts } from '../query/shapes';

/** A ranking shows metrics, not what their alerts say about them. */
const ON_METRICS: Filtering = { plugin: ['node', 'metric', 'text', 'system'] };

export const DEVIATIONS = model(
  'deviations',
  {
    nodeId: texts(),
    systemId: texts(),
    ...NAMES,
    /** How many are shown. */
    limit: number(DEFAULT_RANKED),
    /** `lanes`: how far outside each was, over time; `silent`: which can't raise an alert. */
    format: choice('table', 'lanes', 'silent'),
    /** What a lane is; of a node or system it is the worst of theirs. */
    by: choice('metric', 'node', 'system'),
    /**
     * Which come first: those outside for most of the time, those furthest outside, or those that left their corridors last;
     * lanes also by their newest incident.
     */
    sort: choice('longest', 'furthest', 'newest', 'incident'),
    /** For the table: alerts; only metrics that are not part of them, and left their corridors when they began. */
    suspectsOf: texts(),
  },
  { filtering: () => ON_METRICS }
);

export type DeviationsQuery = QueryOf<typeof DEVIATIONS>;
/** Which metrics come first by their points. */
export type Order = Exclude<DeviationsQuery['sort'], 'incident'>;

/** Without incidents, and within each, the worst come first. */
export function orderOf({ sort }: DeviationsQuery): Order {
  return sort === 'incident' ? 'longest' : sort;
}

declare module '../query/query' {
  interface QueryModels {
    deviations: typeof DEVIATIONS;
  }
}
