import { t } from '@grafana/i18n';
import { lazy } from 'react';
import { type About, chooseSeries, shownWith } from '../descriptor';
import { type FORECAST, type METRIC } from './models';

export const metric: About<typeof METRIC> = {
  name: () => t('type.metric', 'Metric'),
  purpose: () => t('type.metric-for', 'A metric in the corridors of its learned baseline'),
  missing: chooseSeries,
  nothing: () =>
    t('type.metric-none', 'No value in this range. Choose a longer or an earlier range, and check node and metric.'),
  Editor: lazy(() => import('./MetricEditor')),
  examples: ({ series }) => [
    {
      title: t('help.metric', 'A metric in its corridors'),
      text: t('help.metric-text', 'The value, the bands of its learned baseline, and what lies outside.'),
      ...shownWith(series),
    },
    {
      title: t('help.overlay', 'A metric with the alerts raised for it'),
      text: t('help.overlay-text', 'With how far it deviates, in widths of its main corridor.'),
      ...shownWith(series, { overlay: 'alerts', deviation: true }),
    },
  ],
};

export const forecast: About<typeof FORECAST> = {
  name: () => t('type.forecast', 'Forecast'),
  purpose: () => t('type.forecast-for', 'The corridors that are expected ahead of now'),
  missing: chooseSeries,
  nothing: () =>
    t(
      'type.forecast-none',
      'No forecast. Check node and metric; a metric has one once its baseline is learned, usually within 7 days after ingestion begins.'
    ),
  Editor: lazy(() => import('./ForecastEditor')),
  examples: ({ series }) => [
    {
      title: t('help.forecast', 'What is expected next'),
      text: t('help.forecast-text', 'The corridors ahead of now: choose a range that ends in the future.'),
      ...shownWith(series),
    },
  ],
};
