import { type DataFrame } from '@grafana/data';
import { lastValueFrom, toArray } from 'rxjs';
import { type Answer, type Call, fakeRequest, fakeService } from '../../tests/support/fakeContext';
import { runAny } from '../../tests/support/run';
import { MINUTE } from '../settings';

const NOW = Date.UTC(2026, 0, 31, 18);
const range = { from: NOW - 24 * 60 * MINUTE, to: NOW };
const iso = (time: number) => new Date(time).toISOString();
const change = (statTypeId: string, severity: string, type = 'added') => ({
  type,
  nodeId: 1,
  nodeName: 'db',
  statTypeId,
  statTypeName: statTypeId.toUpperCase(),
  values: { severity },
});
const event = (sequence: number, ...changes: object[]) => ({
  sequence,
  eventType: sequence === 0 ? 'created' : 'updated',
  eventOccurred: iso(NOW - 60 * MINUTE + sequence * MINUTE),
  active: true,
  changes,
});

/** It began with two metrics, and what came later is worse. */
const SPREAD = [
  event(0, change('cpu', 'yellow'), change('disk', 'orange')),
  event(1, change('net', 'blood_red')),
  event(2, change('disk', 'green', 'removed')),
];

function screen(ids: string[], eventsOf: (id: string) => Answer = () => ({ body: pageOf(SPREAD) })) {
  let active = true;
  const rowOf = (id: string) => ({
    id,
    impact: 'high',
    active,
    firstSeenAt: iso(NOW - 60 * MINUTE),
    lastSeenAt: iso(NOW - MINUTE),
    activeMetrics: 1,
    activeNodes: 1,
  });
  const answer = ({ segments }: Call): Answer => {
    const [, , id, events] = segments;
    if (events) {
      return eventsOf(id);
    }
    if (id === 'explore') {
      return { body: { page: 1, limit: 200, total: ids.length, items: ids.map(rowOf) } };
    }
    const metric = { ...change('net', 'blood_red'), severity: 'blood_red' };
    return {
      body: id ? { ...rowOf(id), metrics: [metric] } : ids.map((one) => ({ ...rowOf(one), metrics: [metric] })),
    };
  };
  const fake = fakeService(answer, { now: NOW });
  const refresh = async (query: object = { movers: true }, later = 0) => {
    const request = fakeRequest([{ queryType: 'alertSearch', ...query }], range);
    const context = { ...fake.context, now: () => NOW + later };
    const packets = await lastValueFrom(runAny(request.targets, request, context).pipe(toArray()));
    const column = (packet: (typeof packets)[number], name: string) =>
      (packet.data as DataFrame[])[0].fields.find((field) => field.name === name)?.values as unknown[] | undefined;
    return {
      packets: packets.map((packet) => column(packet, 'firstMover')),
      movers: column(packets[packets.length - 1], 'firstMover'),
      extents: column(packets[packets.length - 1], 'extent'),
      titles: column(packets[packets.length - 1], 'title'),
      notices: (packets[packets.length - 1].data as DataFrame[])[0].meta?.notices?.map(({ text }) => text) ?? [],
      asked: fake.calls.splice(0).filter(({ segments }) => segments[3] === 'events').length,
    };
  };
  return { refresh, end: () => (active = false) };
}

const pageOf = (items: object[]) => ({ page: 1, limit: 100, total: items.length, items });

it('tells which metric an alert began with, whatever is worst in it now', async () => {
  const { movers, titles } = await screen(['a']).refresh();
  expect(movers).toEqual(['DISK · db +1']);
  expect(titles).toEqual(['NET · db']);
});

it('asks for no events where nobody wants to know, and has no such column', async () => {
  const { movers, asked } = await screen(['a']).refresh({});
  expect(movers).toBeUndefined();
  expect(asked).toBe(0);
});

it('shows the rows before it is known', async () => {
  const { packets } = await screen(['a']).refresh();
  expect(packets.at(0)).toEqual(['not read yet']);
  expect(packets.at(-1)).toEqual(['DISK · db +1']);
});

it('reads the events of the first eight at once, then of one more at each refresh, and never again', async () => {
  const { refresh } = screen([...'abcdefghij']);
  const seen = [await refresh(), await refresh(), await refresh(), await refresh()];
  expect(seen.map(({ asked }) => asked)).toEqual([8, 1, 1, 0]);
  const unread = seen.map(({ movers }) => movers?.filter((one) => one === 'not read yet').length);
  expect(unread).toEqual([2, 1, 0, 0]);
});

it('says of an alert that is over how far it reached at most, which its end alone does not tell', async () => {
  const { refresh, end } = screen(['a']);
  expect((await refresh()).extents).toEqual(['1 metric on 1 node']);
  end();
  const { extents, asked } = await refresh();
  expect(extents).toEqual(['3 metrics on 1 node']);
  expect(asked).toBe(1);
  expect((await refresh()).asked).toBe(0);
});

