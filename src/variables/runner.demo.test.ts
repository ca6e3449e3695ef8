import { lastValueFrom } from 'rxjs';
import { type Demo, demoContext } from '../../tests/support/demoContext';
import { fakeRequest } from '../../tests/support/fakeContext';
import { type AnomalyQuery } from '../query/query';
import { HOUR } from '../settings';
import { runAny } from '../../tests/support/run';
import { iso } from '../../tests/support/times';

interface Metric {
  nodeId: number;
  nodeName?: string | null;
  statTypeId: string;
  statTypeName?: string | null;
  systemId?: number | null;
  systemName?: string | null;
}
interface Alert {
  id: string;
  impact: string;
  firstSeenAt: string;
  lastSeenAt: string;
  metrics: Metric[];
}

const NOW = Date.UTC(2026, 10, 21, 12);
const RANGE = { from: NOW - 24 * HOUR, to: NOW - 2 * HOUR };

jest.setTimeout(60_000);

let demo: Demo;
beforeAll(async () => {
  demo = await demoContext(NOW, { mood: 'busy', variables: { two: [], node: [] } });
});
afterAll(() => demo.service.close());

async function rows(query: Partial<AnomalyQuery>) {
  const request = fakeRequest([{ queryType: 'variable', ...query }], RANGE);
  const { data, errors } = await lastValueFrom(runAny(request.targets, request, demo.context));
  expect(errors).toBeUndefined();
  const [frame] = data;
  expect(frame.fields.map((field: { name: string }) => field.name)).toEqual(['value', 'text']);
  const [value, text] = frame.fields;
  return value.values.map((id: string, i: number) => ({ value: id, text: text.values[i] as string }));
}

/** All names of the sources, read without the plugin. */
async function bruteForce(): Promise<Metric[]> {
  const lists = await Promise.all([
    demo.read<Alert[]>('v2/alerts?expand=metrics'),
    demo.read<Alert[]>(`v2/alerts?expand=metrics&at=${iso(RANGE.to)}`),
    demo.read<Alert[]>(`v2/alerts?expand=metrics&at=${iso(RANGE.from)}`),
  ]);
  type Anomalies = Array<{
    items: Array<{
      node: { id: number; name: string; system: { id: number; name: string } };
      metrics: Array<{ id: string; name: string }>;
    }>;
  }>;
  const anomalies = await demo.read<Anomalies>(`v2/anomalies?from=${iso(RANGE.from)}&to=${iso(RANGE.to)}`);
  return [
    ...lists.flat().flatMap((alert) => alert.metrics),
    ...anomalies.flatMap(({ items }) =>
      items.flatMap(({ node, metrics }) =>
        metrics.map((metric) => ({
          nodeId: node.id,
          nodeName: node.name,
          systemId: node.system.id,
          systemName: node.system.name,
          statTypeId: metric.id,
          statTypeName: metric.name,
        }))
      )
    ),
  ];
}

function expected(pairs: Array<[unknown, string | null | undefined]>) {
  const names = new Map<string, string | null | undefined>();
  for (const [id, name] of pairs) {
    if (id != null) {
      names.set(String(id), names.get(String(id)) || name);
    }
  }
  return [...names]
    .map(([value, name]) => ({ value, text: name || value }))
    .sort((a, b) => a.text.localeCompare(b.text) || a.value.localeCompare(b.value));
}

test('systems, nodes, and metrics come from alerts and anomalies', async () => {
  const named = await bruteForce();
  expect(named.length).toBeGreaterThan(5);
  expect(await rows({ list: 'systems' })).toEqual(expected(named.map((m) => [m.systemId, m.systemName])));
  expect(await rows({ list: 'nodes' })).toEqual(expected(named.map((m) => [m.nodeId, m.nodeName])));
  expect(await rows({ list: 'metrics' })).toEqual(expected(named.map((m) => [m.statTypeId, m.statTypeName])));
});

test('metrics depend on a node, and nodes on a system', async () => {
  const named = await bruteForce();
  const { nodeId, systemId } = named[0];
  expect(await rows({ list: 'metrics', nodeId: String(nodeId) })).toEqual(
    expected(named.filter((m) => m.nodeId === nodeId).map((m) => [m.statTypeId, m.statTypeName]))
  );
  expect(await rows({ list: 'nodes', systemId: String(systemId) })).toEqual(
    expected(named.filter((m) => m.systemId === systemId).map((m) => [m.nodeId, m.nodeName]))
  );
});

test('alerts are those that were active in the range, most severe first', async () => {
  const { items } = await demo.read<{ items: Alert[] }>(
    `v2/alerts/explore?from=${iso(RANGE.from)}&to=${iso(RANGE.to)}&limit=200`
  );
  const rank = ['severe', 'high', 'medium', 'low'];
  const listed = await demo.read<Alert[]>(`v2/alerts?expand=metrics&at=${iso(RANGE.to)}`);
  // As of the end of the past range.
  const byId = new Map([...items, ...listed].map((alert) => [alert.id, alert]));
  const found: Array<{ value: string; text: string }> = await rows({ list: 'alerts' });
  expect(items.length).toBeGreaterThan(3);
  expect(new Set(found.map(({ value }) => value))).toEqual(new Set(byId.keys()));
  const order = found.map(({ value }) => byId.get(value)!);
  const sorted = [...order].sort(
    (a, b) => rank.indexOf(a.impact) - rank.indexOf(b.impact) || b.lastSeenAt.localeCompare(a.lastSeenAt)
  );
  expect(order.map(({ impact, lastSeenAt }) => [impact, lastSeenAt])).toEqual(
    sorted.map(({ impact, lastSeenAt }) => [impact, lastSeenAt])
  );
  expect(found[0].text).toMatch(/^high · .+ · .+ \+\d+ · since \w{3} \d+, \d\d:\d\d$/);
});

test('alerts of a system are those of its nodes, or of selected ones among these', async () => {
  const [{ systemId }] = await bruteForce();
  const nodes = new Set((await bruteForce()).filter((m) => m.systemId === systemId).map((m) => m.nodeId));
  const ids = new Set<string>();
  const byNode = new Map<unknown, Set<string>>();
  for (const nodeId of nodes) {
    const { items } = await demo.read<{ items: Alert[] }>(
      `v2/alerts/explore?from=${iso(RANGE.from)}&to=${iso(RANGE.to)}&limit=200&nodeId=${nodeId}`
    );
    items.forEach(({ id }) => ids.add(id));
    byNode.set(nodeId, new Set(items.map(({ id }) => id)));
  }
  const valuesOf = async (query: object) =>
    new Set((await rows({ list: 'alerts', ...query })).map(({ value }: { value: string }) => value));
  expect(await valuesOf({ systemId: String(systemId) })).toEqual(ids);
  const [nodeId, own] = [...byNode].find(([, some]) => some.size > 0 && some.size < ids.size)!;
  expect(await valuesOf({ systemId: String(systemId), nodeId: String(nodeId) })).toEqual(own);
});

test('a search finds names and IDs, and an empty one from a variable finds and requests nothing', async () => {
  const all = await rows({ list: 'nodes' });
  const [first] = all;

  expect(await rows({ list: 'nodes', q: '${__searchFilter}' })).toEqual(all);
  expect(await rows({ list: 'nodes', q: first.text.toUpperCase() })).toContainEqual(first);
  demo.asked.length = 0;
  expect(await rows({ list: 'metrics', nodeId: '$node' })).toEqual([]);
  expect(demo.asked).toEqual([]);
});
