import { lastValueFrom } from 'rxjs';
import { type Answer, type Call, fakeService } from '../../tests/support/fakeContext';
import { answers } from '../answer/reader';
import { HOUR } from '../settings';
import { type Candidates, candidatesIn } from './candidates';
import { hoursFrom } from '../../tests/support/times';

const T0 = Date.UTC(2026, 0, 31, 12);
const RANGE = { from: T0, to: T0 + 6 * HOUR };
const iso = hoursFrom(T0);

/** It began and ended between the ends of the range, so that no list has it. */
const BRIEF = { id: 'brief', impact: 'severe', active: false, firstSeenAt: iso(2), lastSeenAt: iso(3) };
const LONG = { id: 'long', impact: 'low', active: true, firstSeenAt: iso(-2), lastSeenAt: iso(9) };
const ANOMALY = {
  id: 'x',
  severity: 'low',
  event_occured: iso(1),
  items: [{ node: { id: 1, name: 'web-1' }, metrics: [{ id: 'mem', name: 'Memory' }] }],
};

/** A later row of the list, but more severe. */
const WORSE = {
  ...ANOMALY,
  id: 'y',
  severity: 'medium',
  items: [{ node: { id: 1, name: 'web-1' }, metrics: [{ id: 'disk', name: 'Disk' }] }],
};

const change = (type: string, statTypeId: string, kind = 'deviation') => ({
  type,
  nodeId: 1,
  statTypeId,
  values: { severity: 'red', type: kind },
});
const event = (sequence: number, hours: number, active: boolean, ...changes: object[]) => ({
  sequence,
  eventOccurred: iso(hours),
  eventType: active ? 'updated' : 'ended',
  active,
  changes,
});
const EVENTS: Record<string, object[]> = {
  brief: [
    event(0, 2, true, change('added', 'b')),
    event(1, 2.5, true, change('added', 'a', 'missing_data'), change('removed', 'b')),
    event(2, 3, false),
  ],
  long: [
    event(0, -2, true, change('added', 'gone')),
    event(1, -1, true, change('added', 'cpu'), change('removed', 'gone')),
    event(2, 7, true, change('added', 'late')),
  ],
};

function service(mishap: (call: Call) => Answer | undefined = () => undefined, latency?: (call: Call) => number) {
  const answer = (call: Call): Answer => {
    const failed = mishap(call);
    const [, , id] = call.segments;
    if (failed) {
      return failed;
    }
    if (call.path === 'v2/alerts/explore') {
      return { body: { page: 1, limit: 200, total: 2, items: [LONG, BRIEF] } };
    }
    if (call.path === 'v2/alerts') {
      return { body: [{ ...LONG, metrics: [{ nodeId: 1, statTypeId: 'listed', severity: 'red' }] }] };
    }
    const items = EVENTS[id] ?? [];
    return {
      body: call.path === 'v2/anomalies' ? [ANOMALY, WORSE] : { page: 1, limit: 100, total: items.length, items },
    };
  };
  return fakeService(answer, { now: T0 + 12 * HOUR, latency });
}

/** The result of each step, and the last one. */
async function read(fake: ReturnType<typeof service>, isWide = false, nodeIds?: string[]) {
  const steps: Candidates[] = [];
  const candidates = candidatesIn(fake.context, RANGE, isWide, nodeIds);
  const answer = answers((reader) => {
    steps.push(...[candidates(reader)].filter((found) => found !== null));
    return null;
  }, true);
  await lastValueFrom(answer);
  const found = steps[steps.length - 1];
  const idsOf = (step: Candidates) => step.candidates.map(({ metricId }) => metricId);
  return { ...found, ids: idsOf(found), steps: [...new Set(steps)].map((step) => [idsOf(step), !step.isFetching]) };
}

it('are metrics that were in an alert in the range, in order of joining, then in lists, then in anomalies, the most severe first', async () => {
  const { ids, unknown, failures } = await read(service());
  expect(ids).toEqual(['b', 'a', 'cpu', 'listed', 'disk', 'mem']);
  expect([unknown, failures]).toEqual([0, []]);
});

