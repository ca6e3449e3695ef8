import { type DataFrame } from '@grafana/data';
import { lastValueFrom, toArray } from 'rxjs';
import { type Answer, type Call, fakeRequest, fakeService } from '../../tests/support/fakeContext';
import { runAny } from '../../tests/support/run';

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 0, 31, 18);
const iso = (time: number) => new Date(time).toISOString();
const range = { from: NOW - 90 * DAY, to: NOW };
const metric = (statTypeId: string, more: object = {}) => ({
  nodeId: 1,
  nodeName: 'db',
  statTypeId,
  statTypeName: statTypeId.toUpperCase(),
  severity: 'red',
  ...more,
});

/** Alerts by how many days ago they began, and their metrics; `now` is the one that is asked about. */
const ALERTS: Record<string, { days: number; metrics: object[] | null }> = {
  now: { days: 1, metrics: [metric('cpu'), metric('disk')] },
  same: { days: 9, metrics: [metric('cpu', { severity: 'yellow' }), metric('disk'), metric('net')] },
  part: { days: 30, metrics: [metric('disk')] },
  other: { days: 8, metrics: [metric('net'), metric('cpu', { nodeId: 2 })] },
  younger: { days: 0.5, metrics: [metric('cpu')] },
  lost: { days: 7, metrics: null },
};

function service({ segments, query }: Call): Answer {
  const [, , id, events] = segments;
  const rowOf = (name: string) => ({
    id: name,
    impact: 'high',
    active: name === 'now',
    firstSeenAt: iso(NOW - ALERTS[name].days * DAY),
    lastSeenAt: iso(NOW - ALERTS[name].days * DAY + HOUR),
    activeMetrics: ALERTS[name].metrics?.length ?? 1,
  });
  if (events === 'events') {
    const changes = (ALERTS[id]?.metrics ?? []).map((one) => ({ type: 'added', ...one, values: { severity: 'red' } }));
    const first = { id, sequence: 0, eventType: 'created', eventOccurred: iso(NOW - DAY), active: true, changes };
    return ALERTS[id] ? { body: { page: 1, limit: 100, total: 1, items: [first] } } : { status: 404 };
  }
  if (id === 'explore') {
    return { body: { page: 1, limit: 200, total: 6, items: query.from ? Object.keys(ALERTS).map(rowOf) : [] } };
  }
  if (id) {
    return ALERTS[id]?.metrics ? { body: { ...rowOf(id), metrics: ALERTS[id].metrics } } : { status: 404 };
  }
  return { body: [] };
}

async function ask(like: string, variables = {}, over = range) {
  const fake = fakeService(service, { now: NOW, variables });
  const request = fakeRequest([{ queryType: 'alertSearch', like }], over);
  const { data, errors } = await lastValueFrom(runAny(request.targets, request, fake.context));
  const frame = data[0] as DataFrame | undefined;
  const column = (name: string): unknown[] => frame?.fields.find((field) => field.name === name)?.values ?? [];
  return {
    errors,
    calls: fake.calls,
    notices: (frame?.meta?.notices ?? []).map(({ text }) => text),
    rows: column('id').map(
      (id, i) => `${String(id)}: ${String(column('shared')[i])}, ${String(column('sharedMetrics')[i])}`
    ),
    names: frame?.fields.map(({ name }) => name) ?? [],
  };
}

it('finds the alerts that began before and share metrics with one, and says which', async () => {
  const { rows, notices, names } = await ask('now');
  expect(rows).toEqual(['same: 2, DISK · db, CPU · db', 'part: 1, DISK · db']);
  // What it had to do with `lost` nobody can tell.
  expect(notices).toEqual([expect.stringContaining('metrics are not known')]);
  expect(names.slice(0, 4)).toEqual(['impact', 'title', 'firstSeenAt', 'lastSeenAt']);
});

it('looks 90 days back also where the range is that of the alert alone', async () => {
  const { rows, calls } = await ask('now', {}, { from: NOW - 2 * DAY, to: NOW });
  expect(rows).toEqual(['same: 2, DISK · db, CPU · db', 'part: 1, DISK · db']);
  const searches = calls.filter(({ segments, query }) => segments[2] === 'explore' && query.from);
  expect(searches.map(({ query }) => query.from)).toEqual([iso(NOW - 90 * DAY)]);
});

it('says nothing as long as metrics are being looked up: no row so far would read as none at all', async () => {
  const fake = fakeService(service, { now: NOW });
  const request = fakeRequest([{ queryType: 'alertSearch', like: 'now' }], range);
  const packets = await lastValueFrom(runAny(request.targets, request, fake.context).pipe(toArray()));
  const lengths = packets.flatMap(({ data }) => (data as DataFrame[]).map(({ length }) => length));
  expect(lengths).toEqual([2]);
});

it('asks for nothing where a variable left no alert, and has its columns', async () => {
  const { rows, calls, names, notices } = await ask('$none', { none: [] });
  expect({ rows, calls, notices: notices.length }).toEqual({
    rows: [],
    calls: expect.anything() as unknown,
    notices: 1,
  });
  expect(calls.filter(({ segments }) => segments[2] === 'explore')).toEqual([]);
  expect(names).toContain('title');
});

it('an alert that the service does not know has nothing before it, and a notice', async () => {
  const { rows, notices, errors } = await ask('gone');
  expect(errors).toBeUndefined();
  expect(rows).toEqual([]);
  expect(notices.some((text) => text.includes('gone'))).toBe(true);
});
