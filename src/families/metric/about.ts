import { t } from '@grafana/i18n';
import { type About, chooseSeries, noMetricData } from '../../present/descriptor';
import { type Option, type Surroundings } from '../../table/field';
import {
  aggregationField,
  autoOption,
  bandsField,
  deviationLimitFields,
  displayRow,
  filterRow,
  legendField,
  seriesField,
} from '../../table/sharedFields';
import { autoGranularity, GRANULARITIES, STEP, stepOf } from '../../ground/granularity';
import { type FORECAST, type METRIC, type MetricQuery } from './models';

export const metric: About<typeof METRIC> = {
  name: () => t('label.metric', 'Metric'),
  group: 'metric',
  purpose: () => t('type.metric-for', 'A metric in the corridors of its learned baseline'),
  missing: chooseSeries,
  nothing: noMetricData,
  fields: () => [
    {
      label: filterRow(),
      fields: [
        seriesField(),
        aggregationField(),
        {
          name: 'granularity',
          input: 'choice',
          width: 22,
          variables: true,
          options: granularities,
          // On v2, a stored one can be changed back.
          shownWhen: (query: MetricQuery, { settings }) =>
            settings.metricVersion !== 'v2' || query.granularity !== 'auto',
        },
      ],
    },
    {
      label: displayRow(),
      fields: [
        bandsField(),
        { name: 'outliers', input: 'flag' },
        {
          name: 'deviation',
          input: 'flag',
          tooltip: t('metric.editor.deviation-for', 'Distance to the nearest corridor, in main corridor widths'),
        },
        { name: 'forecast', input: 'flag' },
        {
          name: 'thin',
          input: 'flag',
          tooltip: t('metric.editor.thin-for', 'At most ten points per pixel. Extremes and outliers are kept.'),
        },
        {
          name: 'compare',
          input: 'choice',
          width: 14,
          variables: true,
          options: [{ value: '', label: t('option.none', 'none') }, { value: '1d' }, { value: '7d' }, { value: '4w' }],
        },
        {
          name: 'overlay',
          input: 'choice',
          width: 14,
          variables: true,
          options: [
            { value: 'none', label: t('option.none', 'none') },
            { value: 'outside', label: t('column.outside', 'Time outside') },
            { value: 'alerts', label: t('label.alerts', 'Alerts') },
            { value: 'anomalies', label: t('label.anomalies', 'Anomalies') },
          ],
        },
        ...deviationLimitFields<MetricQuery>(() => true),
        legendField(),
      ],
    },
  ],
  examples: () => [
    { title: t('type.metric-for', 'A metric in the corridors of its learned baseline'), query: {} },
    { title: t('help.overlay', 'A metric with its alerts'), query: { overlay: 'alerts', deviation: true } },
  ],
};

export const forecast: About<typeof FORECAST> = {
  name: () => t('label.forecast', 'Forecast'),
  group: 'metric',
  purpose: () => t('type.forecast-for', 'The future corridors of a metric'),
  missing: chooseSeries,
  nothing: noMetricData,
  fields: () => [{ label: filterRow(), fields: [seriesField(), bandsField(), legendField()] }],
  examples: () => [{ title: t('type.forecast-for', 'The future corridors of a metric'), query: {} }],
};

/** `auto` shows what it means. */
function granularities(query: MetricQuery, around: Surroundings): Option[] {
  const used = usedGranularity(query, around);
  const auto = autoOption();
  return [
    used ? { ...auto, label: `${auto.label} (${used})` } : auto,
    { value: '1m' },
    { value: '15m' },
    { value: '1h' },
  ];
}

/** The granularity of the last answer to `auto`. Without one, what will be requested for the range. */
function usedGranularity({ refId, granularity }: MetricQuery, { range, data }: Surroundings): string | undefined {
  const frame = data?.series.find((series) => series.refId === refId && series.meta?.custom?.granularity);
  const used: unknown = frame?.meta?.custom?.granularity;
  if (granularity === 'auto' && typeof used === 'string') {
    // The service may use 60m for the list's 1h.
    return GRANULARITIES.find((choice) => STEP[choice] === stepOf(used)) ?? used;
  }
  const { maxDataPoints, intervalMs } = data?.request ?? {};
  return range && autoGranularity({ range: range.to.valueOf() - range.from.valueOf(), maxDataPoints, intervalMs });
}
