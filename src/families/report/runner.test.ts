import { type DataFrame, LoadingState } from '@grafana/data';
import { lastValueFrom, toArray } from 'rxjs';
import { asked, column } from '../../../tests/support/asked';
import { type Answer, type Call, fakeRequest, fakeService } from '../../../tests/support/fakeContext';
import { runAny } from '../../../tests/support/run';
import { type AnomalyQuery } from '../../ground/query';
import { HOUR } from '../../ground/spans';
import { hoursFrom } from '../../../tests/support/times';

const T0 = Date.UTC(2026, 0, 31, 12);
const NOW = T0 + 12 * HOUR;
const RANGE = { from: T0, to: T0 + 6 * HOUR };
const iso = hoursFrom(T0);

interface Row {
  id: string;
  impact?: string | null;
  active?: boolean;
  from: number | null;
  to: number | null;
  metrics?: string[];
}

const bodyOf = ({ id, impact = 'high', active = false, from, to, metrics }: Row) => ({
  id,
  impact,
  active,
  firstSeenAt: from === null ? null : iso(from),
  lastSeenAt: to === null ? null : iso(to),
  metrics: metrics?.map((text) => ({ nodeId: Number(text.split(':')[0]), statTypeId: text.split(':')[1] })),
});

const ALERTS: Row[] = [
  { id: 'before', impact: 'low', from: -5, to: -0.5, metrics: ['1:cpu'] },
  { id: 'over', impact: 'severe', from: -2, to: 2, metrics: ['1:cpu', '2:mem'] },
  { id: 'again', impact: 'high', from: 2.5, to: 3, metrics: ['2:mem'] },
  { id: 'on', impact: null, active: true, from: 5, to: 11, metrics: ['3:disk'] },
  { id: 'nameless', impact: 'critical', from: 1, to: 1.5 },
];

const last = ({ to, active }: Row) => (active ? Infinity : (to ?? Infinity));
const isIn = (row: Row, from: number, to: number) => (row.from ?? -Infinity) <= to && last(row) >= from;
const hours = (text: string) => (Date.parse(text) - T0) / HOUR;

/** The events of an alert: all its metrics join at its start. */
function eventsOf(row: Row) {
  const changes = bodyOf(row).metrics?.map((metric) => ({ type: 'added', ...metric, values: { severity: 'red' } }));
  const created = { sequence: 0, eventType: 'created', eventOccurred: iso(row.from ?? -99), active: true, changes };
  const items = row.metrics ? [{ id: row.id, impact: row.impact, ...created }] : [];
  return { page: 1, limit: 100, total: items.length, items };
}

/** A service with these alerts, and consistent lists, searches, and events. */
function service(mishap: (call: Call) => Answer | undefined = () => undefined, variables = {}, alerts = ALERTS) {
  const answer = (call: Call): Answer => {
    const { path, query } = call;
    const failed = mishap(call);
    if (failed) {
      return failed;
    }
    if (path === 'v2/alerts/explore') {
      const items = alerts
        .filter((row) => isIn(row, hours(query.from), hours(query.to)))
        .filter(({ impact }) => !query.impact || query.impact === 'any' || impact === query.impact)
        .filter(({ metrics = [] }) => !query.nodeId || metrics.some((text) => text.startsWith(`${query.nodeId}:`)))
        .map((row) => ({ ...bodyOf(row), metrics: undefined }));
      return { body: { page: 1, limit: 200, total: items.length, items } };
    }
    if (path === 'v2/alerts') {
      const at = query.at ? hours(query.at) : 12;
      return { body: alerts.filter((row) => isIn(row, at, at)).map((row) => ({ ...bodyOf(row), active: true })) };
    }
    const found = alerts.find(({ id, metrics }) => path === `v2/alerts/${id}/events` && metrics);
    return found ? { body: eventsOf(found) } : { status: 404 };
  };
  return fakeService(answer, { now: NOW, variables });
}

