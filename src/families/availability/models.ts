import { t } from '@grafana/i18n';
import { model, type QueryOf } from '../../ground/query';

/**
 * It has no fields, because it is about the data source. Filters do not apply, and a notice would be on every page with
 * filters.
 */
export const AVAILABILITY = model(
  'availability',
  {},
  {
    filtering: () => undefined,
    about: {
      name: () => t('type.availability', 'Availability'),
      group: 'lists',
      purpose: () => t('type.availability-for', 'Whether the service responds, and when it last did'),
    },
  }
);

export type AvailabilityQuery = QueryOf<typeof AVAILABILITY>;
