import { t } from '@grafana/i18n';
import { ALERT, FORMAT } from '../../ground/fields';
import { model, type QueryOf } from '../../ground/query';
import { choice, isFilled } from '../../ground/shapes';

const forTicket = () => t('story.summary-for', 'One row, with the text for a ticket');

/** One alert: its metrics in the order in which they joined, or a summary in one row with a text. */
export const STORY = model(
  'story',
  {
    alertId: { ...ALERT, optional: false },
    format: choice(
      {
        timeline: () => t('story.timeline', 'Timeline'),
        summary: { label: () => t('label.summary', 'Summary'), description: forTicket },
      },
      FORMAT
    ),
  },
  {
    isComplete: ({ alertId }) => isFilled(alertId),
    about: {
      name: () => t('type.story', 'Alert story'),
      group: 'alert',
      purpose: () =>
        t('type.story-for', 'One alert: what moved first, what is still outside, and the text for a ticket'),
      missing: () => t('type.story-missing', 'Choose an alert, or enter a variable such as $alert.'),
      nothing: () => t('type.story-none', 'Nothing is known about this alert. Check its ID.'),
      examples: [
        { title: () => t('help.story', 'What moved first?'), query: { format: 'timeline' } },
        { title: forTicket, query: { format: 'summary' } },
      ],
    },
  }
);

export type StoryQuery = QueryOf<typeof STORY>;
