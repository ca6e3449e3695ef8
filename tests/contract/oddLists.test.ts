import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type AnomalyQuery } from '../../src/ground/query';
import { type Runner } from '../../src/table/runner';
import { HOUR } from '../../src/ground/spans';
import { type Answer, type Call, fakeRequest, fakeService } from '../support/fakeContext';
import { runAny } from '../support/run';
import { hoursFrom } from '../support/times';

/** Lists of a service that does everything the interface allows, and queries with very large results. */
const T0 = Date.UTC(2026, 4, 1);
const range = { from: T0, to: T0 + 10 * HOUR };
const iso = hoursFrom(T0);

async function ask(
  runner: Runner<AnomalyQuery>,
  query: Partial<AnomalyQuery>,
  answer: (call: Call) => Answer,
  variables: Record<string, string[]> = {}
) {
  const { context, calls } = fakeService(answer, { variables, now: range.to });
  const { data, errors } = await lastValueFrom(
    runner(fakeRequest([query], range).targets, fakeRequest([], range), context)
  );
  return { frames: data as DataFrame[], errors, calls };
}

const column = (frame: DataFrame, name: string) => [
  ...(frame.fields.find((field) => field.name === name)?.values ?? []),
];

describe('list items that are not objects are skipped', () => {
  it.each<[Partial<AnomalyQuery>, Runner<AnomalyQuery>, unknown]>([
    [{ queryType: 'alerts', metrics: true }, runAny, [null, 7, { id: 'a', metrics: [null, { statTypeId: 'x' }] }]],
    [{ queryType: 'alertSearch' }, runAny, { items: [null, { id: 'a' }, 's'], total: 3 }],
    [
      { queryType: 'alertEvents', alertId: 'a', changes: true },
      runAny,
      { items: [null, { id: 'a', sequence: 0, changes: [null, { nodeId: 1 }] }], total: 2 },
    ],
    [{ queryType: 'anomalies' }, runAny, [null, { id: 'a', items: [null, { metrics: [null, { id: 'x' }] }] }]],
  ])('%j', async (query, runner, body) => {
    const { frames, errors } = await ask(runner, query, () => ({ body }));
    expect(errors).toBeUndefined();
    expect(column(frames[0], query.queryType === 'alertEvents' ? 'alertId' : 'id')).toEqual(['a']);
  });
});

it('rows and metrics that a list repeats count once', async () => {
  const metric = (statTypeId: string) => ({ nodeId: 0, statTypeId, severity: 'red' });
  const alert = { id: 'a', active: true, metrics: [metric('x'), metric('x'), metric('y'), { severity: 'red' }] };
  const alerts = { queryType: 'alerts', metrics: true };
  const { frames } = await ask(runAny, alerts, () => ({ body: [alert, alert] }));
  expect(column(frames[0], 'metricId')).toEqual(['x', 'y', null]);
  expect(column(frames[0], 'title')[0]).toBe('x · 0 +2');
  const anomaly = (at: number) => ({
    id: 'n',
    event_occured: iso(at),
    items: [{ node: { id: 0 }, metrics: [{ id: 'x' }, { id: 'x' }] }],
  });
  const body = [anomaly(1), anomaly(1), anomaly(2)];
  const found = await ask(runAny, { queryType: 'anomalies' }, () => ({ body }));
  expect(column(found.frames[0], 'time')).toHaveLength(2);
  const marks = await ask(runAny, { queryType: 'annotations', source: 'anomalies' }, () => ({ body }));
  expect(column(marks.frames[0], 'id')).toEqual([`n/${iso(1)}`, `n/${iso(2)}`]);
});

it('numbers that can be no counts are unknown, not counted', async () => {
  const body = [{ id: 'a', active: true, activeMetrics: -1, activeNodes: 2.5, firstSeenAt: iso(1) }];
  const { frames } = await ask(runAny, { queryType: 'alerts' }, () => ({ body }));
  expect(['title', 'activeMetrics', 'activeNodes'].map((name) => column(frames[0], name)[0])).toEqual([
    'Alert of May 1, 01:00',
    null,
    null,
  ]);
  const buckets = [{ start: iso(1), end: iso(2), active: -1, impacts: { low: 1, high: -2 } }];
  const counts = await ask(runAny, { queryType: 'alertCounts', bucket: '1h' }, ({ path }) =>
    path.endsWith('timeseries') ? { body: { bucket: '1h', buckets } } : { body: [] }
  );
  expect(['active', 'low', 'high'].map((name) => column(counts.frames[0], name)[0])).toEqual([null, 1, null]);
});

it('states follow the sequence of events, whatever the order of the list', async () => {
  const event = (sequence: number, severity: string) => ({
    sequence,
    eventType: 'updated',
    eventOccurred: iso(sequence),
    changes: [{ type: 'updated', nodeId: 1, statTypeId: 'cpu', values: { severity } }],
  });
  const items = [event(3, 'red'), event(1, 'yellow'), event(2, 'orange')];
  const { frames } = await ask(runAny, { queryType: 'alertEvents', alertId: 'a', format: 'states' }, () => ({
    body: { items, total: 3 },
  }));
  expect(column(frames[0], 'time')).toEqual([T0, T0 + HOUR, T0 + 2 * HOUR, T0 + 3 * HOUR]);
  expect(frames[0].fields[1].values).toEqual([null, 'yellow', 'orange', 'red']);
});

describe('a product of many nodes and metrics', () => {
  const variables = {
    node: Array.from({ length: 30 }, (_, i) => String(i)),
    metric: Array.from({ length: 12 }, (_, i) => `m${i}`),
  };

  it.each(['alertCounts', 'alertSearch'])('requests at most 100, and names what is left out: %s', async (queryType) => {
    const { frames, calls } = await ask(
      runAny,
      { queryType, nodeId: '$node', metricId: '$metric' },
      () => ({ body: { items: [], total: 0, buckets: [] } }),
      variables
    );
    expect(calls.filter(({ path }) => path.includes('explore'))).toHaveLength(100);
    expect(frames).toHaveLength(queryType === 'alertCounts' ? 100 : 1);
    expect(frames[0].meta?.notices?.map(({ text }) => text).join()).toContain('m4 · 8');
  });
});