it('of lists are those of the most severe alerts first', async () => {
  const listed = (id: string, impact: string) => ({ ...LONG, id, impact, metrics: [{ nodeId: 1, statTypeId: id }] });
  const body = [listed('mild', 'low'), listed('grave', 'high')];
  const { ids } = await read(service(({ path }) => (path === 'v2/alerts' ? { body } : undefined)));
  expect(ids.slice(3, 5)).toEqual(['grave', 'mild']);
});

it('start with those that come first in any case', async () => {
  const { steps } = await read(service(undefined, ({ path }) => (path.includes('long') ? 200 : 0)));
  expect(steps).toEqual([
    [[], false],
    [['b', 'a'], false],
    [['b', 'a', 'cpu', 'listed', 'disk', 'mem'], true],
  ]);
  const { steps: others } = await read(service(undefined, ({ path }) => (path.includes('brief') ? 200 : 0)));
  expect(others).toEqual([
    [[], false],
    [['b', 'a', 'cpu', 'listed', 'disk', 'mem'], true],
  ]);
});

it('start with those of histories while anomalies are being read', async () => {
  const { steps } = await read(service(undefined, ({ path }) => (path === 'v2/anomalies' ? 200 : 0)));
  expect(steps.slice(-2)).toEqual([
    [['b', 'a', 'cpu'], false],
    [['b', 'a', 'cpu', 'listed', 'disk', 'mem'], true],
  ]);
});

it('include those of lists and anomalies at once if a node is selected', async () => {
  const slow = service(undefined, ({ path }) => (path.includes('long') ? 400 : path.includes('brief') ? 200 : 0));
  expect((await read(slow, false, ['1'])).steps).toEqual([
    [['listed', 'disk', 'mem'], false],
    [['b', 'a', 'listed', 'disk', 'mem'], false],
    [['b', 'a', 'cpu', 'listed', 'disk', 'mem'], true],
  ]);
});

it('come from the alerts that a search for the selected node finds', async () => {
  const fake = service();
  await read(fake, false, ['1']);
  const searches = fake.calls.filter(({ path }) => path === 'v2/alerts/explore');
  expect(searches.map(({ query }) => query.nodeId)).toEqual(['1']);
});

it('include those that were in these alerts before or after, if requested', async () => {
  expect((await read(service(), true)).ids).toEqual(['b', 'a', 'gone', 'cpu', 'late', 'listed', 'disk', 'mem']);
});

it.each([
  ['the search', 'v2/alerts/explore', ['cpu', 'listed', 'disk', 'mem']],
  ['the anomalies', 'v2/anomalies', ['b', 'a', 'cpu', 'listed']],
  ['the lists', 'v2/alerts', ['b', 'a', 'cpu', 'disk', 'mem']],
  ['the events of an alert', 'v2/alerts/brief/events', ['cpu', 'listed', 'disk', 'mem']],
])('are the rest if %s cannot be read', async (_, path, expected) => {
  const { ids, failures, notices, unknown } = await read(
    service((call) => (call.path === path ? { status: 400 } : undefined))
  );
  expect(ids).toEqual(expected);
  expect(failures.length + notices.length + unknown).toBeGreaterThan(0);
});

it('fail if nothing can be read', async () => {
  await expect(read(service(() => ({ status: 400 })))).rejects.toMatchObject({ status: 400 });
});

it('reads the events of the 50 most severe alerts, and of no others, whose metrics are unknown', async () => {
  const many = Array.from({ length: 60 }, (_, i) => ({ ...LONG, id: `l${i}` }));
  const fake = service(({ path }) =>
    path === 'v2/alerts/explore' ? { body: { page: 1, limit: 200, total: 61, items: [...many, BRIEF] } } : undefined
  );
  const { unknown } = await read(fake);
  expect(unknown).toBe(60);
  const histories = fake.calls.filter(({ path }) => path.endsWith('/events'));
  expect(histories).toHaveLength(50);
  expect(histories.some(({ path }) => path.includes('brief'))).toBe(true);
});
