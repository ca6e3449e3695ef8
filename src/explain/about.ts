import { t } from '@grafana/i18n';
import { type About, chooseSeries } from '../descriptor';
import { aggregationField, seriesField } from '../fields/sharedFields';
import { type EXPLAIN } from './models';

export const explain: About<typeof EXPLAIN> = {
  name: () => t('type.explain', 'Summary'),
  purpose: () =>
    t('type.explain-for', 'One sentence per metric: inside or outside its corridors, since when, and by how much'),
  missing: chooseSeries,
  nothing: () => t('type.explain-none', 'No data for this metric. Check node and metric, or choose a longer range.'),
  fields: () => [
    {
      label: t('explain.editor', 'Metrics'),
      fields: [
        seriesField(),
        aggregationField(),
        {
          name: 'usual',
          input: 'flag',
          label: t('explain.usual', 'Compare with last 30 days'),
          tooltip: t('explain.usual-for', 'Says whether the metric has been this far outside in the past 30 days.'),
          width: 20,
        },
      ],
    },
  ],
  examples: () => [
    {
      title: t('help.explain', 'When did it leave its corridors?'),
      text: t('help.explain-text', 'One sentence: since when the metric is outside, and by how much.'),
      query: {},
    },
  ],
};
