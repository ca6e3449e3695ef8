import { lastValueFrom, map, of, throwError, toArray } from 'rxjs';
import { type Answer, type Call, fakeService } from '../../tests/support/fakeContext';
import { toAlert } from '../service/alerts';
import { withTitles } from './lookUps';

const HOUR = 3600_000;
const NOW = Date.UTC(2026, 0, 31, 18);
const iso = (hours: number) => new Date(NOW + hours * HOUR).toISOString();
const range = { from: NOW - 6 * HOUR, to: NOW };

const METRIC = { nodeId: 1, nodeName: 'db', statTypeId: 'cpu', statTypeName: 'CPU', severity: 'red' };
const row = (id: string, more: object = {}) =>
  toAlert({
    id,
    impact: 'high',
    active: false,
    firstSeenAt: iso(-5),
    lastSeenAt: iso(-4),
    activeMetrics: 0,
    activeNodes: 0,
    ...more,
  });

/** A service with these metrics in its lists (by `at`, `now` for none) and in single alerts. */
function service(lists: Record<string, object[]>, singles: Record<string, object[]> = {}) {
  return ({ segments, query }: Call): Answer => {
    const [, , id] = segments;
    if (id === undefined) {
      return { body: lists[query.at ?? 'now'] ?? [] };
    }
    return singles[id] ? { body: { id, active: true, metrics: singles[id] } } : { status: 404 };
  };
}

function ask(
  alerts: Array<ReturnType<typeof row>>,
  fake: ReturnType<typeof fakeService>,
  span: typeof range | null = range
) {
  const titled = withTitles(of(alerts), (read) => read, fake.context, span ?? undefined);
  // A title is what is known when it is asked for.
  return lastValueFrom(
    titled.pipe(
      map(({ read, titles, complete }) => ({ titles: read.map(titles.titleOf), complete })),
      toArray()
    )
  );
}

it('gives rows at once, then titles from the lists, then those of single alerts', async () => {
  const answer = service({ now: [{ id: 'a', metrics: [METRIC] }] }, { b: [METRIC, METRIC] });
  const fake = fakeService(answer, { now: NOW });
  const unknown = 'metrics not known';
  expect(await ask([row('a', { active: true }), row('b', { firstSeenAt: iso(-7) })], fake)).toEqual([
    { titles: [unknown, unknown], complete: false },
    { titles: ['CPU · db', unknown], complete: false },
    { titles: ['CPU · db', 'CPU · db +1'], complete: true },
  ]);
  expect(fake.calls.map(({ raw }) => decodeURIComponent(raw))).toEqual([
    'v2/alerts?expand=metrics',
    `v2/alerts?at=${iso(-6)}&expand=metrics`,
    `v2/alerts/b?at=${iso(-4)}`,
  ]);
});

it("asks for the list at the range's start only where it can name an alert that is still unknown", async () => {
  const answer = service({ [iso(-6)]: [{ id: 'old', metrics: [METRIC] }] }, { young: [METRIC] });
  const fake = fakeService(answer, { now: NOW });
  const asked = () =>
    fake.calls.splice(0).map(({ segments, query }) => `${segments[2] ?? 'list'} ${query.at ?? 'now'}`);
  await ask([row('young', { firstSeenAt: iso(-5) })], fake);
  expect(asked()).toEqual(['list now', `young ${iso(-4)}`]);
  const [titles] = (await ask([row('old', { firstSeenAt: iso(-8) })], fake)).slice(-1);
  expect(titles).toEqual({ titles: ['CPU · db'], complete: true });
  expect(asked()).toEqual(['list now', `list ${iso(-6)}`]);
  await ask([row('old', { firstSeenAt: iso(-8) }), row('young')], fake);
  expect(asked()).toEqual(['list now']);
});

it('takes an end within the last minute as now, so that all panels share one list', async () => {
  const fake = fakeService(service({}), { now: NOW });
  await ask([row('a')], fake, { from: NOW - HOUR, to: NOW - 59_000 });
  await ask([row('a')], fake, { from: NOW - HOUR, to: NOW - 61_000 });
  const lists = fake.calls.filter(({ segments }) => segments.length === 2);
  expect(lists.map(({ query }) => query.at)).toEqual([undefined, new Date(NOW - 61_000).toISOString()]);
});

it('asks for an ended alert once, found or not, and for an active one as it is now', async () => {
  const fake = fakeService(service({}, { b: [METRIC] }), { now: NOW });
  const alerts = [row('a'), row('b'), row('c', { active: true })];
  await ask(alerts, fake);
  expect(fake.calls.slice(1).map(({ raw }) => decodeURIComponent(raw))).toEqual(
    ['v2/alerts/c', `v2/alerts/a?at=${iso(-4)}`, `v2/alerts/b?at=${iso(-4)}`].sort((x, y) => (x < y ? -1 : 1))
  );
  const [first] = await ask(alerts, fake);
  expect(first.titles).toEqual(['metrics not known', 'CPU · db', 'metrics not known']);
  expect(fake.calls.slice(4).map(({ query }) => query.expand)).toEqual(['metrics']);
});

it('looks up 25 at most, the most severe first, and the rest at the next query', async () => {
  const fake = fakeService(service({}), { now: NOW });
  const alerts = [
    ...Array.from({ length: 25 }, (_, i) => row(`low${i}`, { impact: 'low' })),
    ...Array.from({ length: 5 }, (_, i) => row(`severe${i}`, { impact: 'severe' })),
  ];
  await ask(alerts, fake, null);
  expect(fake.calls).toHaveLength(25);
  expect(fake.calls.slice(0, 5).every(({ raw }) => raw.includes('severe'))).toBe(true);
  await ask(alerts, fake, null);
  expect(fake.calls).toHaveLength(30);
});

it('what fails is silent; of an alert that could not be asked for it is tried again after a minute', async () => {
  let time = NOW;
  const fake = fakeService(() => ({ status: 500 }), { now: NOW });
  const context = { ...fake.context, now: () => time };
  const last = () => lastValueFrom(withTitles(of([row('a')]), (read) => read, context, range));
  expect((await last()).complete).toBe(true);
  expect(fake.calls).toHaveLength(2);
  await last();
  expect(fake.calls).toHaveLength(3);
  time += 61_000;
  await last();
  expect(fake.calls).toHaveLength(5);
});

it('takes the end of a range that is over, and asks nothing more of alerts that are known', async () => {
  const past = { from: NOW - 6 * HOUR, to: NOW - 2 * HOUR };
  const fake = fakeService(service({ [iso(-2)]: [{ id: 'a', metrics: [METRIC] }] }), { now: NOW });
  expect((await ask([row('a')], fake, past)).pop()).toEqual({ titles: ['CPU · db'], complete: true });
  expect(fake.calls.map(({ query }) => query.at)).toEqual([iso(-2)]);
});

it('an empty list waits for nothing, and what the source fails with comes through', async () => {
  const fake = fakeService(service({}), { now: NOW });
  expect(await ask([], fake)).toEqual([{ titles: [], complete: true }]);
  expect(fake.aborted()).toBe(fake.calls.length);
  const failing = withTitles(
    throwError(() => new Error('no')),
    () => [],
    fake.context,
    range
  );
  await expect(lastValueFrom(failing)).rejects.toThrow('no');
});
