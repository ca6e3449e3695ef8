import { dateTime } from '@grafana/data';
import { type Named } from '../answer/named';
import { metricColumns } from './frame';

const range = { from: dateTime(0), to: dateTime(1), raw: { from: 'now-6h', to: 'now' } };
const place = { dataSource: { uid: 'uid', name: 'Anomalies', type: 'anomaly' }, range, now: 1 };

const named: Named = {
  nodeId: '7',
  nodeName: 'db',
  systemId: '1',
  systemName: 'Shop',
  metricId: 'cpu',
  metricName: 'CPU load',
};
const bare: Named = { ...named, nodeName: null, metricName: null };

interface Row {
  metric: Named | null;
}

const columnsOf = (...metrics: Array<Named | null>) =>
  metricColumns<Row>(
    place,
    metrics.map((metric) => ({ metric })),
    ({ metric }) => metric,
    () => null
  );
const isHidden = (column: { config: { custom?: { hidden?: boolean } } }) => column.config.custom?.hidden === true;

it('say of a row which metric it is about, under their own names, and nothing of a row without one', () => {
  for (const [name, column] of Object.entries(columnsOf(named, null))) {
    expect(column.name).toBe(name);
    expect(column.of({ metric: named })).toBe(named[name as keyof Named]);
    expect(column.of({ metric: null })).toBeNull();
  }
});

it.each<[string, Array<Named | null>, boolean]>([
  ['every metric has names', [named, named], true],
  ['a row has no metric', [named, null], true],
  ['a metric has none', [named, bare], false],
  ['there are no rows', [], false],
])('hide ids where names say it all: %s', (_, metrics, hidden) => {
  const { nodeId, metricId, systemId, nodeName, metricName, systemName } = columnsOf(...metrics);
  expect([nodeId, metricId].map(isHidden)).toEqual([hidden, hidden]);
  expect([systemId, nodeName, metricName, systemName].map(isHidden)).toEqual([true, false, false, false]);
});

it('lead from a node to its alerts and from a metric to its corridors, by name and by id', () => {
  const columns = columnsOf(named);
  const titles = (name: keyof Named) => columns[name].config.links?.map(({ title }) => title) ?? [];
  expect([titles('nodeId'), titles('nodeName')]).toEqual([['Alerts of this node'], ['Alerts of this node']]);
  expect(columns.nodeName.config.links?.[0].internal?.query).toMatchObject({ nodeId: '${__data.fields.nodeId}' });
  expect([titles('metricId'), titles('metricName')]).toEqual([
    ['This metric in its corridors'],
    ['This metric in its corridors'],
  ]);
  expect([titles('systemId'), titles('systemName')]).toEqual([[], []]);
});