const run = (fake: ReturnType<typeof service>, query: Partial<AnomalyQuery> = {}, more = {}) =>
  asked(fake, { queryType: 'alertReport', ...query }, RANGE, more);

const notices = (frame: DataFrame) => frame.meta?.notices?.map(({ text }) => text) ?? [];

const FIGURES = ['alerts', 'activeTime', 'longest', 'median'];

it.each([
  ['impact', []],
  ['day', ['severe', 'high', 'medium', 'low', 'partial']],
  ['system', ['systemId', 'complete']],
  ['node', ['nodeId', 'complete']],
  ['metric', ['metricId', 'complete']],
])('by %s has the columns of the contract, even if a variable is empty', async (by, ids) => {
  const names = [by, ...FIGURES, ...ids];
  const { frame } = await run(service(), { by });
  expect(frame.fields.map(({ name }) => name).slice(0, names.length)).toEqual(names);
  const empty = await run(service(undefined, { none: [] }), { by, nodeId: '$none' });
  expect(empty.frame.fields.map(({ name }) => name)).toEqual(names);
  expect(empty.frame.length).toBe(0);
  expect(notices(empty.frame)).toEqual([expect.stringMatching(/"Node" is empty/)]);
});

it.each([
  ['no beginning', { from: null, to: 2 }],
  ['an end before the beginning', { from: 3, to: 2 }],
])('reports the number of alerts with %s', async (_, times) => {
  const alerts = [...ALERTS, { id: 'odd', ...times }];
  const { frame } = await run(service(undefined, {}, alerts));
  expect(notices(frame)).toContainEqual(expect.stringMatching(/^1 alert has no valid start/));
});

it('reports only that the list at the end is missing, and not its alerts, which have valid times', async () => {
  const { frame } = await run(
    service(({ path, query }) => (path === 'v2/alerts' && query.at === iso(6) ? { status: 400 } : undefined))
  );
  expect(notices(frame)).toEqual([expect.stringMatching(/^Incomplete: .*400/)]);
});

const pathsOf = (fake: ReturnType<typeof service>, pattern: RegExp) =>
  fake.calls.filter(({ path }) => pattern.test(path));

it('adds up by impact, with each alert cut to the range, and reads nothing but lists', async () => {
  const fake = service();
  const { frame } = await run(fake);
  expect(column(frame, 'impact')).toEqual(['severe', 'high', 'medium', 'low', 'critical', null]);
  expect(column(frame, 'alerts')).toEqual([1, 1, 0, 0, 1, 1]);
  expect(column(frame, 'activeTime')).toEqual([2, 0.5, 0, 0, 0.5, 1].map((time) => time * HOUR));
  expect(column(frame, 'longest')).toEqual([4 * HOUR, 0.5 * HOUR, null, null, 0.5 * HOUR, HOUR]);
  const searches = pathsOf(fake, /explore$/).map(({ query }) => [query.from, query.to]);
  expect(searches).toEqual([[iso(0), iso(6)]]);
  expect(frame.meta?.executedQueryString?.split('\n').sort()).toEqual(
    [...new Set(fake.calls.map(({ raw }) => `GET /${raw}`))].sort()
  );
});

it.each([
  ['impact', 1],
  ['day', 1],
  ['series', 1],
  ['handover', 1],
  ['summary', 2],
  ['quality', 2],
])('by %s sends %i searches, and no list of the previous period', async (by, count) => {
  const fake = service();
  await run(fake, { by });
  expect(pathsOf(fake, /explore$/).map(({ query }) => hours(query.from))).toEqual([0, -6].slice(0, count));
  const lists = pathsOf(fake, /^v2\/alerts$/).map(({ query }) => hours(query.at));
  expect([...new Set(lists)].sort()).toEqual([0, 6]);
});

