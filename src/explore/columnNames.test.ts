import { FieldType, toDataFrame } from '@grafana/data';
import { withColumnNames } from './columnNames';

const table = () =>
  toDataFrame({
    refId: 'A',
    meta: { preferredVisualisationType: 'table' },
    fields: [
      { name: 'firstSeenAt', type: FieldType.time, values: [1] },
      { name: 'worst', type: FieldType.number, config: { decimals: 1 }, values: [2] },
      { name: 'constructor', type: FieldType.string, values: ['x'] },
    ],
  });

it('gives columns readable names, and leaves the names of fields', () => {
  const [{ fields }] = withColumnNames({ data: [table()] }).data;
  expect(fields.map(({ name }: { name: string }) => name)).toEqual(['firstSeenAt', 'worst', 'constructor']);
  expect(fields.map(({ config }: { config: object }) => config)).toEqual([
    { displayName: 'Since' },
    { displayName: 'Furthest (widths)', decimals: 1 },
    {},
  ]);
});

it('leaves what is no table', () => {
  const logs = { ...table(), meta: { preferredVisualisationType: 'logs' as const } };
  expect(withColumnNames({ data: [logs] }).data).toEqual([logs]);
});

it.each([
  ['likeMost', 'endedBy', 'verdict', 'similar'],
  ['headline', 'systems', 'lastJoined', 'perhaps'],
  ['figure', 'before'],
])('names every column of stories, incidents, and the quality of alerting: %s, …', (...names) => {
  const frame = toDataFrame({
    meta: { preferredVisualisationType: 'table' },
    fields: names.map((name) => ({ name, type: FieldType.string, values: ['x'] })),
  });
  const [{ fields }] = withColumnNames({ data: [frame] }).data;
  for (const { name, config } of fields) {
    expect(config.displayName ?? name).not.toBe(name);
  }
});
