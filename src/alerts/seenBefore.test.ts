import { type DataFrame } from '@grafana/data';
import { lastValueFrom, toArray } from 'rxjs';
import { type Answer, type Call, fakeRequest, fakeService } from '../../tests/support/fakeContext';
import { runAny } from '../../tests/support/run';
import { DAY, HOUR } from '../settings';
import { everOf, iso, metric, NOW, range, screen, service, type Told } from './testing/earlier';

/** `now` is the one that is asked about. */
const ALERTS: Record<string, Told> = {
  now: { days: 1, metrics: [metric('cpu'), metric('disk')] },
  same: { days: 9, metrics: [metric('cpu', { severity: 'yellow' }), metric('disk'), metric('net')] },
  part: { days: 30, metrics: [metric('disk')] },
  other: { days: 8, metrics: [metric('net'), metric('cpu', { nodeId: 2 })] },
  younger: { days: 0.5, metrics: [metric('cpu')] },
  lost: { days: 7, metrics: null },
};

async function ask(like: string, variables = {}, over = range, alerts = ALERTS) {
  const fake = fakeService((call) => service(call, alerts), { now: NOW, variables });
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
  expect(notices).toEqual([]);
  expect(names.slice(0, 4)).toEqual(['impact', 'title', 'firstSeenAt', 'lastSeenAt']);
});

it('takes the limit for what it shows, and not for what it looks at', async () => {
  const fake = fakeService((call) => service(call, ALERTS), { now: NOW });
  const request = fakeRequest([{ queryType: 'alertSearch', like: 'now', limit: 1 }], range);
  const { data } = await lastValueFrom(runAny(request.targets, request, fake.context));
  const [frame] = data as DataFrame[];
  expect(frame.fields.find(({ name }) => name === 'id')?.values).toEqual(['same']);
  expect(frame.meta?.notices?.map(({ text }) => text)).toContainEqual(expect.stringMatching(/newest 1 of 2 rows/));
});

it('looks 90 days back also where the range is that of the alert alone', async () => {
  const { rows, calls } = await ask('now', {}, { from: NOW - 2 * DAY, to: NOW });
  expect(rows).toEqual(['same: 2, DISK · db, CPU · db', 'part: 1, DISK · db']);
  const searches = calls.filter(({ segments, query }) => segments[2] === 'explore' && query.from);
  expect([...new Set(searches.map(({ query }) => query.from))]).toEqual([iso(NOW - 90 * DAY)]);
});

