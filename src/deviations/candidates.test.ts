import { lastValueFrom, toArray } from 'rxjs';
import { type Answer, type Call, fakeService } from '../../tests/support/fakeContext';
import { HOUR } from '../settings';
import { readCandidates } from './candidates';

const T0 = Date.UTC(2026, 0, 31, 12);
const RANGE = { from: T0, to: T0 + 6 * HOUR };
const iso = (hours: number) => new Date(T0 + hours * HOUR).toISOString();
const metric = (statTypeId: string, severity = 'red') => ({ nodeId: 1, statTypeId, severity });

/** Came and went between the range's ends: no list holds it. */
const BRIEF = { id: 'brief', impact: 'severe', active: false, firstSeenAt: iso(2), lastSeenAt: iso(3) };
const LONG = { id: 'long', impact: 'low', active: true, firstSeenAt: iso(-2), lastSeenAt: iso(9) };
const ANOMALY = {
  id: 'x',
  severity: 'low',
  event_occured: iso(1),
  items: [{ node: { id: 1, name: 'web-1' }, metrics: [{ id: 'mem', name: 'Memory' }] }],
};

function service(mishap: (call: Call) => Answer | undefined = () => undefined) {
  const answer = (call: Call): Answer => {
    const failed = mishap(call);
    if (failed) {
      return failed;
    }
    switch (call.path) {
      case 'v2/alerts/explore':
        return { body: { page: 1, limit: 200, total: 2, items: [LONG, BRIEF] } };
      case 'v2/alerts/brief':
        return { body: { ...BRIEF, metrics: [metric('b', 'orange'), metric('a', 'blood_red')] } };
      case 'v2/alerts':
        return { body: [{ ...LONG, metrics: [metric('cpu')] }] };
      default:
        return { body: [ANOMALY] };
    }
  };
  return fakeService(answer, { now: T0 + 12 * HOUR });
}

async function read(fake: ReturnType<typeof service>) {
  const all = await lastValueFrom(readCandidates(fake.context, RANGE).pipe(toArray()));
  const last = all[all.length - 1];
  return { ...last, ids: last.candidates.map(({ metricId }) => metricId), all };
}

it('are those of all alerts that were active in the range, most severe first, then those of anomalies', async () => {
  const fake = service();
  const { ids, complete, all } = await read(fake);
  expect(ids).toEqual(['a', 'b', 'cpu', 'mem']);
  expect(complete).toBe(true);
  // Those that are known do not wait for the look-up.
  expect(all[0]).toMatchObject({ complete: false, candidates: [{ metricId: 'cpu' }, { metricId: 'mem' }] });
  expect(fake.calls.filter(({ path }) => path === 'v2/alerts/brief')).toHaveLength(1);
});

it.each([
  ['the search', 'v2/alerts/explore', ['cpu', 'mem']],
  ['the anomalies', 'v2/anomalies', ['a', 'b', 'cpu']],
  ['the lists', 'v2/alerts', ['a', 'b', 'mem']],
])('are what is left where %s cannot be read', async (_, path, expected) => {
  const mishap = (call: Call) => (call.path === path ? { status: 400 } : undefined);
  const { ids, failures, notices } = await read(service(mishap));
  expect(ids).toEqual(expected);
  expect(failures.length + notices.length).toBeGreaterThan(0);
});

it('fail where nothing can be read', async () => {
  await expect(read(service(() => ({ status: 400 })))).rejects.toMatchObject({ status: 400 });
});

it('tell what has left an alert while it was watched: no list names it any more', async () => {
  let now = ['cpu', 'swap', 'mem'];
  const fake = service(({ path, query }) =>
    path === 'v2/alerts' && !query.at ? { body: [{ ...LONG, metrics: now.map((id) => metric(id)) }] } : undefined
  );
  const context = { ...fake.context, now: () => RANGE.to };
  const ids = async () => {
    const { candidates, left } = await lastValueFrom(readCandidates(context, RANGE));
    return [candidates, left].map((list) => list.map(({ metricId }) => metricId));
  };
  expect(await ids()).toEqual([['a', 'b', 'cpu', 'swap', 'mem'], []]);
  now = ['cpu'];
  // An anomaly names the other one.
  expect(await ids()).toEqual([['a', 'b', 'cpu', 'mem'], ['swap']]);
});

it('tell what has left of running alerts alone, once', async () => {
  const lists = [
    [
      { ...LONG, metrics: [metric('swap'), metric('cpu')] },
      { ...LONG, id: 'too', metrics: [metric('swap'), metric('cpu')] },
      { ...BRIEF, active: true, metrics: [metric('a'), metric('b'), metric('over')] },
    ],
    [
      { ...LONG, metrics: [metric('cpu')] },
      { ...LONG, id: 'too', metrics: [metric('cpu')] },
    ],
  ];
  let list = lists[0];
  const fake = service(({ path, query }) => {
    if (path === 'v2/alerts/explore') {
      return { body: { page: 1, limit: 200, total: 3, items: [LONG, { ...LONG, id: 'too' }, BRIEF] } };
    }
    return path === 'v2/alerts' && !query.at ? { body: list } : undefined;
  });
  const context = { ...fake.context, now: () => RANGE.to };
  await lastValueFrom(readCandidates(context, RANGE));
  list = lists[1];
  const { left } = await lastValueFrom(readCandidates(context, RANGE));
  expect(left.map(({ metricId }) => metricId)).toEqual(['swap']);
});
