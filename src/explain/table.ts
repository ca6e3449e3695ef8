import { type DataFrame, MappingType } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Named } from '../answer/named';
import { type Column, durationColumn, scoreColumn, tableFrame, textColumn, timeColumn } from '../tables/frame';
import { type LinkPlace } from '../tables/links';
import { metricColumns } from '../tables/metricColumns';
import { type Onset } from './onset';

export interface ExplainRow {
  metric: Named;
  sentence: string;
  onset: Onset | null;
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
    textColumn('sentence', ({ sentence }) => sentence, { width: 600 }),
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
      t('explain.deviation', 'In widths of the main corridor; 0 is inside')
    ),
    durationColumn('outsideFor', ({ onset }) => outsideFor(onset), {
      description: t('explain.outside-for', 'How long it was outside when it was so last, within the range'),
    }),
    stateColumn(),
    timeColumn('backAt', ({ onset }) => onset?.stay?.back ?? null),
    number('worst', ({ stay }) => stay?.worst ?? null, t('explain.worst', 'The farthest deviation of that time')),
    names.nodeId,
    names.metricId,
  ];
  return tableFrame(t('explain.table', 'In words'), rows, columns);
}

/** Milliseconds. */
function outsideFor(onset: Onset | null): number | null {
  return onset?.stay ? (onset.stay.back ?? onset.at) - onset.stay.from : null;
}

function stateColumn(): Column<ExplainRow> {
  const column = textColumn<ExplainRow>('state', ({ onset }) => onset?.state ?? null, { width: 110 });
  const options = {
    outside: { text: t('explain.state-outside', 'outside'), color: 'red', index: 0 },
    recovering: { text: t('explain.state-recovering', 'recovering'), color: 'orange', index: 1 },
    inside: { text: t('explain.state-inside', 'inside'), color: 'green', index: 2 },
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
