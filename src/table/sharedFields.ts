import { t } from '@grafana/i18n';
import { IMPACTS } from '../facts/order';
import { mentionsVariable } from '../ground/shapes';
import { RAW } from '../ground/texts';
import { variableMissing } from '../ground/inputs';
import { invalidText } from '../ground/labels';
import { type Context } from './runner';
import { type Templates } from '../ground/templates';
import { namePart, type NAMES, patternOf } from '../ground/names';
import { type FieldsOf } from '../ground/query';
import { type Field, type Option } from './field';

/** Fields of several query types. Spread them, and change what differs. */

export const systemField = () => ({
  name: 'systemId' as const,
  input: 'system' as const,
  optional: true,
});

export const nodeField = () => ({
  name: 'nodeId' as const,
  input: 'node' as const,
  optional: true,
});

export const metricField = () => ({
  name: 'metricId' as const,
  input: 'metric' as const,
  optional: true,
});

export const alertField = () => ({
  name: 'alertId' as const,
  input: 'alert' as const,
});

export const searchField = () => ({
  name: 'q' as const,
  input: 'text' as const,
  optional: true,
});

/** Selects alerts in searches, counts, reports, and the events of all alerts. */
export function alertFilters<Q>(shownWhen?: (query: Q) => boolean) {
  return [
    { ...searchField(), shownWhen },
    { ...nodeField(), placeholder: t('option.any', 'any'), shownWhen },
    { ...metricField(), placeholder: t('option.any', 'any'), shownWhen },
  ];
}

export const impactField = () => ({
  name: 'impact' as const,
  input: 'values' as const,
  known: IMPACTS,
  optional: true,
});

export const limitField = () => ({
  name: 'limit' as const,
  input: 'number' as const,
  width: 14,
});

/** The display format of a query's rows. */
export const formatField = (options: Option[]) => ({
  name: 'format' as const,
  input: 'choice' as const,
  options,
});

export const tableOption = (): Option => ({ value: 'table', label: t('option.table', 'Table') });
export const autoOption = (): Option => ({ value: 'auto', label: t('option.auto', 'auto') });

/** Names of rows of fields for screen readers: filters and display. */
export const filterRow = () => t('label.filter', 'Filter');
export const displayRow = () => t('label.display', 'Display');

export const bandsField = () => ({
  name: 'bands' as const,
  input: 'bands' as const,
  tooltip: t(
    'editor.bands.tooltip',
    'main: usual values. sup and inf: less usual values above and below it, still inside.'
  ),
});

const LABELS = ['node', 'metric', 'system', 'node_id', 'metric_id', 'aggregation'];

export const legendField = () => ({
  name: 'legend' as const,
  input: 'text' as const,
  tooltip: t('editor.legend.tooltip', 'May contain {{labels}}.', {
    labels: LABELS.map((label) => `{{${label}}}`).join(', '),
    ...RAW,
  }),
  placeholder: `${t('label.metric', 'Metric')} · ${t('label.node', 'Node')}`,
  width: 16,
});

/** Which series, by node and metric or one by one. It edits all related fields. */
export const seriesField = () => ({
  name: 'series' as const,
  input: 'series' as const,
  tooltip: t('editor.by.tooltip', 'Node and metric: every existing combination. Series: chosen node:metric pairs.'),
});

/** A sentence about why a text is neither a number nor a variable. */
export function numberError(text: string): string | undefined {
  return text.trim() !== '' && !mentionsVariable(text) && !Number.isFinite(Number(text))
    ? t('editor.number.none', 'Not a number.')
    : undefined;
}

/** A sentence about why a text is not an integer from `min` on. */
export function wholeNumberFrom(min: number): string {
  return t('editor.number.from', 'Enter a whole number of {{min}} or more.', { min });
}

/** How the service combines the values of a step. */
export function aggregationField() {
  return {
    name: 'aggregation',
    input: 'choice',
    width: 16,
    variables: true,
    options: [
      { value: '', label: t('option.default', 'default') },
      { value: 'avg' },
      { value: 'max' },
      { value: 'sum' },
    ],
  } satisfies Field<{ aggregation: string }>;
}

