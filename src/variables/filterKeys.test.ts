import { alertsNaming, testContext } from '../../tests/support/editorContext';
import { descriptorOf } from '../families';
import { type AnomalyQuery } from '../query/query';
import { filtersThatApply, tagKeys, tagValues } from './filterKeys';

test('the keys say who filters', () => {
  const groups = new Map<string, unknown[]>();
  for (const { value, group } of tagKeys()) {
    groups.set(group ?? '', [...(groups.get(group ?? '') ?? []), value]);
  }
  expect([...groups]).toEqual([
    ['Filtered by the service', ['node', 'metric', 'impact', 'text']],
    ['Filtered in tables', ['system', 'severity', 'type']],
  ]);
});

test('values are those that alerts and anomalies name, or that the interface lists', async () => {
  const listAlerts = alertsNaming({
    nodeId: '101',
    nodeName: 'db',
    systemId: '1',
    systemName: 'shop',
    metricId: 'cpu',
  });
  const context = testContext({ operations: { listAlerts } });
  expect(await tagValues(context, { key: 'node' })).toEqual([{ value: '101', text: 'db' }]);
  expect(await tagValues(context, { key: 'metric' })).toEqual([{ value: 'cpu', text: 'cpu' }]);
  expect(await tagValues(context, { key: 'system' })).toEqual([{ value: '1', text: 'shop' }]);
  expect((await tagValues(context, { key: 'impact' })).map(({ value }) => value)).toEqual([
    'severe',
    'high',
    'medium',
    'low',
  ]);
  expect(await tagValues(context, { key: 'text' })).toEqual([]);
});

const modelOf = (query: AnomalyQuery) => descriptorOf(query).model;

test('a filter applies unless every query of the panel names what it is about', () => {
  const filters = [{ key: 'node', operator: '=', value: '101' }];
  const ask = (...types: string[]) =>
    filtersThatApply({ filters, queries: types.map((queryType, i) => ({ refId: String(i), queryType })) }, modelOf);
  expect(ask('alerts')).toEqual([{ key: 'node', applicable: true }]);
  expect(ask('metric', 'alertSearch')).toEqual([{ key: 'node', applicable: true }]);
  expect(ask('metric', 'story')).toEqual([
    { key: 'node', applicable: false, reason: 'The filter on "node" isn\'t supported here and was ignored.' },
  ]);
  expect(filtersThatApply({ filters }, modelOf)).toEqual([{ key: 'node', applicable: true }]);
});
