import { t } from '@grafana/i18n';
import { type About } from '../../present/descriptor';
import { alertField, formatField } from '../../table/sharedFields';
import { type STORY } from './models';

export const story: About<typeof STORY> = {
  name: () => t('type.story', 'Alert story'),
  group: 'alert',
  purpose: () => t('type.story-for', 'One alert: what moved first, what is still outside, and the text for a ticket'),
  missing: () => t('type.story-missing', 'Choose an alert, or enter a variable such as $alert.'),
  nothing: () => t('type.story-none', 'Nothing is known about this alert. Check its ID.'),
  fields: () => [
    {
      label: t('label.alert', 'Alert'),
      fields: [
        alertField(),
        formatField([
          { value: 'timeline', label: t('story.timeline', 'Timeline') },
          {
            value: 'summary',
            label: t('label.summary', 'Summary'),
            description: t('story.summary-for', 'One row, with the text for a ticket'),
          },
        ]),
      ],
    },
  ],
  examples: () => [
    { title: t('help.story', 'What moved first?'), query: { format: 'timeline' } },
    { title: t('story.summary-for', 'One row, with the text for a ticket'), query: { format: 'summary' } },
  ],
};
