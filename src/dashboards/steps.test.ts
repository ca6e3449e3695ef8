import fs from 'node:fs';
import path from 'node:path';
import {
  type DataFrame,
  type DataTransformerConfig,
  type DataTransformerInfo,
  FieldType,
  MappingType,
  standardTransformers,
  toDataFrame,
} from '@grafana/data';
import { lastValueFrom, of } from 'rxjs';

interface Panel {
  title: string;
  transformations: DataTransformerConfig[];
  fieldConfig: {
    overrides: Array<{ matcher: { options: unknown }; properties: Array<{ id: string; value: unknown }> }>;
  };
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

test.each([
  ['overview', 'Alerts', 'Alert'],
  ['alert', 'Other alerts', 'Alert'],
])('%s, %s: active alerts stand first, in the order that the data source gives', async (file, title, name) => {
  const frame = toDataFrame({
    fields: [
      { name: 'impact', type: FieldType.string, values: ['severe', 'high', 'high', 'low', 'low'] },
      { name: 'title', type: FieldType.string, values: ['a', 'b', 'c', 'd', 'e'] },
      { name: 'active', type: FieldType.boolean, values: [false, true, null, true, true] },
    ],
  });
  const made = await columns(panelOf(file, title), frame);
  expect(made.map(({ name }) => name)).toEqual(['Impact', 'State', name]);
  expect(made[2].values).toEqual(['b', 'd', 'e', 'a', 'c']);
});

test.each([
  [['created', 'updated'], 'active'],
  [['created', 'updated', 'ended'], 'ended'],
])('alert, This alert: begins with whether it is active, after %j', async (types, word) => {
  const panel = panelOf('alert', 'This alert');
  const each = <T>(value: T) => types.map(() => value);
  const frame = toDataFrame({
    fields: [
      { name: 'time', type: FieldType.time, values: types.map((_, i) => 1000 * i) },
      { name: 'eventType', type: FieldType.string, values: types },
      { name: 'impact', type: FieldType.string, values: each('high') },
      { name: 'title', type: FieldType.string, values: each('A metric') },
      { name: 'alertId', type: FieldType.string, values: each('1') },
    ],
  });
  const [first] = await columns(panel, frame);
  expect(first.name).toBe('State');
  const look = panel.fieldConfig.overrides.find(({ matcher }) => matcher.options === 'State')!;
  const mappings = look.properties.find(({ id }) => id === 'mappings')!.value as Array<{
    options: Record<string, { text: string }>;
  }>;
  expect(mappings[0].options[String(first.values[0])].text).toBe(word);
});

test('alert, This alert: says how long it lasted, as the data source tells it, with its text', async () => {
  const mappings = [{ type: MappingType.ValueToText, options: { 7200000: { text: '2 h' } } }] as const;
  const frame = toDataFrame({
    fields: [
      { name: 'time', type: FieldType.time, values: [0, 1000] },
      { name: 'eventType', type: FieldType.string, values: ['created', 'updated'] },
      { name: 'alertId', type: FieldType.string, values: ['1', '1'] },
      { name: 'lasted', type: FieldType.number, values: [7200000, 7200000], config: { mappings: [...mappings] } },
    ],
  });
  const lasted = (await columns(panelOf('alert', 'This alert'), frame)).find(({ name }) => name === 'Lasted')!;
  expect([lasted.values, lasted.config.mappings]).toEqual([[7200000], mappings]);
});
