import { type AdHocVariableFilter } from '@grafana/data';
import { of, throwError } from 'rxjs';
import { alertsNaming, testContext } from '../../../tests/support/editorContext';
import { descriptorOf } from '../families';
import { toAlert } from '../../service/alerts';
import { type AnomalyQuery } from '../../ground/query';
import { filtersThatApply, recommendedFilters, tagKeys, tagValues } from './filterKeys';

test('the keys show who filters', () => {
  const groups = new Map<string, unknown[]>();
  for (const { value, group } of tagKeys()) {
    groups.set(group ?? '', [...(groups.get(group ?? '') ?? []), value]);
  }
  expect([...groups]).toEqual([
    ['Filtered by the service', ['node', 'metric', 'impact', 'text']],
    ['Filtered in tables', ['system', 'severity', 'type', 'event']],
  ]);
});

test('values come from alerts and anomalies, or from the interface', async () => {
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
  expect(await tagValues(context, { key: 'event' })).toContainEqual({ value: 'ended', text: 'ended' });
  expect(await tagValues(context, { key: 'text' })).toEqual([]);
});

test('values with the same name are told apart by their IDs', async () => {
  const texts = (await tagValues(testContext(), { key: 'severity' })).map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(['severe', 'severe (red)', 'medium', 'medium (yellow)']));
  expect(new Set(texts).size).toBe(texts.length);
});

const modelOf = (query: AnomalyQuery) => descriptorOf(query).model;

describe('a filter applies if it applies to one query of the panel', () => {
  const node = { key: 'node', operator: '=', value: '101' };
  const NAMED = 'The filter on "node" isn\'t supported here and was ignored.';
  const ask = (filter: AdHocVariableFilter, ...queries: Array<Partial<AnomalyQuery>>) =>
    filtersThatApply({ filters: [filter], queries: queries.map((query) => ({ refId: 'A', ...query })) }, modelOf)[0];

  test('a query with a series or an alert accepts none', () => {
    expect(ask(node, { queryType: 'alerts' })).toEqual({ key: 'node', applicable: true });
    expect(ask(node, { queryType: 'metric' }, { queryType: 'alertSearch' }).applicable).toBe(true);
    const unused = { key: 'node', applicable: false, reason: NAMED };
    expect(ask(node, { queryType: 'metric' }, { queryType: 'story' })).toEqual(unused);
    expect(ask(node)).toEqual({ key: 'node', applicable: true });
  });

  test('by key, operator, and format', () => {
    const applies = (filter: Partial<AdHocVariableFilter>, query: Partial<AnomalyQuery>) =>
      ask({ ...node, ...filter }, query).applicable;
    expect(applies({ key: 'impact' }, { queryType: 'alertSearch' })).toBe(true);
    expect(applies({ key: 'impact' }, { queryType: 'alertCounts' })).toBe(false);
    expect(applies({ operator: '!=' }, { queryType: 'alertCounts' })).toBe(false);
    expect(applies({}, { queryType: 'alertEvents', format: 'states' })).toBe(true);
    expect(applies({}, { queryType: 'alertEvents', format: 'states', alertId: 'a' })).toBe(false);
    expect(applies({ key: 'score', operator: '>' }, { queryType: 'alerts' })).toBe(true);
  });
});

test('alerting systems are recommended, the most severe first, and none if the service fails', async () => {
  const alert = (impact: string, ...systems: Array<string | null>) =>
    toAlert({ id: impact, impact, active: true, metrics: systems.map((systemName) => ({ systemName })) });
  const listAlerts = () => of([alert('low', 'Store'), alert('severe', 'Shop', 'Search', null), alert('high', 'Shop')]);
  expect(await recommendedFilters(testContext({ operations: { listAlerts } }))).toEqual(
    ['Shop', 'Search', 'Store'].map((value) => ({ key: 'system', operator: '=', value }))
  );
  const fails = () => throwError(() => new Error('down'));
  expect(await recommendedFilters(testContext({ operations: { listAlerts: fails } }))).toEqual([]);
});
