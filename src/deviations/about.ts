import { t } from '@grafana/i18n';
import { type About } from '../descriptor';
import { limitField, nodeField, systemField } from '../fields/sharedFields';
import { type DEVIATIONS, type DeviationsQuery } from './models';

const isLanes = ({ format }: DeviationsQuery) => format === 'lanes';
const isTable = ({ format }: DeviationsQuery) => format !== 'lanes';

/** The contract's bound. */
const MOST = 50;

export const deviations: About<typeof DEVIATIONS> = {
  name: () => t('type.deviations', 'Deviations'),
  purpose: () => t('type.deviations-for', 'The metrics furthest outside their corridors, ranked or over time'),
  nothing: () =>
    t('type.deviations-none', 'No metrics to rank. Choose a longer range, another node or system, or a higher limit.'),
  fields: () => {
    const limit = {
      ...limitField(
        t(
          'deviations.editor.limit-tooltip',
          'How many to show, furthest outside first. Only metrics named by alerts and anomalies in the time range are ranked.'
        )
      ),
      max: MOST,
    };
    return [
      {
        label: t('deviations.editor.which', 'Metrics'),
        fields: [
          systemField(),
          nodeField(),
          {
            name: 'besides',
            input: 'alert',
            label: t('deviations.editor.besides', 'Related to alert'),
            tooltip: t(
              'deviations.editor.besides-for',
              'Only metrics outside this alert that left their corridors within 30 minutes of its start, earliest first.'
            ),
            placeholder: t('deviations.editor.besides-none', 'Any metric'),
            optional: true,
            shownWhen: isTable,
          },
        ],
      },
      {
        label: t('deviations.editor.how', 'Display'),
        fields: [
          {
            name: 'format',
            input: 'choice',
            label: t('deviations.editor.format', 'Format'),
            width: 24,
            options: [
              { value: 'table', label: t('deviations.editor.table', 'Table') },
              {
                value: 'lanes',
                label: t('deviations.editor.lanes', 'Lanes over time'),
                description: t(
                  'deviations.editor.lanes-for',
                  'Shows which metrics were outside their corridors, and when'
                ),
              },
            ],
          },
          {
            name: 'by',
            input: 'choice',
            label: t('deviations.editor.by', 'Lane per'),
            tooltip: t('deviations.editor.by-for', "A node's or system's lane shows the worst of its metrics."),
            width: 16,
            options: [
              { value: 'metric', label: t('deviations.editor.by-metric', 'Metric') },
              { value: 'node', label: t('deviations.editor.by-node', 'Node') },
              { value: 'system', label: t('deviations.editor.by-system', 'System') },
            ],
            shownWhen: isLanes,
          },
          { ...limit, label: t('deviations.editor.limit', 'Max metrics'), shownWhen: isTable },
          { ...limit, label: t('deviations.editor.lane-limit', 'Max lanes'), shownWhen: isLanes },
        ],
      },
    ];
  },
  examples: () => [
    {
      title: t('help.deviations', 'The metrics furthest outside their corridors'),
      text: t('help.deviations-text', 'Ranked by the share of the time range that they spent outside.'),
      query: {},
    },
    {
      title: t('help.lanes', 'What was outside, and when'),
      text: t('help.lanes-text', 'One lane per metric, worst first, for a state timeline or a heatmap.'),
      query: { format: 'lanes' },
    },
    {
      title: t('help.lanes-system', 'Which systems were affected, and when'),
      text: t('help.lanes-system-text', 'One lane per system shows the worst of its metrics.'),
      query: { format: 'lanes', by: 'system' },
    },
  ],
};
