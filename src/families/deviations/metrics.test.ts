import { type Answer, type Call, fakeService } from '../../../tests/support/fakeContext';
import { followOnce } from '../../facts/packets';
import { HOUR } from '../../ground/spans';
import { candidatesIn } from './metrics';
import { hoursFrom } from '../../../tests/support/times';

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

function service(mishap: (call: Call) => Answer | undefined = () => undefined) {
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
  return fakeService(answer, { now: T0 + 12 * HOUR });
}

async function read(fake: ReturnType<typeof service>) {
  const found = await followOnce(candidatesIn({ context: fake.context, range: RANGE, moment: RANGE.to }));
  if (!found) {
    throw new Error('nothing');
  }
  return { ...found, ids: found.candidates.map(({ metricId }) => metricId) };
}

const pathsOf = ({ calls }: ReturnType<typeof service>) => calls.map(({ path }) => path);
const NO_METRICS = { body: [{ ...LONG, metrics: [] }] };

it('are metrics of the lists at both ends, then of anomalies, the most severe first, and nothing else is read', async () => {
  const fake = service();
  const { ids, unknown, failures } = await read(fake);
  expect(ids).toEqual(['listed', 'disk', 'mem']);
  expect([unknown, failures]).toEqual([0, []]);
  expect(pathsOf(fake).sort()).toEqual(['v2/alerts', 'v2/alerts', 'v2/anomalies']);
});

it('of lists are those of the most severe alerts first', async () => {
  const listed = (id: string, impact: string) => ({ ...LONG, id, impact, metrics: [{ nodeId: 1, statTypeId: id }] });
  const body = [listed('mild', 'low'), listed('grave', 'high')];
  const { ids } = await read(service(({ path }) => (path === 'v2/alerts' ? { body } : undefined)));
  expect(ids).toEqual(['grave', 'mild', 'disk', 'mem']);
});

it('are those in the events of the most severe alerts if lists and anomalies name none', async () => {
  const isNamed = ({ path }: Call) => path === 'v2/anomalies' || path === 'v2/alerts';
  const fake = service((call) => (isNamed(call) ? (call.path === 'v2/alerts' ? NO_METRICS : { body: [] }) : undefined));
  const { ids, unknown } = await read(fake);
  expect(ids).toEqual(['b', 'a', 'gone', 'cpu']);
  expect(unknown).toBe(0);
});

it.each([
  ['the search', 'v2/alerts/explore', ['listed', 'disk', 'mem']],
  ['the anomalies', 'v2/anomalies', ['listed', 'b', 'a', 'gone', 'cpu']],
  ['the lists', 'v2/alerts', ['disk', 'mem']],
])('are the rest if %s cannot be read', async (_, path, expected) => {
  const { ids, failures } = await read(service((call) => (call.path === path ? { status: 400 } : undefined)));
  expect(ids).toEqual(expected);
  expect(failures.length > 0).toBe(path !== 'v2/alerts/explore');
});

it('fail if nothing can be read', async () => {
  await expect(read(service(() => ({ status: 400 })))).rejects.toMatchObject({ status: 400 });
});

it('reads the events of the 50 most severe alerts, and of no others, whose metrics are unknown', async () => {
  const many = Array.from({ length: 60 }, (_, i) => ({ ...LONG, id: `l${i}` }));
  const fake = service(({ path }) =>
    path === 'v2/anomalies'
      ? { body: [] }
      : path === 'v2/alerts'
        ? NO_METRICS
        : path === 'v2/alerts/explore'
          ? { body: { page: 1, limit: 200, total: 61, items: [...many, BRIEF] } }
          : undefined
  );
  const { unknown } = await read(fake);
  expect(unknown).toBe(49);
  const histories = pathsOf(fake).filter((path) => path.endsWith('/events'));
  expect(histories).toHaveLength(50);
  expect(histories.some((path) => path.includes('brief'))).toBe(true);
});
