import { t } from '@grafana/i18n';
import { lazy } from 'react';
import { type About } from '../descriptor';
import { type DEVIATIONS } from './models';

export const deviations: About<typeof DEVIATIONS> = {
  name: () => t('type.deviations', 'Deviations'),
  purpose: () => t('type.deviations-for', 'The metrics that were most outside their corridors, ranked'),
  Editor: lazy(() => import('./DeviationsEditor')),
  examples: () => [
    {
      title: t('help.deviations', 'The metrics most outside their corridors'),
      text: t('help.deviations-text', 'Ranked by the share of the range that they spent outside.'),
      query: {},
    },
  ],
};
