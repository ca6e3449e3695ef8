import { type DataFrame, type Field, MappingType } from '@grafana/data';
import { widthOf } from '../../src/table/frame';
import { startTestsAt } from '../support/clock';
import { wholePanel } from '../support/faultMatrix';
import { inLanguage } from '../support/language';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

/** A table from scratch has room for the words of its columns, whatever the language. */

startTestsAt(STORY);

/** Grafana's padding of a cell. */
const EDGES = 13;

/** An impact is none of these words, which have their colors in common with impacts. */
const SEVERITIES = new Set(['green', 'yellow', 'orange', 'red', 'blood_red', 'missing_data']);

const TABLES = [
  ...new Map(
    allVariants()
      .map(({ query }) => query)
      .filter(({ queryType = '' }) => !/metric|forecast|annotations|variable/.test(queryType))
      .map((query) => [[query.queryType, query.format, query.by].filter(Boolean).join(' '), query] as const)
  ).entries(),
];

/**
 * The words of a column that are wider than it is. They must fit on one line: Grafana measures a row by its values, not by
 * their texts.
 */
function cutIn({ name, config: { custom = {}, mappings = [] } }: Field): string[] {
  const words = mappings
    .flatMap(({ type, options }) => (type === MappingType.ValueToText ? Object.entries(options) : []))
    .flatMap(([value, { text }]) => (text && !(name === 'impact' && SEVERITIES.has(value)) ? [text] : []));
  const isDrawn = typeof custom.width === 'number' && custom.hideFrom?.viz !== true;
  return isDrawn ? words.filter((text) => widthOf(text) + EDGES > Number(custom.width)) : [];
}

describe.each(['en-US', 'de-DE', 'es-ES', 'fr-FR'])('%s', (language) => {
  it.each(TABLES)('%s cuts no word', async (_, query) => {
    const { answer } = await inLanguage(language, () => wholePanel().ask(query, STORY));
    const cut = (answer!.data as DataFrame[]).flatMap(({ fields }) =>
      fields.flatMap((field) => cutIn(field).map((text) => `${field.name}: ${text} in ${field.config.custom.width}`))
    );
    expect(cut).toEqual([]);
  });
});