it('says nothing as long as metrics are being looked up: no row so far would read as none at all', async () => {
  const fake = fakeService((call) => service(call, ALERTS), { now: NOW });
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

describe('what an earlier alert was about before it was last seen', () => {
  const four = ['cpu', 'disk', 'net', 'swap'].map((id) => metric(id));
  const alertsOf = (more: Record<string, Told>): Record<string, Told> => ({ now: { days: 1, metrics: four }, ...more });

  it('is told by its events: most metrics have recovered by then', async () => {
    const now = { days: 1, metrics: four.slice(0, 2) };
    const { rows } = await ask('now', {}, range, { now, old: { days: 9, metrics: [metric('cpu')], ever: four } });
    expect(rows).toEqual(['old: 2, CPU · db, DISK · db']);
  });

  it('is at least what is known of it, where its events cannot be read', async () => {
    const now = { days: 1, metrics: four.slice(0, 2) };
    const alerts = { now, old: { days: 9, metrics: [metric('cpu')], ever: four } };
    const fake = fakeService(
      (call) => (call.segments[2] === 'old' && call.segments[3] ? { status: 500 } : service(call, alerts)),
      { now: NOW }
    );
    const request = fakeRequest([{ queryType: 'alertSearch', like: 'now' }], range);
    const { data } = await lastValueFrom(runAny(request.targets, request, fake.context));
    const [frame] = data as DataFrame[];
    expect(frame.fields.find(({ name }) => name === 'shared')?.values).toEqual(['perhaps 2']);
  });

  it('that had nothing in common when it was last seen is no "never" without a word', async () => {
    // More metrics than are searched for, so that the least is asked for by its node.
    const many = [...'abcdefg'].map((id) => metric(id, { severity: id === 'g' ? 'green' : 'red' }));
    const alerts = {
      now: { days: 1, metrics: many },
      old: { days: 9, metrics: [metric('other')], ever: [metric('g'), metric('other')] },
    };
    const { rows, notices } = await ask('now', {}, range, alerts);
    expect(rows).toEqual([]);
    expect(notices).toEqual([
      expect.stringMatching(/^What earlier alerts had in common .* Still to come: C · db, D · db, E · db, \+2\.$/),
      expect.stringMatching(/only their last metrics are known, .*: 1\.$/),
    ]);
  });

  it('is perhaps what the search found it by, where its events were not read', async () => {
    const newer = Object.fromEntries(
      Array.from({ length: 9 }, (_, i) => [`newer${i}`, { days: 2 + i, metrics: [metric('cpu')] }])
    );
    const old = { days: 60, metrics: [metric('other')], ever: [metric('disk'), metric('cpu'), metric('other')] };
    const { rows, notices } = await ask('now', {}, range, alertsOf({ ...newer, old }));
    expect(rows).toHaveLength(10);
    expect(rows).toContain('old: perhaps 2, CPU · db, DISK · db');
    expect(notices).toEqual([expect.stringMatching(/Still to come: NET · db, SWAP · db\.$/)]);
  });

  it('of an alert on many nodes is found by its worst metrics, however many alerts there are besides', async () => {
    const wide = Array.from({ length: 9 }, (_, i) =>
      metric('cpu', { nodeId: i + 1, severity: i === 8 ? 'red' : 'yellow' })
    );
    const others = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`other${i}`, { days: 2 + i / 9, metrics: [metric('net')] }])
    );
    const alerts = { now: { days: 1, metrics: wide }, ...others, old: { days: 60, metrics: [wide[8]] } };
    const { rows, calls } = await ask('now', {}, range, alerts);
    expect(rows).toEqual(['old: at least 1, CPU · db']);
    expect(calls.filter(({ segments, query }) => segments[2] === 'explore' && query.nodeId)).toHaveLength(3);
  });

  it('asks for little: three requests at first, one at each refresh until all is proven, then none', async () => {
    const old = Object.fromEntries(
      Array.from({ length: 9 }, (_, i) => [`old${i}`, { days: 2 + i, metrics: [metric('cpu')], ever: four }])
    );
    const { refresh } = screen(alertsOf(old));
    const first = await refresh();
    expect(first.asked).toHaveLength(3);
    expect(first.shared).toEqual(Array(9).fill('perhaps 2'));
    const later = [];
    for (let i = 0; i < 11; i++) {
      later.push(await refresh());
    }
    expect(later.map(({ asked }) => asked.length)).toEqual(Array(11).fill(1));
    expect(later.at(-1)?.shared).toEqual(Array(9).fill('4'));
    expect((await refresh()).asked).toEqual([]);
  });

  it('is searched for metric by metric, and what is still to come is named', async () => {
    // On three nodes, so that three searches by node would leave none for a metric.
    const spread = [...'abcdefg'].map((id, i) => metric(id, { nodeId: 1 + (i % 3), nodeName: `db-${1 + (i % 3)}` }));
    const alerts = {
      now: { days: 1, metrics: spread },
      first: { days: 9, metrics: [metric('other')], ever: [spread[0]] },
      last: { days: 8, metrics: [metric('other')], ever: [spread[6], metric('other')] },
    };
    const { refresh } = screen(alerts);
    const seen = [];
    for (let i = 0; i < 5; i++) {
      seen.push(await refresh());
    }
    expect(seen[0].ids).toEqual(['first']);
    expect(seen[0].notices).toEqual([
      expect.stringMatching(/a further one at each refresh.*D · db-1, E · db-2, F · db-3, \+1\.$/),
    ]);
    expect(seen[3].notices).toEqual([expect.stringMatching(/Still to come: G · db-1\.$/)]);
    expect(seen[4].ids.sort()).toEqual(['first', 'last']);
    expect(seen[4].notices).toEqual([]);
  });

  it('has its title before those that may not be shown at all: only so many are looked up', async () => {
    const others = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `other${i}`,
        { days: 2 + i / 9, metrics: [metric('other')], impact: 'severe' },
      ])
    );
    const { refresh } = screen(
      alertsOf({ ...others, old: { days: 60, metrics: [metric('cpu'), metric('other')], impact: 'low' } })
    );
    expect((await refresh()).titles).toEqual(['CPU · db +1']);
  });

  it('puts first what had most in common, then the latest', async () => {
    const { refresh } = screen(
      alertsOf({
        late: { days: 3, metrics: [metric('cpu')] },
        most: { days: 60, metrics: four },
        later: { days: 2, metrics: [metric('cpu')] },
      })
    );
    expect((await refresh()).ids).toEqual(['most', 'later', 'late']);
  });
});

