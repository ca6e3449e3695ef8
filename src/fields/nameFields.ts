import { t } from '@grafana/i18n';
import { variableMissing } from '../inputs/inputs';
import { invalidText } from '../inputs/labels';
import { type Context } from '../answer/runner';
import { type Templates } from '../inputs/templates';
import { RAW } from '../loading/texts';
import { namePart, type NAMES, patternOf } from '../query/names';
import { type FieldsOf } from '../query/query';
import { mentionsVariable } from '../query/shapes';

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
