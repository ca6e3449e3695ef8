import { t } from '@grafana/i18n';
import { lazy } from 'react';
import { type About } from '../descriptor';
import { type ANOMALIES } from './models';

export const anomalies: About<typeof ANOMALIES> = {
  name: () => t('type.anomalies', 'Anomalies'),
  purpose: () => t('type.anomalies-for', 'Groups of metrics that left their corridors, as table or as series'),
  Editor: lazy(() => import('./AnomaliesEditor')),
  examples: () => [
    {
      title: t('help.anomalies', "The range's anomalies with their metrics"),
      text: t('help.anomalies-text', 'One row per metric that left its corridors.'),
      query: { scope: 'range', withMetrics: true },
    },
  ],
};