it('leaves empty what cannot be read, says why, and asks for none for a while', async () => {
  let isDown = true;
  const { refresh } = screen([...'abcdefghi'], (id) =>
    id === 'a' && isDown ? { status: 500 } : { body: pageOf(SPREAD) }
  );
  const first = await refresh();
  expect(first.movers?.slice(0, 2)).toEqual([null, 'DISK · db +1']);
  expect(first.notices).toEqual([expect.stringMatching(/not known what moved first in them \(1\): .*500/)]);
  expect((await refresh()).asked).toBe(0);
  isDown = false;
  await refresh(undefined, 6 * MINUTE);
  const last = await refresh(undefined, 6 * MINUTE);
  expect(new Set(last.movers)).toEqual(new Set(['DISK · db +1']));
  expect(last.notices).toEqual([]);
});

it('reads the others where the events of one always fail', async () => {
  const { refresh } = screen([...'abcdefghijklmno'], (id) => (id === 'a' ? { status: 500 } : { body: pageOf(SPREAD) }));
  for (let i = 0; i < 9; i++) {
    await refresh(undefined, i * 6 * MINUTE);
  }
  const { movers } = await refresh(undefined, 54 * MINUTE);
  expect(movers).toEqual([null, ...Array(14).fill('DISK · db +1')]);
});

it.each<[string, object[]]>([
  ['its beginning is gone', SPREAD.slice(1)],
  ['its first event names nothing', [{ ...event(0), activeMetrics: 2 }, ...SPREAD.slice(1)]],
  ['its first event names fewer than it had', [{ ...event(0, change('cpu', 'yellow')), activeMetrics: 2 }]],
  ['it has none', []],
  ['they tell no metric', [event(0)]],
  ['they only tell what left', [event(0, change('cpu', 'green', 'removed'))]],
])('says that the events of an alert do not tell what moved first where %s', async (_, events) => {
  const { movers } = await screen(['a'], () => ({ body: pageOf(events) })).refresh();
  expect(movers).toEqual(['its events do not tell']);
});

it('tells the first that came where the alert was created without any', async () => {
  const events = [
    { ...event(0), activeMetrics: 0 },
    { ...event(1, change('cpu', 'red')), activeMetrics: 1 },
  ];
  const { movers } = await screen(['a'], () => ({ body: pageOf(events) })).refresh();
  expect(movers).toEqual(['CPU · db']);
});

it('takes two changes of one metric for one', async () => {
  const events = [{ ...event(0, change('cpu', 'yellow'), change('cpu', 'red', 'updated')), activeMetrics: 2 }];
  const { movers } = await screen(['a'], () => ({ body: pageOf(events) })).refresh();
  expect(movers).toEqual(['its events do not tell']);
});

it('asks no events again whose beginning is gone', async () => {
  const { refresh } = screen(['a'], () => ({ body: pageOf(SPREAD.slice(1)) }));
  const seen = [];
  for (let i = 0; i < 4; i++) {
    seen.push((await refresh(undefined, i * 6 * MINUTE)).asked);
  }
  expect(seen).toEqual([1, 0, 0, 0]);
});

it('tells the first by their sequence, however the service lists them', async () => {
  const { movers } = await screen(['a'], () => ({ body: pageOf([...SPREAD].reverse()) })).refresh();
  expect(movers).toEqual(['DISK · db +1']);
});

it('storms no service that fails', async () => {
  const { refresh } = screen([...'abcdefghijklmnopqrstuvwxyz'], () => ({ status: 500 }));
  const seen = [await refresh(), await refresh(), await refresh(), await refresh(undefined, 6 * MINUTE)];
  expect(seen.map(({ asked }) => asked)).toEqual([8, 0, 0, 1]);
});

it('keeps what is known where a later reading fails', async () => {
  let isDown = false;
  const { refresh, end } = screen(['a'], () => (isDown ? { status: 500 } : { body: pageOf(SPREAD) }));
  await refresh();
  isDown = true;
  end();
  const { movers, asked, notices } = await refresh();
  expect([movers, asked, notices]).toEqual([['DISK · db +1'], 1, []]);
});

it('asks an active alert again whose events told nothing at first', async () => {
  let list: object[] = [];
  const { refresh } = screen(['a'], () => ({ body: pageOf(list) }));
  await refresh();
  list = SPREAD;
  expect((await refresh(undefined, MINUTE)).asked).toBe(0);
  expect((await refresh(undefined, 10 * MINUTE)).movers).toEqual(['DISK · db +1']);
});

it('reads eight of a list that is new, also where one of them is known', async () => {
  const ids = ['a'];
  const { refresh } = screen(ids);
  await refresh({ movers: true, impact: 'high' });
  ids.push(...'bcdefghij');
  expect((await refresh()).asked).toBe(8);
});
