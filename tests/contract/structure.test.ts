import { compareArrayValues, compareDataFrameStructures, type DataFrame } from '@grafana/data';
import { cloneDeep } from 'lodash';
import { startTestsAt } from '../support/clock';
import { wholePanel } from '../support/faultMatrix';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

/** Grafana rebuilds a panel if the structure of its frames changes. */
startTestsAt(STORY);

/** As panels get them, with copies of all field settings. */
const shownOf = (data: DataFrame[] = []) =>
  data.map((frame) => ({
    ...frame,
    fields: frame.fields.map((field) => ({ ...field, config: cloneDeep(field.config) })),
  }));

it.each(allVariants())('$name has the same structure after a refresh', async ({ query }) => {
  const panel = wholePanel();
  const { answer: first } = await panel.ask(query, STORY);
  const { answer: second } = await panel.ask(query, STORY);
  expect(second!.data).toHaveLength(first!.data.length);
  const isSame = compareArrayValues(shownOf(first?.data), shownOf(second?.data), (a, b) =>
    compareDataFrameStructures(a, b)
  );
  expect(isSame).toBe(true);
});
