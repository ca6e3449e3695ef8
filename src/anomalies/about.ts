import { t } from '@grafana/i18n';
import { lazy } from 'react';
import { type About } from '../descriptor';
import { type ANOMALIES } from './models';

export const anomalies: About<typeof ANOMALIES> = {
  name: () => t('type.anomalies', 'Anomalies'),
  purpose: () => t('type.anomalies-for', 'Groups of metrics that left their corridors, as table or as series'),
  missing: () =>
    t(
      'type.anomalies-missing',
      'Choose an alert; for one update also its identifier, which stands in the column updateId of the updates of the alert.'
    ),
  nothing: () =>
    t('type.anomalies-none', 'No anomaly was found. Choose a longer range, others at Which, or fewer filters.'),
  Editor: lazy(() => import('./AnomaliesEditor')),
  examples: () => [
    {
      title: t('help.anomalies', "The range's anomalies with their metrics"),
      text: t('help.anomalies-text', 'One row per metric that left its corridors.'),
      query: { scope: 'range', withMetrics: true },
    },
  ],
};
