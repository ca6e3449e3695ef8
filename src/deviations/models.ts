import { DEFAULT_RANKED, model, type QueryOf } from '../query/query';
import { number, texts } from '../query/shapes';

export const DEVIATIONS = model('deviations', {
  nodeId: texts(),
  systemId: texts(),
  /** How many are shown. */
  limit: number(DEFAULT_RANKED),
});

export type DeviationsQuery = QueryOf<typeof DEVIATIONS>;

declare module '../query/query' {
  interface QueryModels {
    deviations: typeof DEVIATIONS;
  }
}
