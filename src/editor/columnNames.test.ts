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

it('gives columns readable names, without changing field names', () => {
  const [{ fields }] = withColumnNames({ data: [table()] }).data;
  expect(fields.map(({ name }: { name: string }) => name)).toEqual(['firstSeenAt', 'worst', 'constructor']);
  expect(fields.map(({ config }: { config: object }) => config)).toEqual([
    { displayName: 'Since' },
    { displayName: 'Furthest (widths)', decimals: 1 },
    {},
  ]);
});

it('does not change frames of other queries', () => {
  const frames = [table(), { ...table(), refId: 'B' }];
  const { data } = withColumnNames({ data: frames }, (refId) => refId === 'B');
  expect(data[0]).toBe(frames[0]);
  expect(data[1].fields[0].config.displayName).toBe('Since');
});

it('does not change other frames than tables', () => {
  const logs = { ...table(), meta: { preferredVisualisationType: 'logs' as const } };
  expect(withColumnNames({ data: [logs] }).data).toEqual([logs]);
});
