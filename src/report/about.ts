import { t } from '@grafana/i18n';
import { type About } from '../descriptor';
import { alertFilters, impactField, limitField } from '../fields/sharedFields';
import { type ALERT_REPORT } from './models';

export const alertReport: About<typeof ALERT_REPORT> = {
  name: () => t('type.alert-report', 'Alert report'),
  purpose: () => t('type.alert-report-for', 'Time under alert, compared with the previous period'),
  nothing: () => t('type.alert-report-none', 'No alerts in this time range. Choose a longer range, or fewer filters.'),
  fields: () => [
    {
      label: t('report.editor.rows', 'Display'),
      fields: [
        {
          name: 'by',
          input: 'choice',
          label: t('report.editor.by', 'Group by'),
          tooltip: t(
            'report.editor.by-for',
            'How alerts are grouped. Grouped by system, node or metric, an alert counts once in each group.'
          ),
          width: 20,
          options: [
            { value: 'impact', label: t('report.editor.by-impact', 'Impact') },
            { value: 'day', label: t('report.editor.by-day', 'Day') },
            { value: 'system', label: t('report.editor.by-system', 'System') },
            { value: 'node', label: t('report.editor.by-node', 'Node') },
            { value: 'metric', label: t('report.editor.by-metric', 'Metric') },
          ],
        },
        {
          ...limitField(
            t(
              'report.editor.limit-for',
              'For the time range, and as many for the previous period. If there are more, the most recent are kept.'
            )
          ),
          label: t('report.editor.limit', 'Max alerts'),
          width: 16,
        },
      ],
    },
    { label: t('report.editor.which', 'Filter'), fields: [...alertFilters(), impactField()] },
  ],
  examples: () => [
    {
      title: t('help.report', 'Time under alert, and the previous period'),
      text: t('help.report-text', 'By impact: how many alerts, for how long, and the change.'),
      query: {},
    },
    {
      title: t('help.report-metric', 'The noisiest metrics'),
      text: t('help.report-metric-text', 'Longest under alert first, with alerts that returned within an hour.'),
      query: { by: 'metric' },
    },
  ],
};
