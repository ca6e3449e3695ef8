import { t } from '@grafana/i18n';
import { type About, nothingFound } from '../../present/descriptor';
import {
  nameFields,
  displayRow,
  filterRow,
  formatField,
  deviationLimitFields,
  limitField,
  nodeField,
  systemField,
  tableOption,
} from '../../table/sharedFields';
import { pair } from '../../ground/texts';
import { type DEVIATIONS, type DeviationsQuery } from './models';
import { isFilled } from '../../ground/shapes';

const isLanes = ({ format }: DeviationsQuery) => format === 'lanes';
const isTable = ({ format }: DeviationsQuery) => format === 'table';
const isRanking = (query: DeviationsQuery) => isTable(query) || isLanes(query);

/** The maximum of metrics that are read. */
const MOST = 50;

const purpose = () => t('type.deviations-for', 'The metrics furthest outside their corridors, ranked or over time');

export const deviations: About<typeof DEVIATIONS> = {
  name: () => t('type.deviations', 'Deviations'),
  group: 'ranking',
  purpose,
  nothing: nothingFound,
  fields: () => [
    {
      label: filterRow(),
      fields: [
        systemField(),
        nodeField(),
        ...nameFields(),
        {
          name: 'suspectsOf',
          input: 'alert',
          tooltip: t(
            'deviations.editor.suspects-of-for',
            'Only other metrics that left their corridors or fell silent within 30 minutes of its start.'
          ),
          optional: true,
          shownWhen: isTable,
        },
      ],
    },
    {
      label: displayRow(),
      fields: [
        {
          ...formatField([
            tableOption(),
            { value: 'lanes', label: t('deviations.editor.lanes', 'State timeline') },
            { value: 'share', label: t('deviations.share', 'Share outside') },
            { value: 'silent', label: t('deviations.silent', 'Without data or corridor') },
          ]),
          width: 24,
        },
        {
          name: 'by',
          input: 'choice',
          width: 16,
          options: [
            { value: 'metric', label: t('label.metric', 'Metric') },
            { value: 'node', label: t('label.node', 'Node') },
            { value: 'system', label: t('label.system', 'System') },
          ],
          shownWhen: isLanes,
        },
        {
          name: 'sort',
          input: 'choice',
          width: 24,
          options: [
            { value: 'longest', label: t('deviations.editor.longest', 'Outside the longest') },
            { value: 'furthest', label: t('deviations.editor.furthest', 'Furthest outside') },
            { value: 'newest', label: t('deviations.editor.newest', 'Most recently outside') },
          ],
          // Suspects are in the order in which they left their corridors.
          shownWhen: (query) => isRanking(query) && !(isTable(query) && isFilled(query.suspectsOf)),
        },
        { ...limitField(), max: MOST },
        ...deviationLimitFields(isRanking),
      ],
    },
  ],
  examples: () => [
    { title: purpose(), query: {} },
    { title: t('help.lanes', 'What was outside, and when'), query: { format: 'lanes' } },
    {
      title: pair(t('report.editor.by', 'Group by'), t('label.system', 'System')),
      query: { format: 'lanes', by: 'system' },
    },
    { title: t('help.share', 'How many metrics were outside'), query: { format: 'share' } },
    { title: t('deviations.silent', 'Without data or corridor'), query: { format: 'silent' } },
  ],
};
