import { t } from '@grafana/i18n';
import { upperFirst } from 'lodash';
import {
  AGGREGATION,
  AUTO,
  DEVIATION_LIMITS,
  namesSeries,
  NONE,
  OVERLAY,
  SERIES_FIELDS,
  SERIES_SHOWN_WHEN,
  asWritten,
} from '../../ground/fields';
import { type GranularityChoice, model, type QueryOf } from '../../ground/query';
import { flag, word } from '../../ground/shapes';

const purpose = () => t('type.metric-for', 'A metric in the corridors of its learned baseline');

export const METRIC = model(
  'metric',
  {
    ...SERIES_FIELDS,
    aggregation: AGGREGATION,
    granularity: word<GranularityChoice>('auto', {
      label: () => t('label.granularity', 'Granularity'),
      width: 16,
      options: { auto: AUTO, ...asWritten('1m', '15m', '1h') },
    }),
    outliers: flag(true, { label: () => t('metric.editor.outliers', 'Outliers') }),
    /** In widths of the main corridor. */
    deviation: flag(false, {
      label: () => upperFirst(t('words.deviation', 'deviation')),
      help: () => t('metric.editor.deviation-for', 'Distance to the nearest corridor, in main corridor widths'),
    }),
    forecast: flag(false, { label: () => t('label.forecast', 'Forecast') }),
    overlay: OVERLAY,
    /** Also draws the earlier value. */
    compare: word('', {
      label: () => t('metric.editor.compare', 'Compare'),
      width: 14,
      options: { '': NONE, ...asWritten('1d', '7d', '4w') },
    }),
    ...DEVIATION_LIMITS,
    thin: flag(true, {
      label: () => t('metric.editor.thin', 'Downsample'),
      help: () => t('metric.editor.thin-for', 'At most ten points per pixel. Extremes and outliers are kept.'),
    }),
  },
  {
    isComplete: namesSeries,
    ofSeries: true,
    display: [
      ...(['bands', 'outliers', 'deviation', 'forecast', 'thin', 'compare', 'overlay'] as const),
      ...(['minDeviation', 'minDeviationIn', 'side', 'legend'] as const),
    ],
    // On v2, a stored one can be changed back.
    shownWhen: {
      granularity: ({ granularity }, { metricVersion }) => metricVersion !== 'v2' || granularity !== 'auto',
      ...SERIES_SHOWN_WHEN,
    },
    about: {
      name: () => t('label.metric', 'Metric'),
      group: 'metric',
      purpose,
      examples: [
        { title: purpose, query: {} },
        {
          title: () => t('help.overlay', 'A metric with its alerts'),
          query: { overlay: 'alerts', deviation: true },
        },
      ],
    },
  }
);

export const FORECAST = model('forecast', SERIES_FIELDS, {
  isComplete: namesSeries,
  ofSeries: true,
  shownWhen: SERIES_SHOWN_WHEN,
  about: {
    name: () => t('label.forecast', 'Forecast'),
    group: 'metric',
    purpose: () => t('type.forecast-for', 'The future corridors of a metric'),
  },
});

export type MetricQuery = QueryOf<typeof METRIC>;
type ForecastQuery = QueryOf<typeof FORECAST>;

/** A query of either type. */
export type SeriesQuery = MetricQuery | ForecastQuery;
