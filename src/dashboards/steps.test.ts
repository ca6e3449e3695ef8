import fs from 'node:fs';
import path from 'node:path';
import {
  type DataFrame,
  type DataTransformerConfig,
  type DataTransformerInfo,
  FieldType,
  standardTransformers,
  toDataFrame,
} from '@grafana/data';
import { lastValueFrom, of } from 'rxjs';
import { HOUR } from '../ground/spans';

interface Panel {
  title: string;
  transformations: DataTransformerConfig[];
}

const panelOf = (file: string, title: string) =>
  (JSON.parse(fs.readFileSync(path.join(__dirname, `${file}.json`), 'utf8')) as { panels: Panel[] }).panels.find(
    (panel) => panel.title === title
  )!;

const ALL: DataTransformerInfo[] = Object.values(standardTransformers);

/** The result of a panel's transformations of a frame: the columns in order. */
async function columns({ transformations }: Panel, frame: DataFrame) {
  const steps = transformations.map(({ id, options }) =>
    ALL.find((one) => one.id === id)!.operator(options, { interpolate: (text) => text })
  );
  const [made] = await lastValueFrom(steps.reduce((frames, step) => step(frames), of([frame])));
  return made.fields.map(({ name, config, values }) => ({
    name: config.displayName ?? name,
    config,
    values: [...values],
  }));
}

test('a day of the report has its hours by impact', async () => {
  const hours = (name: string, values: Array<number | null>) => ({ name, type: FieldType.number, values });
  const frame = toDataFrame({
    fields: [
      { name: 'day', type: FieldType.time, values: [Date.UTC(2026, 0, 5), Date.UTC(2026, 0, 6)] },
      hours('alerts', [1, 2]),
      hours('activeTime', [3 * HOUR, 5 * HOUR]),
      hours('severe', [HOUR, 0]),
      hours('high', [2 * HOUR, 4 * HOUR]),
      hours('medium', [0, HOUR]),
      hours('low', [0, null]),
    ],
  });
  const made = await columns(panelOf('report', 'Time under alert, by day'), frame);
  expect(made.map(({ name }) => name)).toEqual(['Day', 'Severe', 'High', 'Medium', 'Low']);
  expect(made.slice(1, 4).map(({ values }) => values)).toEqual([
    [1, 0],
    [2, 4],
    [0, 1],
  ]);
});