it.each(['system', 'node', 'metric', 'series', 'quality', 'summary', 'handover'])(
  'by %s counts no metrics before the events of its alerts are read, one page each; a summary counts alerts',
  async (by) => {
    const fake = service();
    const request = fakeRequest([{ queryType: 'alertReport', by }], RANGE);
    const packets = await lastValueFrom(runAny(request.targets, request, fake.context).pipe(toArray()));
    const early = packets.filter(({ data, state }) => data.length > 0 && state === LoadingState.Streaming);
    const sentences = early.map(({ data: [frame] }) => column(frame as DataFrame, 'sentence'));
    expect(sentences).toEqual(by === 'summary' ? [['4 alerts, 2 in the previous period.']] : []);
    const read = pathsOf(fake, /events$/).map(({ path }) => path.split('/')[2]);
    expect(read.toSorted()).toEqual(['again', 'nameless', 'on', 'over']);
  }
);

it('by node counts an alert for every metric of its first page, and alerts without one in their own row', async () => {
  const { frame } = await run(service(), { by: 'node' });
  expect(column(frame, 'node')).toEqual(['2', '1', '3', 'metrics unknown']);
  expect(column(frame, 'nodeId')).toEqual(['2', '1', '3', null]);
  expect(column(frame, 'alerts')).toEqual([2, 1, 1, 1]);
  expect(column(frame, 'activeTime')).toEqual([2.5, 2, 1, 0.5].map((time) => time * HOUR));
  expect(column(frame, 'complete')).toEqual([false, false, false, false]);
  expect(notices(frame)).toContainEqual(expect.stringMatching(/metrics of one alert are unknown/));
});

it('reads the events of the 200 most severe alerts', async () => {
  const alerts = Array.from({ length: 205 }, (_, i): Row => {
    return { id: `a${i}`, impact: i < 5 ? 'low' : 'high', from: 1, to: 2, metrics: ['1:cpu'] };
  });
  const fake = service(undefined, {}, alerts);
  const { frame } = await run(fake, { by: 'series' });
  expect(new Set(pathsOf(fake, /events$/).map(({ path }) => path)).size).toBe(200);
  expect([column(frame, 'alerts'), column(frame, 'complete')]).toEqual([
    [200, 5],
    [false, false],
  ]);
  expect(notices(frame)).toContainEqual(expect.stringMatching(/metrics of 5 alerts are unknown/));
});

it.each([
  ['the list at its start failed', ({ path, query }: Call) => path === 'v2/alerts' && query.at === iso(0), {}],
  ['the limit was reached', () => false, { limit: 1 }],
])('reports what is missing if %s', async (_, fails, query) => {
  const { frame } = await run(
    service((call) => (fails(call) ? { status: 500 } : undefined)),
    query
  );
  expect(notices(frame).length).toBeGreaterThan(0);
});

describe('a range that ends in the future', () => {
  const lookAhead = async (from: number, to: number) => {
    const fake = service();
    const request = fakeRequest([{ queryType: 'alertReport', by: 'summary' }], {
      from: T0 + from * HOUR,
      to: T0 + to * HOUR,
    });
    const { data } = await lastValueFrom(runAny(request.targets, request, fake.context));
    const spans = pathsOf(fake, /explore$/).map(({ query }) => [hours(query.from), hours(query.to)]);
    return { frame: data[0] as DataFrame, spans };
  };

  it('is compared up to now', async () => {
    const { frame, spans } = await lookAhead(6, 30);
    expect(spans).toEqual([
      [6, 30],
      [0, 6],
    ]);
    expect(column(frame, 'sentence')).not.toEqual([null]);
  });

  it('and begins there, too, has no summary, and is compared with nothing', async () => {
    const { frame, spans } = await lookAhead(20, 30);
    expect(spans).toEqual([[20, 30]]);
    expect(frame.fields.map(({ values }) => [...values])).toEqual(frame.fields.map(() => [null]));
  });
});

