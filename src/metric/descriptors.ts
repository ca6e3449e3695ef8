import { type Descriptor } from '../descriptor';
import { type FieldsOf } from '../query/query';
import { namesSeries, type SERIES_FIELDS } from '../query/series';
import { isFilled, type Texts } from '../query/texts';
import { FORECAST, METRIC } from './models';
import { runMetric } from './runner';

/** The one runner that is there from the start: a panel with a metric needs nothing else. */
const runner = { run: runMetric };
const about = () => import(/* webpackChunkName: "about" */ './about');

type SeriesQuery = FieldsOf<typeof SERIES_FIELDS>;

export const metric: Descriptor<typeof METRIC> = {
  model: METRIC,
  runner,
  isComplete: namesSeries,
  line: {
    subject,
    without: ['nodeId', 'metricId', 'series', 'nodeName', 'metricName', 'systemName', 'legend', 'thin'],
  },
  ofSeries: true,
  about,
};

export const forecast: Descriptor<typeof FORECAST> = {
  model: FORECAST,
  runner,
  isComplete: namesSeries,
  line: { subject, without: ['nodeId', 'metricId', 'series', 'nodeName', 'metricName', 'systemName', 'legend'] },
  ofSeries: true,
  about,
};

/** The series by name, as far as the query keeps names. */
function subject({ nodeId, metricId, series, nodeName, metricName }: SeriesQuery): string {
  const named = (name: string, id: Texts) => name || String(id);
  return isFilled(series)
    ? String(series)
    : [named(metricName, metricId), named(nodeName, nodeId)].filter((part) => part).join(' · ');
}
