import { t } from '@grafana/i18n';
import { GROUP_BY, IMPACT, limit, METRIC_OF_NODE, NODE, SEARCH } from '../../ground/fields';
import { BY_SEARCH } from '../../ground/filtering';
import { model, type QueryOf } from '../../ground/query';
import { choice } from '../../ground/shapes';

const purpose = () => t('type.alert-report-for', 'How long alerts were active, and how many there were');
const quality = () => t('report.quality', 'Quality of alerting');

export const ALERT_REPORT = model(
  'alertReport',
  {
    /** What the rows are about. */
    by: choice(
      {
        impact: () => t('label.impact', 'Impact'),
        day: () => t('label.day', 'Day'),
        system: () => t('label.system', 'System'),
        node: () => t('label.node', 'Node'),
        metric: () => t('label.metric', 'Metric'),
        series: () => t('report.series', 'Metric of a node'),
        quality,
        summary: () => t('label.summary', 'Summary'),
        handover: () => t('report.handover.title', 'Handover'),
      },
      { ...GROUP_BY, width: 20 }
    ),
    q: SEARCH,
    impact: IMPACT,
    nodeId: NODE,
    metricId: METRIC_OF_NODE,
    /** The maximum of alerts in the range, and in the previous period. */
    limit: limit(),
  },
  {
    filtering: () => BY_SEARCH,
    display: ['limit'],
    about: {
      name: () => t('type.alert-report', 'Alert report'),
      group: 'report',
      purpose,
      examples: [
        { title: purpose, query: {} },
        { title: () => t('help.report-metric', 'The noisiest metrics'), query: { by: 'metric' } },
        { title: () => t('help.report-summary', 'The time range in a sentence'), query: { by: 'summary' } },
        { title: quality, query: { by: 'quality' } },
        { title: () => t('help.report-handover', 'A text for the next shift'), query: { by: 'handover' } },
      ],
    },
  }
);

export type AlertReportQuery = QueryOf<typeof ALERT_REPORT>;
export type By = AlertReportQuery['by'];
