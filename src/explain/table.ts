import { type DataFrame, MappingType } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Named } from '../answer/named';
import { wordColors } from '../tables/colors';
import { type Column, durationColumn, scoreColumn, tableFrame, textColumn, timeColumn } from '../tables/frame';
import { type LinkPlace } from '../tables/links';
import { metricColumns } from '../tables/metricColumns';
import { type Onset } from '../corridors/onset';

/** What is written of a state that is not of now. */
const WAS = { outside: 'wasOutside', recovering: 'wasRecovering', inside: 'wasInside' } as const;

export interface ExplainRow {
  metric: Named;
  sentence: string;
  onset: Onset | null;
  /** Whether that is how it is now, and not how it was when it was last known or when the range ended. */
  isNow: boolean;
}

/** A row per metric: how it is in words, and the figures that the words are made of. */
export function explainTable(rows: readonly ExplainRow[], place: LinkPlace): DataFrame {
  const names = metricColumns<ExplainRow>(
    place,
    rows,
    ({ metric }) => metric,
    () => null
  );
  const number = (name: string, of: (onset: Onset) => number | null, description: string): Column<ExplainRow> =>
    scoreColumn(name, ({ onset }) => onset && of(onset), { width: 110, description });
  const columns: Array<Column<ExplainRow>> = [
    textColumn('sentence', ({ sentence }) => sentence, { width: 600, wrap: true }),
    names.metricName,
    names.nodeName,
    timeColumn('leftAt', ({ onset }) => (onset?.stay && !onset.stay.isOpen ? onset.stay.from : null)),
    number('value', ({ value }) => value, t('explain.value', 'The newest value that has a corridor')),
    number(
      'expectedFrom',
      (onset) => onset.expectedFrom,
      t('explain.expected-from', 'Lower edge of the main corridor there')
    ),
    number(
      'expectedTo',
      (onset) => onset.expectedTo,
      t('explain.expected-to', 'Upper edge of the main corridor there')
    ),
    number(
      'deviation',
      (onset) => onset.deviation,
      t('explain.deviation', 'Distance to the nearest corridor, in widths of the main one; 0 is inside')
    ),
    durationColumn('outsideFor', ({ onset }) => outsideFor(onset), {
      description: t('explain.outside-for', 'How long it was outside when it was so last, within the range'),
    }),
    stateColumn(),
    timeColumn('backAt', ({ onset }) => onset?.stay?.back ?? null),
    number('worst', ({ stay }) => stay?.worst ?? null, t('explain.worst', 'The farthest deviation of that time')),
    deviationNow(),
    names.nodeId,
    names.metricId,
  ];
  return tableFrame(t('explain.table', 'In words'), rows, columns);
}

/** Milliseconds. */
function outsideFor(onset: Onset | null): number | null {
  return onset?.stay ? (onset.stay.back ?? onset.at) - onset.stay.from : null;
}

/** For a number that is of now or is unknown, as in a stat panel. */
function deviationNow(): Column<ExplainRow> {
  return scoreColumn('deviationNow', ({ onset, isNow }) => (onset && isNow ? onset.deviation : null), {
    width: 110,
    hidden: true,
    description: t('explain.deviation-now', 'The deviation where it is known how it is now'),
  });
}

function stateColumn(): Column<ExplainRow> {
  const state = ({ onset, isNow }: ExplainRow) => onset && (isNow ? onset.state : WAS[onset.state]);
  const column = textColumn<ExplainRow>('state', state, { width: 110 });
  const { red, orange, green } = wordColors();
  const options = {
    outside: { text: t('explain.state-outside', 'outside'), color: red, index: 0 },
    recovering: { text: t('explain.state-recovering', 'recovering'), color: orange, index: 1 },
    inside: { text: t('explain.state-inside', 'inside'), color: green, index: 2 },
    // How it was is no alarm and no all-clear.
    wasOutside: { text: t('explain.state-was-outside', 'outside then'), color: 'text', index: 3 },
    wasRecovering: { text: t('explain.state-was-recovering', 'recovering then'), color: 'text', index: 4 },
    wasInside: { text: t('explain.state-was-inside', 'inside then'), color: 'text', index: 5 },
  };
  const { config } = column;
  return {
    ...column,
    config: {
      ...config,
      mappings: [{ type: MappingType.ValueToText, options }],
      custom: { ...config.custom, cellOptions: { type: 'color-text' } },
    },
  };
}
