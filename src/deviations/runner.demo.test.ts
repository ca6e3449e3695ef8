import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type Demo, demoContext } from '../../tests/support/demoContext';
import { fakeRequest } from '../../tests/support/fakeContext';
import { type AnomalyQuery } from '../query/query';
import { HOUR } from '../settings';
import { runAny } from '../../tests/support/run';
import { iso } from '../../tests/support/times';
import { rowsOf } from '../../tests/support/rowsOf';

jest.setTimeout(60_000);

const NOW = Date.UTC(2026, 10, 21, 12);
const RANGE = { from: NOW - 6 * HOUR, to: NOW };

interface Named {
  nodeId: number;
  statTypeId: string;
}
interface Band {
  up: number;
  down: number;
}
interface Point {
  timestamp: number;
  smoothened: number | null;
  corridors: Record<'main' | 'sup' | 'inf', Band | null>;
}

let demo: Demo;
beforeAll(async () => {
  demo = await demoContext(NOW, { variables: { none: [] } });
});
afterAll(() => demo.service.close());

async function run(query: Partial<AnomalyQuery>, range = RANGE) {
  const request = fakeRequest([{ queryType: 'deviations', limit: 50, ...query }], range);
  const { data, errors } = await lastValueFrom(runAny(request.targets, request, demo.context));
  expect(errors).toBeUndefined();
  return data[0] as DataFrame;
}

/** The metrics in alerts and anomalies, read without the plugin. */
async function candidates(): Promise<Named[]> {
  const lists = await Promise.all([
    demo.read<Array<{ metrics: Named[] }>>('v2/alerts?expand=metrics'),
    demo.read<Array<{ metrics: Named[] }>>(`v2/alerts?expand=metrics&at=${iso(RANGE.from)}`),
  ]);
  const anomalies = await demo.read<Array<{ items: Array<{ node: { id: number }; metrics: Array<{ id: string }> }> }>>(
    `v2/anomalies?from=${iso(RANGE.from)}&to=${iso(RANGE.to)}`
  );
  const all = [
    ...lists.flat().flatMap(({ metrics }) => metrics),
    ...anomalies.flatMap(({ items }) =>
      items.flatMap(({ node, metrics }) => metrics.map(({ id }) => ({ nodeId: node.id, statTypeId: id })))
    ),
  ];
  return [...new Map(all.map((named) => [`${named.nodeId} ${named.statTypeId}`, named])).values()];
}

async function shareOf({ nodeId, statTypeId }: Named) {
  const path = `v1/ad/metrics/${nodeId}/${encodeURIComponent(statTypeId)}?from=${iso(RANGE.from)}&to=${iso(RANGE.to)}`;
  const { data } = await demo.read<{ data: Point[] }>(path);
  const judged = data.filter(
    ({ smoothened, corridors }) => smoothened !== null && Object.values(corridors).some(Boolean)
  );
  const outside = judged.filter(({ smoothened, corridors }) =>
    Object.values(corridors).every(
      (band) => !band || smoothened! > Math.max(band.up, band.down) || smoothened! < Math.min(band.up, band.down)
    )
  );
  return { share: outside.length / judged.length, last: outside.at(-1)?.timestamp ?? null, points: data.length };
}

test('ranks the metrics in alerts and anomalies by their share outside', async () => {
  const rows = rowsOf(await run({}));
  const expected = await candidates();
  expect(expected.length).toBeGreaterThan(2);
  expect(new Set(rows.map(({ nodeId, metricId }) => `${nodeId} ${metricId}`))).toEqual(
    new Set(expected.map(({ nodeId, statTypeId }) => `${nodeId} ${statTypeId}`))
  );
  for (const named of expected) {
    const { share, last, points } = await shareOf(named);
    const row = rows.find(({ nodeId, metricId }) => nodeId === String(named.nodeId) && metricId === named.statTypeId)!;
    expect(row).toMatchObject({ lastOutside: last, points });
    if (row.outsideShare === null) {
      // In an alert for missing data, and never outside.
      expect([share, last, row.worst]).toEqual([0, null, null]);
    } else {
      expect(row.outsideShare).toBeCloseTo(share, 10);
    }
  }
  const shares = rows.map(({ outsideShare }) => Number(outsideShare));
  expect(shares).toEqual([...shares].sort((a, b) => b - a));
});

test('for a past range has all metrics of an alert that began and ended in it', async () => {
  const range = { from: NOW - 5 * 24 * HOUR, to: NOW - 2 * 24 * HOUR };
  const { items } = await demo.read<{ items: Array<{ id: string; firstSeenAt: string; lastSeenAt: string }> }>(
    `v2/alerts/explore?from=${iso(range.from)}&to=${iso(range.to)}&limit=200`
  );
  const within = items.filter(
    ({ firstSeenAt, lastSeenAt }) => Date.parse(firstSeenAt) > range.from && Date.parse(lastSeenAt) < range.to
  );
  const added: Named[] = [];
  for (const { id } of within) {
    const events = await demo.read<{ items: Array<{ changes: Array<Named & { type: string }> }> }>(
      `v2/alerts/${id}/events?expand=changes&limit=100`
    );
    added.push(...events.items.flatMap(({ changes }) => changes.filter(({ type }) => type === 'added')));
  }
  expect(added.length).toBeGreaterThan(2);
  const rows = rowsOf(await run({}, range)).map(({ nodeId, metricId }) => `${nodeId} ${metricId}`);
  expect(rows).toEqual(expect.arrayContaining(added.map(({ nodeId, statTypeId }) => `${nodeId} ${statTypeId}`)));
});

test('has its frame type', async () => {
  const frame = await run({});
  expect(frame.meta).toMatchObject({ type: 'numeric-long', typeVersion: [0, 1] });
  expect((await run({ format: 'lanes' })).meta).toMatchObject({ type: 'timeseries-wide', typeVersion: [0, 1] });
});

test('has the columns of the contract, even if a variable is empty', async () => {
  const frame = await run({ nodeId: '$none' });
  expect(frame.fields.map(({ name }) => name).slice(0, 9)).toEqual([
    'metricName',
    'nodeName',
    'systemName',
    'outsideShare',
    'worst',
    'lastOutside',
    'points',
    'nodeId',
    'metricId',
  ]);
  expect(frame.length).toBe(0);
  expect(frame.meta?.notices).toHaveLength(1);
});

test('with a node only reads its metrics, up to the limit', async () => {
  const [{ nodeId }] = await candidates();
  demo.asked.length = 0;
  const frame = await run({ nodeId: String(nodeId), limit: 1 });
  expect(rowsOf(frame).map((row) => row.nodeId)).toEqual([String(nodeId)]);
  expect(demo.asked.filter((path) => path.includes('metrics/')).every((path) => path.includes(`/${nodeId}/`))).toBe(
    true
  );
});

test.each(['table', 'lanes'] as const)('has a notice about the limit (%s)', async (format) => {
  const all = await run({ format });
  const cut = await run({ format, limit: 2 });
  expect(cut.meta?.notices?.map(({ text }) => text)).toContainEqual(expect.stringMatching(/limit/));
  expect(all.meta?.notices ?? []).not.toContainEqual({ text: expect.stringMatching(/limit:|limit hides/) as string });
});
