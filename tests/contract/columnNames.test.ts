import { type DataFrame } from '@grafana/data';
import { withColumnNames } from '../../src/explore/columnNames';
import { headingWidth } from '../../src/tables/columnWidths';
import { startTestsAt } from '../support/clock';
import { wholePanel } from '../support/faultMatrix';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

startTestsAt(STORY);

/** In Explore, table headings are words, not field names from the code. */
it.each(allVariants())(
  'the columns of $name have readable names in Explore: a `heading`, or a name in explore/columnNames.ts',
  async ({ query }) => {
    const { answer } = await wholePanel().ask(query, STORY);
    const tables = (withColumnNames({ data: answer?.data ?? [] }).data as DataFrame[]).filter(
      ({ meta }) => meta?.preferredVisualisationType === 'table'
    );
    const bare = tables.flatMap(({ fields }) =>
      fields
        .filter(({ config }) => !config.displayName && !config.displayNameFromDS && !config.custom?.hidden)
        .map(({ name }) => name)
    );
    expect(bare).toEqual([]);
  }
);

/** In Explore, and in a panel that shows field names. */
it.each(allVariants())('no column of $name is narrower than its heading', async ({ query }) => {
  const { answer } = await wholePanel().ask(query, STORY);
  const frames = (answer?.data ?? []) as DataFrame[];
  const tables = [...frames, ...(withColumnNames({ data: frames }).data as DataFrame[])].filter(
    ({ meta }) => meta?.preferredVisualisationType === 'table'
  );
  const narrow = tables.flatMap(({ fields }) =>
    fields
      .map(({ name, config: { displayName = name, custom } }) => ({ displayName, custom }))
      .filter(({ displayName, custom }) => custom?.width < headingWidth(displayName, custom.filterable === true))
      .map(({ displayName }) => displayName)
  );
  expect(narrow).toEqual([]);
});
