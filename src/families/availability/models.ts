import { model, type QueryOf } from '../../ground/query';

/**
 * It has no fields, because it is about the data source. Filters do not apply, and a notice would be on every page with
 * filters.
 */
export const AVAILABILITY = model('availability', {}, { filtering: () => undefined });

export type AvailabilityQuery = QueryOf<typeof AVAILABILITY>;

declare module '../../ground/query' {
  interface QueryModels {
    availability: typeof AVAILABILITY;
  }
}
