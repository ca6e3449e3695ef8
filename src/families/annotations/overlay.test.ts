import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type Answer, type Call, fakeRequest, fakeService, type FakeOptions } from '../../../tests/support/fakeContext';
import { type AnomalyQuery } from '../../ground/query';
import { colorOf } from '../../table/colors';
import { runOverlays } from '../../../tests/support/run';
import { iso } from '../../../tests/support/times';

const FROM = Date.UTC(2026, 10, 21);
const TO = FROM + 6 * 3600_000;

/** Alerts by their node and metric. */
const ALERTS: Record<string, string> = { a: '1 cpu', b: '1 mem', c: '2 cpu' };

function answer({ path, query }: Call): Answer {
  if (path === 'v2/alerts/explore') {
    const ids = Object.keys(ALERTS).filter((id) => ALERTS[id] === `${query.nodeId} ${query.statTypeId}`);
    const items = ids.map((id) => ({
      id,
      impact: 'severe',
      firstSeenAt: iso(FROM - 1000),
      lastSeenAt: iso(FROM + 1000),
      active: false,
    }));
    return { body: { page: 1, limit: 200, total: items.length, items } };
  }
  if (path === 'v2/anomalies') {
    const item = (nodeId: number, id: string) => ({ node: { id: nodeId, name: `n${nodeId}` }, metrics: [{ id }] });
    const events = [item(1, 'cpu'), item(1, 'mem'), item(2, 'cpu')];
    return {
      body: events.map((of, i) => ({ id: `x${i}`, event_occured: iso(FROM + i), items: [of], severity: 'low' })),
    };
  }
  return { body: [] };
}

test('one failing series keeps the others, with one error', async () => {
  const { ids, errors } = await overlay(
    [{ overlay: 'alerts', nodeId: ['1', '2', '3'], metricId: 'cpu' }],
    {},
    (call) => (call.path === 'v2/alerts/explore' && call.query.nodeId !== '1' ? { status: 400 } : answer(call))
  );
  expect(ids).toEqual([['A', 'annotations', ['a']]]);
  expect(errors).toEqual([expect.objectContaining({ refId: 'A', message: expect.stringContaining('Incomplete') })]);
});

async function overlay(queries: Array<Partial<AnomalyQuery>>, options?: FakeOptions, answers = answer) {
  const fake = fakeService(answers, options);
  const request = fakeRequest(
    queries.map((query) => ({ queryType: 'metric', ...query })),
    { from: FROM, to: TO }
  );
  const { data, errors } = await lastValueFrom(runOverlays(request.targets, request, fake.context));
  const ids = (data as DataFrame[]).map(({ refId, fields, meta }) => [
    refId,
    meta?.dataTopic,
    fields.find(({ name }) => name === 'markId')?.values,
  ]);
  return { data: data as DataFrame[], errors, ids, calls: fake.calls };
}

test('only draws the alerts of this node and metric, completely and in their colors', async () => {
  const { data, ids, calls } = await overlay([{ overlay: 'alerts', nodeId: '1', metricId: 'cpu' }]);
  expect(ids).toEqual([['A', 'annotations', ['a']]]);
  const values = Object.fromEntries(data[0].fields.map((field) => [field.name, field.values[0]]));
  expect(values).toMatchObject({
    time: FROM - 1000,
    timeEnd: FROM + 1000,
    isRegion: true,
    color: colorOf('severe'),
    id: 0,
  });
  expect(values.text).toContain('2026-11-20 23:59:59 – 2026-11-21 00:00:01');
  expect(calls.filter(({ path }) => /alerts\/[bc]/.test(path))).toEqual([]);
});

test('one frame per query and row of regions, for all its nodes and metrics', async () => {
  const { ids } = await overlay(
    [
      { overlay: 'alerts', nodeId: '$node', metricId: 'cpu' },
      { overlay: 'alerts', nodeId: '1', metricId: 'mem' },
    ],
    { variables: { node: ['1', '2'] } }
  );
  expect(ids).toEqual([
    ['A', 'annotations', ['a']],
    ['A', 'annotations', ['c']],
    ['B', 'annotations', ['b']],
  ]);
});

test('draws the anomalies with this node and metric, from one request', async () => {
  const { ids, calls } = await overlay([
    { overlay: 'anomalies', nodeId: '1', metricId: 'mem' },
    { overlay: 'anomalies', nodeId: '2', metricId: 'cpu' },
  ]);
  expect(ids).toEqual([
    ['A', 'annotations', ['x1']],
    ['B', 'annotations', ['x2']],
  ]);
  expect(calls).toHaveLength(1);
});

test('a variable may select no overlay', async () => {
  const { ids, calls } = await overlay([{ overlay: '$overlay', nodeId: '1', metricId: 'cpu' }], {
    variables: { overlay: 'none' },
  });
  expect(ids).toEqual([]);
  expect(calls).toEqual([]);
});
