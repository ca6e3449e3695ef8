import { t } from '@grafana/i18n';
import { type About } from '../descriptor';
import { type AVAILABILITY } from './models';

export const availability: About<typeof AVAILABILITY> = {
  name: () => t('type.availability', 'Availability'),
  purpose: () => t('type.availability-for', 'Whether the service responds, and when it last did; no options'),
  nothing: () => t('type.availability-none', 'Run the query to check the service.'),
  fields: () => [],
  examples: () => [
    {
      title: t('help.availability', 'Whether the service responds'),
      text: t('help.availability-text', 'One row, also while the service is down; it says why.'),
      query: {},
    },
  ],
};
