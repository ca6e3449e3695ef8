import { type DataFrame } from '@grafana/data';
import { type AnomalyQuery } from '../../src/ground/query';
import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { noticesOf } from '../support/panel';
import { rowsOf } from '../support/rowsOf';
import { type WholeCall } from '../support/wholeService';
import { answerOf as bodyOf } from '../support/world/service';
import { READING, type WorldAlert, type WorldChange } from '../support/world/truth';

/** Earlier alerts of a first metric (T5, T8, SY8), and how alerts ended (SY7). */

const NOW = Date.UTC(2026, 10, 21, 12);

startTestsAt(NOW);

const metrics = [1, 2].map((nodeId) => {
  const names = { nodeName: null, statTypeName: null, systemId: null, systemName: null };
  return { nodeId, statTypeId: 'cpu', ...names, source: MINUTE };
});
const joins = (metric: number): WorldChange => {
  return { metric, type: 'added', severity: 'red', kind: 'deviation', contribution: 1 };
};
/** An alert that began with a metric, and had the others later. */
const alert = (id: string, at: number, end: number | undefined, [first, ...others]: number[]): WorldAlert => ({
  id,
  events: [
    { at, impact: 'high', changes: [joins(first)] },
    ...others.map((metric, i) => ({ at: at + (i + 1) * MINUTE, impact: 'high', changes: [joins(metric)] })),
  ],
  ...(end === undefined ? {} : { end }),
});

const SINCE = NOW - 2 * HOUR;
const OWN = alert('own', SINCE, undefined, [0]);
/** Makes the service old enough. */
const OLD = alert('old', SINCE - 20 * DAY, SINCE - 20 * DAY + HOUR, [1]);
const minutes = (id: string, daysBefore: number, lasted: number, which = [0]) =>
  alert(id, SINCE - daysBefore * DAY, SINCE - daysBefore * DAY + lasted * MINUTE, which);

function page(alerts: WorldAlert[]) {
  const { service, panel } = wholePanel();
  service.body = (call) => {
    const given = bodyOf({ metrics, alerts, reading: READING }, call);
    return 'body' in given ? given.body : undefined;
  };
  const ask = async (query: Partial<AnomalyQuery>, range = { from: NOW - 6 * HOUR, to: NOW }) => {
    const asked = panel.ask({ queryType: 'alertSearch', ...query }, range);
    await ended(asked);
    const answer = asked.packets[asked.packets.length - 1];
    return { rows: rowsOf(answer.data[0] as DataFrame), notices: noticesOf(answer) };
  };
  return { service, ask };
}

const seenOf = async (alerts: WorldAlert[]) => {
  const { rows } = await page([OWN, OLD, ...alerts]).ask({ earlier: true, state: 'active', nodeId: '1' });
  const { seen, earlier, lastTime, usually } = rows.find(({ id }) => id === 'own') ?? {};
  return { seen, earlier, lastTime, usually };
};

const isSearch = ({ operation, query }: WholeCall) => operation.endsWith('explore') && query.statTypeId !== undefined;

it('an alert whose first metric had none is the first', async () => {
  const first = { seen: 'first in 90 days', earlier: 0, lastTime: null, usually: null };
  expect(await seenOf([])).toEqual(first);
  expect(await seenOf([minutes('twin', 0, 30)])).toEqual(first);
});

it('earlier ones had the first metric at any time', async () => {
  const found = await seenOf([
    minutes('a', 3, 30),
    minutes('b', 5, 40, [1, 0]),
    minutes('c', 9, 900),
    minutes('x', 4, 9, [1]),
  ]);
  expect(found).toEqual({
    seen: '4th in 90 days, last Nov 18, usually 40 min',
    earlier: 3,
    lastTime: SINCE - 3 * DAY,
    usually: 40 * MINUTE,
  });
});

it.each([
  [3, '4th in 90 days, last Nov 18, already the longest'],
  [2, '3rd in 90 days, last Nov 18, usually 1 h'],
])('longer than each of %d', async (count, seen) => {
  const earlier = [3, 5, 9].slice(0, count).map((days) => minutes(`e${days}`, days, 60));
  expect((await seenOf(earlier)).seen).toBe(seen);
});

it.each([
  [DAY - 1000, 'again, 23 h 59 min after the last, 2nd in 90 days, usually 1 h'],
  [DAY, '2nd in 90 days, last Nov 20, usually 1 h'],
])('the latest ended %d before it', async (pause, seen) => {
  const end = SINCE - pause;
  expect((await seenOf([alert('e', end - HOUR, end, [0])])).seen).toMatch(new RegExp(`^${seen}`));
});

