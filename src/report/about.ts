import { t } from '@grafana/i18n';
import { lazy } from 'react';
import { type About } from '../descriptor';
import { type ALERT_REPORT } from './models';

export const alertReport: About<typeof ALERT_REPORT> = {
  name: () => t('type.alert-report', 'Alert report'),
  purpose: () => t('type.alert-report-for', 'How much trouble there was, and whether it gets better'),
  nothing: () =>
    t('type.alert-report-none', 'No alert was found in this range. Choose a longer range, or fewer filters.'),
  Editor: lazy(() => import('./AlertReportEditor')),
  examples: () => [
    {
      title: t('help.report', 'Time under alert, against the time before'),
      text: t('help.report-text', 'By impact: how many alerts, for how long, and how it was in the span before.'),
      query: {},
    },
    {
      title: t('help.report-metric', 'The noisiest metrics'),
      text: t('help.report-metric-text', 'Those longest under alert first, with alerts that came back within an hour.'),
      query: { by: 'metric' },
    },
  ],
};
