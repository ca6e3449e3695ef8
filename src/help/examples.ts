import { t } from '@grafana/i18n';
import { type AnomalyQuery } from '../query/query';

/** A metric of a node, for the examples that need one. */
export interface Series {
  nodeId: string;
  metricId: string;
  nodeName?: string;
  metricName?: string;
}

export interface Example {
  title: string;
  text: string;
  query: Omit<AnomalyQuery, 'refId'>;
}

/** Examples that run as they are; those of metric data only where a metric is known. */
export function examples(series: Series | undefined): Example[] {
  return [...alertExamples(), ...anomalyExamples(), ...(series ? metricExamples(series) : [])];
}

function alertExamples(): Example[] {
  return [
    {
      title: t('help.now', 'What is alerting now'),
      text: t('help.now-text', 'One row per active alert; its id leads to its events.'),
      query: { queryType: 'alerts' },
    },
    {
      title: t('help.then', "What was alerting at the range's end"),
      text: t('help.then-text', 'Move the time picker, and the table replays what was active then.'),

      query: { queryType: 'alerts', at: '${__to}', metrics: true },
    },
    {
      title: t('help.counts', 'How many alerts were active over time'),
      text: t('help.counts-text', 'Stacked bars by impact.'),
      query: { queryType: 'alertCounts' },
    },
    {
      title: t('help.severe', "The range's severe alerts"),
      text: t('help.severe-text', 'A search by impact; text, score, node and metric narrow it further.'),
      query: { queryType: 'alertSearch', impact: 'severe' },
    },
    {
      title: t('help.logs', 'How alerts went, as logs'),
      text: t('help.logs-text', "Created, updated and ended events of the range's alerts."),
      query: { queryType: 'alertEvents', format: 'logs' },
    },
    {
      title: t('help.states', 'Which metric moved first'),
      text: t('help.states-text', 'Each metric with its severity over time, for a state timeline panel.'),
      query: { queryType: 'alertEvents', format: 'states' },
    },
  ];
}

function anomalyExamples(): Example[] {
  return [
    {
      title: t('help.anomalies', "The range's anomalies with their metrics"),
      text: t('help.anomalies-text', 'One row per metric that left its corridors.'),
      query: { queryType: 'anomalies', scope: 'range', withMetrics: true },
    },
    {
      title: t('help.deviations', 'The metrics most outside their corridors'),
      text: t('help.deviations-text', 'Ranked by the share of the range that they spent outside.'),
      query: { queryType: 'deviations' },
    },
  ];
}

function metricExamples(series: Series): Example[] {
  return [
    {
      title: t('help.metric', 'A metric in its corridors'),
      text: t('help.metric-text', 'The value, the bands of its learned baseline, and what lies outside.'),
      query: { queryType: 'metric', ...series },
    },
    {
      title: t('help.overlay', 'A metric with the alerts raised for it'),
      text: t('help.overlay-text', 'With how far it deviates, in widths of its main corridor.'),
      query: { queryType: 'metric', ...series, overlay: 'alerts', deviation: true },
    },
    {
      title: t('help.forecast', 'What is expected next'),
      text: t('help.forecast-text', 'The corridors ahead of now: choose a range that ends in the future.'),
      query: { queryType: 'forecast', ...series },
    },
  ];
}