it('one that is still active counts, but has no duration', async () => {
  expect(await seenOf([alert('e', SINCE - 3 * DAY, undefined, [0])])).toMatchObject({ earlier: 1, usually: null });
});

it.each([
  ['the search fails', (call: WholeCall) => (isSearch(call) ? { status: 500 } : undefined)],
  [
    'the search is not whole',
    (call: WholeCall) => (isSearch(call) ? { body: '{"page":1,"limit":200,"total":9,"items":[]}' } : undefined),
  ],
])('nothing is said if %s', async (_, fault) => {
  const { service, ask } = page([OWN, OLD]);
  service.fault = fault;
  const { rows, notices } = await ask({ earlier: true });
  expect(rows.map(({ seen, earlier }) => [seen, earlier])).toEqual([[null, null]]);
  expect(notices.join()).toContain("Couldn't read Earlier alerts");
});

it('nothing is said by a service without an alert that is 14 days older: one look-up for all', async () => {
  const others = [1, 2, 3].map((hours) => alert(`o${hours}`, SINCE - hours * MINUTE, undefined, [1]));
  const young = { ...OLD, ...alert('young', SINCE - 14 * DAY + 5 * MINUTE, SINCE - 13 * DAY, [1]) };
  const { service, ask } = page([OWN, young, ...others]);
  const { rows } = await ask({ earlier: true });
  expect(rows.map(({ seen }) => seen)).toEqual([null, null, null, null]);
  expect(service.calls.filter(({ query }) => query.limit === '1').length).toBeLessThanOrEqual(2);
});

describe('like', () => {
  const ALERTS = [
    OWN,
    OLD,
    minutes('a', 3, 30),
    minutes('b', 5, 40, [1, 0]),
    minutes('c', 9, 50),
    minutes('d', 12, 60),
  ];

  it('has the alerts before with its first metric, the newest first, by one search that is kept', async () => {
    const { service, ask } = page(ALERTS);
    const query = { like: 'own', lookBack: '90d' };
    expect((await ask(query)).rows.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(service.calls.filter(isSearch).map(({ query: { nodeId, statTypeId } }) => [nodeId, statTypeId])).toEqual([
      ['1', 'cpu'],
    ]);
    service.calls.length = 0;
    await jest.advanceTimersByTimeAsync(20_000);
    await ask(query);
    expect(service.calls.filter(({ operation }) => operation.endsWith('explore'))).toEqual([]);
  });

  it('tells how the three newest ended, with one request each', async () => {
    const { service, ask } = page(ALERTS);
    const { rows } = await ask({ like: 'own', lookBack: '90d', ended: true });
    const data = service.calls.filter(({ segments }) => segments.includes('metrics'));
    expect([rows.length, data.length]).toEqual([4, 3]);
    const spans = data.map(({ query: { from, to } }) => Date.parse(to) - Date.parse(from));
    expect(spans).toEqual([14 * DAY, 14 * DAY, 14 * DAY]);
    expect(Object.keys(rows[0])).toContain('endedBy');
  });

  it('without a known first metric says so', async () => {
    const { service, ask } = page(ALERTS);
    service.fault = ({ operation }) =>
      operation.endsWith('events') ? { body: '{"page":1,"total":0,"items":[]}' } : undefined;
    const { rows, notices } = await ask({ like: 'own' });
    expect(rows).toEqual([]);
    expect(notices.join()).toContain('the first metric of alert own is unknown');
  });
});

it('incidents have the values of their first metrics on request only, one request for each active one', async () => {
  const { service, ask } = page([OWN, OLD, minutes('a', 0.1, 30, [1])]);
  const data = () => service.calls.filter(({ segments }) => segments.includes('metrics')).length;
  await ask({ format: 'incidents' });
  expect(data()).toBe(0);
  const { rows } = await ask({ format: 'incidents', distance: true });
  expect(data()).toBe(1);
  expect(rows.map(({ active, value }) => [active, typeof value])).toEqual([
    [true, 'number'],
    [false, 'object'],
  ]);
  // A line covers its own twelve hours, whatever the time range: its last value is the newest.
  const [{ line, deviation }] = rows as Array<{ line: number[]; deviation: number }>;
  expect([line.length, line[47], line.filter((one) => typeof one === 'number').length]).toEqual([48, deviation, 48]);
});
