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

interface Panel {
  title: string;
  transformations: DataTransformerConfig[];
}

const panelOf = (file: string, title: string) =>
  (JSON.parse(fs.readFileSync(path.join(__dirname, `${file}.json`), 'utf8')) as { panels: Panel[] }).panels.find(
    (panel) => panel.title === title
  )!;

const ALL: DataTransformerInfo[] = Object.values(standardTransformers);

/** What a panel's steps make of a frame: the columns in their order. */
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

test('active alerts stand first on Overview, in the order that the data source gives', async () => {
  const frame = toDataFrame({
    fields: [
      { name: 'impact', type: FieldType.string, values: ['severe', 'high', 'high', 'low', 'low'] },
      { name: 'title', type: FieldType.string, values: ['a', 'b', 'c', 'd', 'e'] },
      { name: 'active', type: FieldType.boolean, values: [false, true, null, true, true] },
    ],
  });
  const made = await columns(panelOf('overview', 'Alerts'), frame);
  expect(made.map(({ name }) => name)).toEqual(['Impact', 'State', 'Alert']);
  expect(made[2].values).toEqual(['b', 'd', 'e', 'a', 'c']);
});
