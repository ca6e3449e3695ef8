import { type GranularityChoice, model, type QueryOf } from '../../ground/query';
import { DEVIATION_LIMITS } from '../../ground/limits';
import { namesSeries, SERIES_FIELDS } from '../../ground/series';
import { flag, text } from '../../ground/shapes';

type Aggregation = '' | 'avg' | 'max' | 'sum';
type Overlay = 'none' | 'alerts' | 'anomalies' | 'outside';

const OF_SERIES = { isComplete: namesSeries, ofSeries: true };

export const METRIC = model(
  'metric',
  {
    ...SERIES_FIELDS,
    /** Empty: the service decides. */
    aggregation: text<Aggregation>(),
    granularity: text<GranularityChoice>('auto', { '60m': '1h' }),
    /** Mark values outside all corridors. */
    outliers: flag(true),
    /** Add the field `deviation`, in widths of the main corridor. */
    deviation: flag(false),
    /** Append the forecast of corridors. */
    forecast: flag(false),
    /** Alerts or anomalies of the series, or its times outside, drawn in the panel. */
    overlay: text<Overlay>('none'),
    /** Also draws the earlier value: `1d`, `7d`, `4w`. */
    compare: text(),
    ...DEVIATION_LIMITS,
    /** Drop rows if there are far more rows than pixels. */
    thin: flag(true),
  },
  OF_SERIES
);

export const FORECAST = model('forecast', SERIES_FIELDS, OF_SERIES);

export type MetricQuery = QueryOf<typeof METRIC>;
type ForecastQuery = QueryOf<typeof FORECAST>;

/** A query of either type. */
export type SeriesQuery = MetricQuery | ForecastQuery;

declare module '../../ground/query' {
  interface QueryModels {
    metric: typeof METRIC;
    forecast: typeof FORECAST;
  }
}
