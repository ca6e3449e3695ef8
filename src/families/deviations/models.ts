import { t } from '@grafana/i18n';
import {
  ALERT,
  DEVIATION_LIMITS,
  FORMAT,
  GROUP_BY,
  limit,
  NAMES,
  NODE,
  NONE,
  SORT_BY,
  SYSTEM,
  TABLE,
} from '../../ground/fields';
import { type Filtering } from '../../ground/filtering';
import { DEFAULT_RANKED, model, type QueryOf } from '../../ground/query';
import { choice, flag, isFilled } from '../../ground/shapes';
import { pair } from '../../ground/texts';

/** A ranking shows metrics, not data of their alerts. */
const ON_METRICS: Filtering = { plugin: ['node', 'metric', 'text', 'system'] };

/** The maximum of metrics that are read. */
export const MOST_METRICS = 50;

const purpose = () => t('type.deviations-for', 'The metrics furthest outside their corridors, ranked or over time');
const silent = () => t('deviations.silent', 'Without data or corridor');
const system = () => t('label.system', 'System');

export const DEVIATIONS = model(
  'deviations',
  {
    systemId: SYSTEM,
    nodeId: NODE,
    ...NAMES,
    ...DEVIATION_LIMITS,
    limit: limit(DEFAULT_RANKED, MOST_METRICS),
    /** `lanes`: how far outside each was, over time. `share`: how many were. `silent`: without data or corridor. */
    format: choice(
      {
        table: TABLE,
        lanes: () => t('deviations.editor.lanes', 'State timeline'),
        share: () => t('deviations.share', 'Share outside'),
        silent,
      },
      { ...FORMAT, width: 24 }
    ),
    /** The subject of a lane. For a node or system, the worst of its metrics. */
    by: choice(
      { metric: () => t('label.metric', 'Metric'), node: () => t('label.node', 'Node'), system },
      { ...GROUP_BY, width: 16 }
    ),
    /** The order: longest outside, furthest outside, or those that left their corridors last. */
    sort: choice(
      {
        longest: () => t('deviations.editor.longest', 'Outside the longest'),
        furthest: () => t('deviations.editor.furthest', 'Furthest outside'),
        newest: () => t('deviations.editor.newest', 'Most recently outside'),
      },
      { ...SORT_BY, width: 24 }
    ),
    /** For the table: how far outside each was, as a small graph. */
    distance: flag(false, { label: () => t('column.distance', 'Distance'), width: 12 }),
    /** For lanes: neighboring buckets of one color are one state, with the value furthest from 0. */
    merge: flag(false, { label: () => t('deviations.editor.merge', 'Merge equal states') }),
    /** For the table: alerts. Only shows metrics that are not part of them, and that changed when they began. */
    suspectsOf: {
      ...ALERT,
      label: () => t('deviations.editor.suspects-of', 'Related to alert'),
      placeholder: NONE,
      help: () =>
        t(
          'deviations.editor.suspects-of-for',
          'Only other metrics that left their corridors or fell silent within 30 minutes of its start.'
        ),
    },
  },
  {
    filtering: () => ON_METRICS,
    display: ['format', 'by', 'sort', 'distance', 'merge', 'limit', 'minDeviation', 'minDeviationIn', 'side'],
    shownWhen: {
      suspectsOf: isTable,
      by: isLanes,
      merge: isLanes,
      distance: isTable,
      // Suspects are in the order in which they left their corridors.
      sort: (query) => isRanking(query) && !(isTable(query) && isFilled(query.suspectsOf)),
      minDeviation: isRanking,
      minDeviationIn: isRanking,
      side: isRanking,
    },
    about: {
      name: () => t('type.deviations', 'Deviations'),
      group: 'ranking',
      purpose,
      examples: [
        { title: purpose, query: {} },
        { title: () => t('help.lanes', 'What was outside, and when'), query: { format: 'lanes' } },
        { title: () => pair(GROUP_BY.label(), system()), query: { format: 'lanes', by: 'system' } },
        { title: () => t('help.share', 'How many metrics were outside'), query: { format: 'share' } },
        { title: silent, query: { format: 'silent' } },
      ],
    },
  }
);

function isTable({ format }: { format: string }): boolean {
  return format === 'table';
}

function isLanes({ format }: { format: string }): boolean {
  return format === 'lanes';
}

function isRanking({ format }: { format: string }): boolean {
  return format === 'table' || format === 'lanes';
}

export type DeviationsQuery = QueryOf<typeof DEVIATIONS>;
export type Order = DeviationsQuery['sort'];