describe('a metric that was in no alert before', () => {
  const others = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [`other${i}`, { days: 2 + i, metrics: [metric('other')] }])
  );
  const alerts = { now: { days: 1, metrics: [metric('cpu')] }, ...others };

  it('was in none: that the search finds what is over is seen by another metric', async () => {
    const { refresh } = screen(alerts);
    const { ids, notices, asked } = await refresh();
    expect(ids).toEqual([]);
    expect(notices).toEqual([expect.stringMatching(/^None by the service’s search .* not read: 40\.$/)]);
    expect(asked.map(({ query }) => query.statTypeId)).toEqual(['cpu', 'other']);
    expect((await refresh()).asked).toEqual([]);
  });

  it('may have been in some where the search does not look at what is over, and it is not tried again at each refresh', async () => {
    const { refresh } = screen(alerts, (call) => {
      const answer = service(call, alerts);
      if (call.query.statTypeId && 'body' in answer) {
        const { items } = answer.body as { items: Array<{ active: boolean }> };
        const active = items.filter((one) => one.active);
        return { body: { page: 1, limit: 200, total: active.length, items: active } };
      }
      return answer;
    });
    expect((await refresh()).notices).toEqual([
      expect.stringMatching(/metrics are not known: 15\.$/),
      expect.stringMatching(/only their last metrics are known, .*: 25\.$/),
    ]);
    expect((await refresh()).asked).toEqual([]);
    expect((await refresh(HOUR)).asked.map(({ query }) => query.statTypeId)).toEqual(['cpu']);
    expect((await refresh(HOUR)).asked.map(({ query }) => query.statTypeId)).toEqual(['other']);
  });
});

it('proves first what may have most in common', async () => {
  const alerts = {
    now: { days: 1, metrics: [metric('cpu'), metric('disk')] },
    late: { days: 2, metrics: [metric('cpu')] },
    most: { days: 60, metrics: [metric('net')], ever: [metric('cpu'), metric('disk'), metric('net')] },
  };
  const { refresh } = screen(alerts);
  const { asked, ids, shared } = await refresh();
  expect(asked.filter(({ segments }) => segments[3] === 'events').map(({ segments }) => segments[2])).toEqual(['most']);
  expect([ids, shared]).toEqual([
    ['most', 'late'],
    ['2', 'at least 1'],
  ]);
});

describe('a refresh', () => {
  const alerts = (): Record<string, Told> => ({
    now: { days: 1, metrics: [metric('cpu')] },
    old: { days: 9, metrics: [metric('cpu')] },
  });
  const isSearch = ({ segments, query }: Call) => segments[2] === 'explore' && !query.nodeId;

  it('does not search again for what is over', async () => {
    const { refresh } = screen(alerts());
    expect((await refresh()).calls.filter(isSearch)).toHaveLength(1);
    const { calls, ids } = await refresh();
    expect(calls.filter(isSearch)).toEqual([]);
    expect(ids).toEqual(['old']);
  });

  it('shows an earlier alert that is still active as it is now, and searches again once it has ended', async () => {
    const told = alerts();
    const active = { active: true, impact: 'high' };
    let row: object = active;
    const list = () => [
      { id: 'now', active: true },
      ...((row as { active: boolean }).active ? [{ id: 'old', metrics: told.old.metrics, ...times, ...row }] : []),
    ];
    const times = { firstSeenAt: iso(NOW - 9 * DAY), lastSeenAt: iso(NOW) };
    const { refresh } = screen(told, (call) => {
      const answer = service(call, told);
      if (call.segments[2] === 'explore' && 'body' in answer) {
        const { items, ...page } = answer.body as { items: Array<{ id: string }> };
        return { body: { ...page, items: items.map((one) => (one.id === 'old' ? { ...one, ...row } : one)) } };
      }
      return call.segments.length === 2 ? { body: list() } : answer;
    });
    expect((await refresh()).impacts).toEqual(['high']);
    row = { active: true, impact: 'severe' };
    const still = await refresh();
    expect(still.impacts).toEqual(['severe']);
    expect(still.calls.filter(isSearch)).toEqual([]);
    row = { active: false, impact: 'low' };
    const over = await refresh();
    expect(over.impacts).toEqual(['low']);
    expect(over.calls.filter(isSearch)).toHaveLength(1);
  });

  it('searches again after an hour', async () => {
    const { refresh } = screen(alerts());
    await refresh();
    expect((await refresh(HOUR)).calls.filter(isSearch)).toHaveLength(1);
  });
});

