import { model, type QueryOf } from '../query/query';

/** It has no fields: it is about the data source. */
export const AVAILABILITY = model('availability', {});

export type AvailabilityQuery = QueryOf<typeof AVAILABILITY>;

declare module '../query/query' {
  interface QueryModels {
    availability: typeof AVAILABILITY;
  }
}