/** Which deviations are shown. @param isShown whether the query shows deviations */
export function deviationLimitFields<Q extends { minDeviation: number | string }>(isShown: (query: Q) => boolean) {
  return [
    {
      name: 'minDeviation' as const,
      // A number input only accepts integers from 1 on.
      input: 'text' as const,
      check: numberError,
      tooltip: t(
        'editor.min-deviation',
        'Smaller deviations are not marked or ranked. States and alerts stay the same.'
      ),
      width: 12,
      shownWhen: isShown,
    },
    {
      name: 'minDeviationIn' as const,
      input: 'choice' as const,
      width: 18,
      options: [
        { value: 'widths', label: t('editor.widths', 'Corridor widths') },
        { value: 'percent', label: t('editor.percent', '% of the edge') },
        { value: 'unit', label: t('editor.unit', 'Unit of the metric') },
      ],
      shownWhen: isShown,
    },
    {
      name: 'side' as const,
      input: 'choice' as const,
      width: 14,
      options: [
        { value: 'both', label: t('option.both', 'both') },
        { value: 'above', label: t('deviations.above', 'above') },
        { value: 'below', label: t('deviations.below', 'below') },
      ],
      shownWhen: isShown,
    },
  ];
}

type NamesQuery = FieldsOf<typeof NAMES>;

/** An example, the same in every language: `web-1` of `web-1.example.net:9100`. */
const NAME_PATTERN = '^([^.:]+)';

/** The name of a row of these fields, for screen readers. */
export const namesRow = () => t('names.row', 'Names of this dashboard');

/** The names of nodes, systems, or metrics in a dashboard of another data source. */
export function nameFields<Q extends NamesQuery>(shownWhen: (query: Q) => boolean = () => true) {
  return [
    {
      name: 'nameOf' as const,
      input: 'choice' as const,
      width: 21,
      options: [
        { value: 'node', label: namedBy(t('label.nodes', 'Nodes')) },
        { value: 'system', label: namedBy(t('label.systems', 'Systems')) },
        { value: 'metric', label: namedBy(t('label.metrics', 'Metrics')) },
      ],
      shownWhen,
    },
    {
      name: 'names' as const,
      input: 'values' as const,
      tooltip: t(
        'names.tooltip',
        'Names or variables of this dashboard, such as $instance. Upper and lower case are the same.'
      ),
      known: [],
      variables: true,
      optional: true,
      shownWhen,
    },
    {
      name: 'namePattern' as const,
      input: 'text' as const,
      tooltip: t('names.pattern-tooltip', 'Regular expression. Its first group, or what it matches, is the name.'),
      placeholder: NAME_PATTERN,
      check: patternError,
      note: (query: Q, { templates }: Context) => becoming(query, templates),
      optional: true,
      shownWhen,
    },
  ];
}

const namedBy = (what: string) => t('names.named-by', '{{what}} named by', { what, ...RAW });

function patternError(pattern: string): string | undefined {
  return !mentionsVariable(pattern) && patternOf(pattern) === undefined
    ? invalidText('namePattern', pattern, NAME_PATTERN)
    : undefined;
}

/** The maximum of names in the note. */
const MOST_SHOWN = 3;

/** What names and variables become: `web-1.example.net:9100 → web-1, db-2, +4`. */
function becoming({ names, namePattern }: NamesQuery, templates: Templates): string | undefined {
  const missing = [names]
    .flat()
    .map((text) => templates.missing(text))
    .find((text) => text !== undefined);
  if (missing !== undefined) {
    return variableMissing(missing);
  }
  const pattern = patternOf(templates.one(namePattern));
  if (pattern === undefined) {
    return undefined;
  }
  const all = templates.all(names);
  const parts = all.slice(0, MOST_SHOWN).map((name) => {
    const part = namePart(name, pattern);
    return part === name ? name : `${name} → ${part}`;
  });
  return [...parts, ...(all.length > MOST_SHOWN ? [`+${all.length - MOST_SHOWN}`] : [])].join(', ') || undefined;
}
