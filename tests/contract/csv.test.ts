import { applyRawFieldOverrides, type DataFrame, FieldType, toCSV } from '@grafana/data';
import { startTestsAt } from '../support/clock';
import { wholePanel } from '../support/faultMatrix';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

/**
 * As the docs promise, a CSV file without *Formatted data* has epoch milliseconds for times, and milliseconds for
 * durations.
 */
startTestsAt(STORY);

const DURATIONS = ['after', 'duration', 'lag', 'activeTime', 'activeTimeBefore', 'longest', 'median'];

it.each(allVariants())('$name', async ({ query }) => {
  const { answer } = await wholePanel().ask(query, STORY);
  const frames = applyRawFieldOverrides((answer?.data ?? []) as DataFrame[]);
  const bad = frames.flatMap((frame) =>
    frame.fields.flatMap((field) => {
      const isDuration = DURATIONS.includes(field.name) && frame.meta?.preferredVisualisationType === 'table';
      if (field.type !== FieldType.time && !isDuration) {
        return [];
      }
      const lines = toCSV([{ ...frame, fields: [field] }], { delimiter: ',', newline: '\n' })
        .split('\n')
        .slice(1);
      return lines.filter((line) => !/^-?\d*(\.\d+)?$/.test(line)).map((line) => `${field.name}: ${line}`);
    })
  );
  expect(bad).toEqual([]);
});
