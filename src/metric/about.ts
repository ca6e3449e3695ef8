import { t } from '@grafana/i18n';
import { type About, chooseSeries } from '../descriptor';
import { type Field, type Option, type Surroundings } from '../fields/field';
import { aggregationField, bandsField, legendField, seriesField } from '../fields/sharedFields';
import { autoGranularity, GRANULARITIES, STEP, stepOf } from '../query/granularity';
import { type FORECAST, type METRIC, type MetricQuery } from './models';

export const metric: About<typeof METRIC> = {
  name: () => t('type.metric', 'Metric'),
  purpose: () => t('type.metric-for', 'A metric in the corridors of its learned baseline'),
  missing: chooseSeries,
  nothing: () =>
    t('type.metric-none', 'No value in this range. Choose a longer or an earlier range, and check node and metric.'),
  fields: () => [
    {
      label: t('metric.editor.read', 'Data'),
      fields: [
        seriesField(),
        aggregationField(),
        {
          ...granularity(),
          tooltip: t('metric.editor.granularity-for', 'Time between two points. Long ranges take several requests.'),
          shownWhen: (_, { settings }) => settings.metricVersion !== 'v2',
        },
        {
          ...granularity(),
          tooltip: t('metric.editor.granularity-v2', 'Granularity is ignored: the v2 API chooses it. Select auto.'),
          shownWhen: (query: MetricQuery, { settings }) =>
            settings.metricVersion === 'v2' && query.granularity !== 'auto',
        },
      ],
    },
    {
      label: t('metric.editor.show', 'Display'),
      fields: [
        bandsField(),
        {
          name: 'outliers',
          input: 'flag',
          label: t('metric.editor.outliers', 'Outliers'),
          tooltip: t('metric.editor.outliers-for', 'Marks values outside every corridor, including hidden ones.'),
        },
        {
          name: 'deviation',
          input: 'flag',
          label: t('metric.editor.deviation', 'Deviation'),
          tooltip: t(
            'metric.editor.deviation-for',
            'Adds how far a value is outside its corridors, in widths of the main corridor: positive above, negative below.'
          ),
        },
        {
          name: 'forecast',
          input: 'flag',
          label: t('metric.editor.forecast', 'Forecast'),
          tooltip: t(
            'metric.editor.forecast-for',
            'Adds the expected corridors. Choose a time range that ends in the future to see them.'
          ),
        },
        {
          name: 'thin',
          input: 'flag',
          label: t('metric.editor.thin', 'Downsample'),
          tooltip: t(
            'metric.editor.thin-for',
            'Drops points when there are more than ten per pixel. Extremes and outliers are kept.'
          ),
        },
        {
          name: 'compare',
          input: 'choice',
          label: t('metric.editor.compare', 'Compare'),
          tooltip: t('metric.editor.compare-for', 'Also draws the value from that long ago, as a dashed line.'),
          width: 14,
          variables: true,
          options: [
            { value: '', label: t('metric.editor.compare-none', 'none') },
            { value: '1d', description: t('metric.editor.1d', 'A day before') },
            { value: '7d', description: t('metric.editor.7d', 'A week before') },
            { value: '4w', description: t('metric.editor.4w', 'Four weeks before') },
          ],
        },
        {
          name: 'overlay',
          input: 'choice',
          label: t('metric.editor.overlay', 'Overlay'),
          tooltip: t('metric.editor.overlay-for', 'Shows alerts or anomalies for this node and metric in the panel.'),
          width: 14,
          variables: true,
          options: [
            { value: 'none', label: t('metric.editor.overlay-none', 'none') },
            { value: 'alerts', label: t('metric.editor.overlay-alerts', 'alerts') },
            { value: 'anomalies', label: t('metric.editor.overlay-anomalies', 'anomalies') },
          ],
        },
        legendField(),
      ],
    },
  ],
  examples: () => [
    {
      title: t('help.metric', 'A metric in its corridors'),
      text: t('help.metric-text', 'The value, the bands of its learned baseline, and outliers.'),
      query: {},
    },
    {
      title: t('help.overlay', 'A metric with its alerts'),
      text: t('help.overlay-text', 'Also how far it deviates, in widths of its main corridor.'),
      query: { overlay: 'alerts', deviation: true },
    },
  ],
};

export const forecast: About<typeof FORECAST> = {
  name: () => t('type.forecast', 'Forecast'),
  purpose: () => t('type.forecast-for', 'The corridors expected from now on'),
  missing: chooseSeries,
  nothing: () =>
    t(
      'type.forecast-none',
      'No forecast. Check node and metric. Corridors usually exist within 7 days of the first data.'
    ),
  fields: () => [{ label: t('forecast.editor.row', 'Forecast'), fields: [seriesField(), bandsField(), legendField()] }],
  examples: () => [
    {
      title: t('help.forecast', 'What is expected next'),
      text: t('help.forecast-text', 'The corridors from now on: choose a time range that ends in the future.'),
      query: {},
    },
  ],
};

function granularity(): Field<MetricQuery> {
  return {
    name: 'granularity',
    input: 'choice',
    label: t('metric.editor.granularity', 'Granularity'),
    width: 18,
    variables: true,
    options: granularities,
  };
}

/** `auto` says what it comes to. */
function granularities(query: MetricQuery, around: Surroundings): Option[] {
  const used = usedGranularity(query, around);
  return [
    {
      value: 'auto',
      label: used ? t('metric.editor.auto-is', 'auto ({{used}})', { used }) : t('metric.editor.auto', 'auto'),
      description: t('metric.editor.auto-for', 'The finest that fits the panel'),
    },
    { value: '1m', description: t('metric.editor.1m', 'Every minute') },
    { value: '15m', description: t('metric.editor.15m', 'Every 15 minutes') },
    { value: '1h', description: t('metric.editor.1h', 'Every hour') },
  ];
}

/** What the last answer to `auto` had; without one, what will be requested for the range. */
function usedGranularity({ refId, granularity }: MetricQuery, { range, data }: Surroundings): string | undefined {
  const frame = data?.series.find((series) => series.refId === refId && series.meta?.custom?.granularity);
  const used: unknown = frame?.meta?.custom?.granularity;
  if (granularity === 'auto' && typeof used === 'string') {
    // The service may write 60m for what the list calls 1h.
    return GRANULARITIES.find((choice) => STEP[choice] === stepOf(used)) ?? used;
  }
  const { maxDataPoints, intervalMs } = data?.request ?? {};
  return range && autoGranularity({ range: range.to.valueOf() - range.from.valueOf(), maxDataPoints, intervalMs });
}
