import { model, type QueryOf } from '../query/query';

/** It has no fields: it is about the data source. Filters are not, so a notice on each page that has some would say nothing. */
export const AVAILABILITY = model('availability', {}, { filtering: () => undefined });

export type AvailabilityQuery = QueryOf<typeof AVAILABILITY>;

declare module '../query/query' {
  interface QueryModels {
    availability: typeof AVAILABILITY;
  }
}
