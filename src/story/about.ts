import { t } from '@grafana/i18n';
import { type About } from '../descriptor';
import { alertField } from '../fields/sharedFields';
import { type STORY } from './models';

export const story: About<typeof STORY> = {
  name: () => t('type.story', 'Alert story'),
  purpose: () => t('type.story-for', 'One alert: what moved first, what is still outside, and the text for a ticket'),
  missing: () => t('type.story-missing', 'Choose an alert, or enter a variable such as $alert.'),
  nothing: () => t('type.story-none', 'Nothing is known about this alert. Check its ID.'),
  fields: () => [
    {
      label: t('story.editor', 'Alert'),
      fields: [
        alertField(),
        {
          name: 'format',
          input: 'choice',
          label: t('story.format', 'Format'),
          width: 16,
          options: [
            {
              value: 'timeline',
              label: t('story.timeline', 'Timeline'),
              description: t('story.timeline-for', 'One row per metric, in the order in which they joined'),
            },
            {
              value: 'summary',
              label: t('story.summary', 'Summary'),
              description: t('story.summary-for', 'One row, with the text for a ticket'),
            },
          ],
        },
      ],
    },
  ],
  examples: () => [
    {
      title: t('help.story', 'What moved first?'),
      text: t('help.story-text', 'The metrics of an alert in the order in which they joined, and how they are.'),
      query: { format: 'timeline' },
    },
    {
      title: t('help.story-ticket', 'The text for a ticket'),
      text: t('help.story-ticket-text', 'One alert in one row. A click on its title copies it as Markdown.'),
      query: { format: 'summary' },
    },
  ],
};
