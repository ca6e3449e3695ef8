import { t } from '@grafana/i18n';
import { lazy } from 'react';
import { type About } from '../descriptor';
import { type DEVIATIONS } from './models';

export const deviations: About<typeof DEVIATIONS> = {
  name: () => t('type.deviations', 'Deviations'),
  purpose: () => t('type.deviations-for', 'The metrics that were most outside their corridors, ranked or over time'),
  nothing: () =>
    t(
      'type.deviations-none',
      'No metric was ranked. Choose a longer range, another node or system, or a higher limit.'
    ),
  Editor: lazy(() => import('./DeviationsEditor')),
  examples: () => [
    {
      title: t('help.deviations', 'The metrics most outside their corridors'),
      text: t('help.deviations-text', 'Ranked by the share of the range that they spent outside.'),
      query: {},
    },
    {
      title: t('help.lanes', 'Who was off, and when'),
      text: t('help.lanes-text', 'A lane for each metric, worst first, for a state timeline or a heatmap.'),
      query: { format: 'lanes' },
    },
    {
      title: t('help.lanes-system', 'Which systems suffer, and since when'),
      text: t('help.lanes-system-text', 'A lane for each system shows the worst of its metrics.'),
      query: { format: 'lanes', by: 'system' },
    },
  ],
};
