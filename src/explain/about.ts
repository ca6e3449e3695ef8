import { t } from '@grafana/i18n';
import { lazy } from 'react';
import { type About, chooseSeries, shownWith } from '../descriptor';
import { type EXPLAIN } from './models';

export const explain: About<typeof EXPLAIN> = {
  name: () => t('type.explain', 'In words'),
  purpose: () => t('type.explain-for', 'How a metric is, in a sentence: outside or not, since when, how far'),
  missing: chooseSeries,
  nothing: () => t('type.explain-none', 'No metric to tell of. Check node and metric, and choose a longer range.'),
  Editor: lazy(() => import('./ExplainEditor')),
  examples: ({ series }) => [
    {
      title: t('help.explain', 'Since when is it off?'),
      text: t('help.explain-text', 'A sentence on when the metric left its corridors, and how it is now.'),
      ...shownWith(series),
    },
  ],
};
