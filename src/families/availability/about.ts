import { t } from '@grafana/i18n';
import { type About, nothingFound } from '../../present/descriptor';
import { type AVAILABILITY } from './models';

const purpose = () => t('type.availability-for', 'Whether the service responds, and when it last did');

export const availability: About<typeof AVAILABILITY> = {
  name: () => t('type.availability', 'Availability'),
  group: 'lists',
  purpose,
  nothing: nothingFound,
  fields: () => [],
  examples: () => [{ title: purpose(), query: {} }],
};
