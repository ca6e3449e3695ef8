import { t } from '@grafana/i18n';
import { lazy } from 'react';
import { type About, chooseSeries, shownWith } from '../descriptor';
import { type EXPLAIN } from './models';

export const explain: About<typeof EXPLAIN> = {
  name: () => t('type.explain', 'Summary'),
  purpose: () =>
    t('type.explain-for', 'One sentence per metric: inside or outside its corridors, since when, and by how much'),
  missing: chooseSeries,
  nothing: () => t('type.explain-none', 'No metrics to summarize. Check the node and the metric.'),
  Editor: lazy(() => import('./ExplainEditor')),
  examples: ({ series }) => [
    {
      title: t('help.explain', 'Since when is it outside?'),
      text: t(
        'help.explain-text',
        'A sentence with the time when the metric left its corridors, and its current value.'
      ),
      ...shownWith(series),
    },
  ],
};