describe('a search by node and metric', () => {
  const searches = (calls: Call[]) => calls.filter(({ segments, query }) => segments[2] === 'explore' && query.nodeId);

  it('that finds alerts which have both, but not as one metric, makes nothing common', async () => {
    const alerts: Record<string, Told> = {
      now: { days: 1, metrics: [metric('cpu')] },
      apart: { days: 9, metrics: [metric('cpu', { nodeId: 2 }), metric('net')] },
      same: { days: 12, metrics: [metric('cpu')] },
      // Its last state does not name the metric any more, its events do.
      was: { days: 15, metrics: [metric('net')], ever: [metric('net'), metric('cpu')] },
    };
    const apart = (call: Call): Answer => {
      const { nodeId, statTypeId } = call.query;
      const has = (name: string) =>
        everOf(alerts[name]).some((one) => !nodeId || String((one as { nodeId: number }).nodeId) === nodeId) &&
        everOf(alerts[name]).some((one) => !statTypeId || (one as { statTypeId: string }).statTypeId === statTypeId);
      const found = Object.fromEntries(Object.entries(alerts).filter(([name]) => has(name)));
      const { nodeId: _node, statTypeId: _type, ...query } = call.query;
      return call.segments[2] === 'explore' && nodeId ? service({ ...call, query }, found) : service(call, alerts);
    };
    const fake = fakeService(apart, { now: NOW });
    const request = fakeRequest([{ queryType: 'alertSearch', like: 'now' }], range);
    const { data } = await lastValueFrom(runAny(request.targets, request, fake.context));
    const [frame] = data as DataFrame[];
    expect(searches(fake.calls)).toHaveLength(1);
    expect(frame.fields.find(({ name }) => name === 'id')?.values).toEqual(['same', 'was']);
    expect(frame.fields.find(({ name }) => name === 'sharedMetrics')?.values).toEqual(['CPU · db', 'CPU · db']);
  });

  it('that fails takes nothing from what another one found', async () => {
    const failing = (call: Call): Answer =>
      call.query.statTypeId === 'disk' ? { status: 400 } : service(call, ALERTS);
    const alerts = fakeService(failing, { now: NOW });
    const request = fakeRequest([{ queryType: 'alertSearch', like: 'now' }], range);
    const { data } = await lastValueFrom(runAny(request.targets, request, alerts.context));
    expect((data as DataFrame[])[0].fields.find(({ name }) => name === 'id')?.values).toEqual(['same', 'part']);
    const texts = (data as DataFrame[])[0].meta?.notices?.map(({ text }) => text);
    expect(texts).toContain('Earlier alerts that may belong here, their metrics are not known: 1.');
  });

  it('that fails is not made again at each refresh, but after a while', async () => {
    const clock = { now: NOW };
    const fake = fakeService(
      (call) => (call.segments[2] === 'explore' && call.query.nodeId ? { status: 400 } : service(call, ALERTS)),
      { now: NOW }
    );
    const context = { ...fake.context, now: () => clock.now };
    const refresh = async () => {
      const request = fakeRequest([{ queryType: 'alertSearch', like: 'now' }], range);
      await lastValueFrom(runAny(request.targets, request, context));
      return searches(fake.calls.splice(0)).length;
    };
    expect(await refresh()).toBe(2);
    expect(await refresh()).toBe(0);
    clock.now += 6 * 60_000;
    expect(await refresh()).toBe(1);
  });
});