it('by day lists every day of the range in the time zone of the dashboard, and marks partial ones', async () => {
  const { frame } = await run(service(), { by: 'day' }, { timezone: 'Asia/Tokyo' });
  // Midnight in Tokyo is 15:00 UTC, three hours into the range.
  expect(column(frame, 'day')).toEqual([T0 - 21 * HOUR, T0 + 3 * HOUR]);
  expect(column(frame, 'activeTime')).toEqual([3 * HOUR, HOUR]);
  expect(column(frame, 'alerts')).toEqual([3, 1]);
  expect(column(frame, 'partial')).toEqual([true, true]);
  const range = { from: T0 - 12 * HOUR, to: T0 + 36 * HOUR };
  const { frame: whole } = await asked(service(), { queryType: 'alertReport', by: 'day' }, range);
  // The second day is today, and is not over.
  expect(column(whole, 'partial')).toEqual([false, true]);
});

it('lets the service select by impact and nodes, with one search each', async () => {
  const fake = service();
  const { frame } = await run(fake, { impact: 'high', nodeId: ['2', '3'], by: 'node' });
  expect(column(frame, 'nodeId')).toEqual(['2']);
  const searches = pathsOf(fake, /explore$/).map(({ query }) => query);
  expect(searches.map(({ nodeId }) => nodeId)).toEqual(['2', '3']);
});

it("compares nothing if the previous period can't be read, or if a filter applies to metrics, with a notice", async () => {
  const fails = service(({ query }) => (query.to === iso(0) ? { status: 400 } : undefined));
  const { frame, errors } = await run(fails, { by: 'quality' });
  expect(errors).toBeUndefined();
  expect(column(frame, 'value')[0]).toBe(3);
  expect(new Set(column(frame, 'before'))).toEqual(new Set([null]));
  expect(notices(frame)).toContainEqual(expect.stringMatching(/^Previous period: /));
  const filters = [{ key: 'nodeId', operator: '!=', value: '1' }];
  const { frame: filtered } = await run(service(), { by: 'summary', filters });
  expect(column(filtered, 'alertsBefore')).toEqual([null]);
  expect(notices(filtered)).toContainEqual(expect.stringContaining('previous period is not compared'));
});

it('counts the newest up to the limit, after filters, with a notice', async () => {
  const { frame } = await run(service(), { limit: 2 });
  expect(column(frame, 'alerts').reduce((a, b) => Number(a) + Number(b), 0)).toBe(2);
  expect(notices(frame)).toContainEqual(expect.stringMatching(/newest 2 of 4/));
  const filters = [{ key: 'nodeId', operator: '!=', value: '3' }];
  const { frame: filtered } = await run(service(), { limit: 1, filters });
  expect(column(filtered, 'alerts')).toEqual([0, 1, 0, 0]);
});

it.each(['node', 'system', 'metric', 'series', 'quality'])(
  'by %s is incomplete if the limit is reached',
  async (by) => {
    const { frame } = await run(service(), { by, limit: 2 });
    expect(new Set(column(frame, 'complete'))).toEqual(new Set([false]));
  }
);

it('keeps an alert without an end if the limit is reached', async () => {
  const alerts: Row[] = [
    { id: 'open', impact: 'severe', active: true, from: 1, to: null, metrics: ['1:cpu'] },
    { id: 'one', impact: 'low', from: 2, to: 4, metrics: ['1:cpu'] },
    { id: 'two', impact: 'low', from: 3, to: 6, metrics: ['1:cpu'] },
  ];
  const { frame } = await run(service(undefined, {}, alerts), { limit: 2 });
  expect(column(frame, 'alerts')).toEqual([1, 0, 0, 1]);
});

it('is complete if filters on fields of alerts exclude those with unknown metrics', async () => {
  const filters = [{ key: 'impact', operator: '=~', value: 'sev.*' }];
  const { frame } = await run(service(), { by: 'node', filters });
  expect([column(frame, 'node'), column(frame, 'complete')]).toEqual([
    ['1', '2'],
    [true, true],
  ]);
  expect(notices(frame)).toEqual([]);
});
