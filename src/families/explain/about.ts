import { t } from '@grafana/i18n';
import { type About, chooseSeries, noMetricData } from '../../present/descriptor';
import { aggregationField, filterRow, seriesField } from '../../table/sharedFields';
import { type EXPLAIN } from './models';

const purpose = () =>
  t('type.explain-for', 'One sentence per metric: inside or outside its corridors, since when, and by how much');

export const explain: About<typeof EXPLAIN> = {
  name: () => t('label.summary', 'Summary'),
  group: 'metric',
  purpose,
  missing: chooseSeries,
  nothing: noMetricData,
  fields: () => [
    {
      label: filterRow(),
      fields: [seriesField(), aggregationField()],
    },
  ],
  examples: () => [{ title: purpose(), query: {} }],
};
