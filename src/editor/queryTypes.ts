import { t } from '@grafana/i18n';
import { type ComboboxOption } from '@grafana/ui';
import { type PanelQueryType } from '../query/query';

/** The query types in the order of the list, each with a line on what it is for. */
export function queryTypes(): Array<ComboboxOption<PanelQueryType>> {
  return [
    {
      value: 'metric',
      label: t('type.metric', 'Metric'),
      description: t('type.metric-for', 'A metric in the corridors of its learned baseline'),
    },
    {
      value: 'forecast',
      label: t('type.forecast', 'Forecast'),
      description: t('type.forecast-for', 'The corridors that are expected ahead of now'),
    },
    {
      value: 'alerts',
      label: t('type.alerts', 'Alerts'),
      description: t('type.alerts-for', 'What is alerting now, or was at a point in time'),
    },
    {
      value: 'alertEvents',
      label: t('type.alert-events', 'Alert events'),
      description: t('type.alert-events-for', 'How alerts went: their timeline as table, logs or states'),
    },
    {
      value: 'alertSearch',
      label: t('type.alert-search', 'Alert search'),
      description: t('type.alert-search-for', "The range's alerts by text, impact, score, node or metric"),
    },
    {
      value: 'alertCounts',
      label: t('type.alert-counts', 'Alert counts'),
      description: t('type.alert-counts-for', 'How many alerts were active over time, by impact'),
    },
    {
      value: 'anomalies',
      label: t('type.anomalies', 'Anomalies'),
      description: t('type.anomalies-for', 'Groups of metrics that left their corridors, as table or as series'),
    },
    {
      value: 'deviations',
      label: t('type.deviations', 'Deviations'),
      description: t('type.deviations-for', 'The metrics that were most outside their corridors, ranked'),
    },
  ];
}
