import {
  applyRawFieldOverrides,
  compareArrayValues,
  compareDataFrameStructures,
  type DataFrame,
  type DataQueryResponse,
  FieldType,
  toCSV,
} from '@grafana/data';
import { cloneDeep } from 'lodash';
import { withColumnNames } from '../../src/editor/columnNames';
import { headingWidth } from '../../src/table/frame';
import { startTestsAt } from '../support/clock';
import { dataPlaneFaults } from '../support/dataPlane';
import { wholePanel } from '../support/faultMatrix';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';
import { lostInSnapshot } from '../trace/snapshot';

/** What every answer fulfills. Each query is requested twice. */

const NOW = STORY + 30_000;

startTestsAt(NOW);

it.each(allVariants())('$name', async ({ query }) => {
  const { service, ask } = wholePanel();
  const { answer = { data: [] } } = await ask(query, NOW);
  const frames: DataFrame[] = answer.data;
  const calls = [...new Set(service.calls.map(({ raw }) => `GET /${raw}`))].sort();
  const { answer: refreshed = { data: [] } } = await ask(query, NOW);
  expect({
    dataPlane: dataPlaneFaults(frames),
    // Snapshots, library panels, and shared links store frames as JSON.
    lostAsJson: lostInSnapshot(answer),
    formattedInCsv: formattedInCsv(frames),
    withoutName: columnsInExplore(answer).filter(({ config }) => !config.displayName && !config.displayNameFromDS),
    narrow: [...columnsOf(frames), ...columnsInExplore(answer)].filter(isNarrow).map(({ name }) => name),
    // The first frame has the calls, and the notices.
    calls: callsOf(frames),
    noticesOfOthers: frames.slice(1).flatMap(({ meta }) => meta?.notices ?? []),
    hasSameStructure: compareArrayValues(drawn(frames), drawn(refreshed.data), compareDataFrameStructures),
  }).toEqual({
    ...{ dataPlane: [], lostAsJson: [], formattedInCsv: [], withoutName: [], narrow: [], noticesOfOthers: [] },
    calls,
    // Otherwise, Grafana rebuilds the panel.
    hasSameStructure: true,
  });
});

function callsOf([first]: DataFrame[]): string[] {
  return (first?.meta?.executedQueryString ?? '').split('\n').filter(Boolean).sort();
}

const columnsOf = (frames: DataFrame[]) =>
  frames
    .filter(({ meta }) => meta?.preferredVisualisationType === 'table')
    .flatMap(({ fields }) => fields)
    .filter(({ config }) => !config.custom?.hideFrom?.viz);

/** In Explore, headings are words: a column's `heading`, or a name in editor/columnNames.ts. */
const columnsInExplore = (answer: DataQueryResponse) => columnsOf(withColumnNames(answer).data);

function isNarrow({ name, config: { displayName = name, custom } }: ReturnType<typeof columnsOf>[number]): boolean {
  return custom?.width < headingWidth(displayName, custom?.filterable === true);
}

/** As panels get them, with copies of all field settings. */
const drawn = (frames: DataFrame[]) =>
  frames.map(({ fields, ...frame }) => ({
    ...frame,
    fields: fields.map((field) => ({ ...field, config: cloneDeep(field.config) })),
  }));

const DURATIONS = ['after', 'duration', 'lag', 'activeTime', 'activeTimeBefore', 'longest', 'median'];

/** As the docs promise, a CSV file without *Formatted data* has times and durations in milliseconds. */
function formattedInCsv(frames: DataFrame[]): string[] {
  return applyRawFieldOverrides(frames).flatMap((frame) => {
    const isTable = frame.meta?.preferredVisualisationType === 'table';
    const timed = frame.fields.filter(
      ({ type, name }) => type === FieldType.time || (isTable && DURATIONS.includes(name))
    );
    return timed.flatMap((field) => {
      const [, ...lines] = toCSV([{ ...frame, fields: [field] }], { delimiter: ',', newline: '\n' }).split('\n');
      return lines.filter((line) => !/^-?\d*(\.\d+)?$/.test(line)).map((line) => `${field.name}: ${line}`);
    });
  });
}
