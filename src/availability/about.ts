import { t } from '@grafana/i18n';
import { lazy } from 'react';
import { type About } from '../descriptor';
import { type AVAILABILITY } from './models';

export const availability: About<typeof AVAILABILITY> = {
  name: () => t('type.availability', 'Availability'),
  purpose: () => t('type.availability-for', 'Whether the service answers, and when it last did'),
  nothing: () => t('type.availability-none', 'The service was not asked yet: run the query.'),
  Editor: lazy(() => import('./AvailabilityEditor')),
  examples: () => [
    {
      title: t('help.availability', 'Whether the service answers'),
      text: t('help.availability-text', 'One row that is there while the service is not, and says why.'),
      query: {},
    },
  ],
};
