import { t } from '@grafana/i18n';
import { type About, nothingFound } from '../../present/descriptor';
import { alertFilters, displayRow, filterRow, impactField, limitField } from '../../table/sharedFields';
import { type ALERT_REPORT } from './models';

const purpose = () => t('type.alert-report-for', 'How long alerts were active, and how many there were');

export const alertReport: About<typeof ALERT_REPORT> = {
  name: () => t('type.alert-report', 'Alert report'),
  group: 'report',
  purpose,
  nothing: nothingFound,
  fields: () => [
    {
      label: displayRow(),
      fields: [
        {
          name: 'by',
          input: 'choice',
          width: 20,
          options: [
            { value: 'impact', label: t('label.impact', 'Impact') },
            { value: 'day', label: t('label.day', 'Day') },
            { value: 'system', label: t('label.system', 'System') },
            { value: 'node', label: t('label.node', 'Node') },
            { value: 'metric', label: t('label.metric', 'Metric') },
            { value: 'series', label: t('report.series', 'Metric of a node') },
            { value: 'quality', label: t('report.quality', 'Quality of alerting') },
            { value: 'summary', label: t('label.summary', 'Summary') },
            { value: 'handover', label: t('report.handover.title', 'Handover') },
          ],
        },
        { ...limitField(), width: 16 },
      ],
    },
    { label: filterRow(), fields: [...alertFilters(), impactField()] },
  ],
  examples: () => [
    { title: purpose(), query: {} },
    { title: t('help.report-metric', 'The noisiest metrics'), query: { by: 'metric' } },
    { title: t('help.report-summary', 'The time range in a sentence'), query: { by: 'summary' } },
    { title: t('report.quality', 'Quality of alerting'), query: { by: 'quality' } },
    { title: t('help.report-handover', 'A text for the next shift'), query: { by: 'handover' } },
  ],
};
