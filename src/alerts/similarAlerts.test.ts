import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type Answer, type Call, fakeRequest, fakeService } from '../../tests/support/fakeContext';
import { runAny } from '../../tests/support/run';
import { complete } from '../query/query';
import { DAY, HOUR } from '../settings';
import { english } from '../../tests/support/english';
import { testContext } from '../../tests/support/editorContext';
import { iso } from '../../tests/support/times';
import { alertSearch } from './about';
import { ALERT_SEARCH } from './models';

const NOW = Date.UTC(2026, 0, 31, 18);
const RANGE = { from: NOW - 30 * DAY, to: NOW };

/** Alerts by ID: how many days ago each began, and its metrics. The others are compared with `now`. */
const ALERTS: Record<string, { days: number; metrics: string[]; impact?: string; name?: string }> = {
  now: { days: 1, metrics: ['cpu', 'mem', 'disk'] },
  later: { days: 0.5, metrics: ['cpu', 'mem'] },
  one: { days: 3, metrics: ['cpu'], impact: 'severe' },
  two: { days: 9, metrics: ['disk', 'cpu'] },
  older: { days: 12, metrics: ['cpu', 'disk'] },
  other: { days: 4, metrics: ['net'] },
  long: { days: 40, metrics: ['cpu'] },
};
/** Metrics with the same name. */
const NAMED = {
  now: { days: 1, metrics: ['cpu', 'mem', 'disk'], name: 'Load' },
  one: { days: 3, metrics: ['cpu', 'mem'], name: 'Load' },
};
const rowOf = (id: string) => ({
  id,
  impact: ALERTS[id].impact ?? 'high',
  active: id === 'now',
  firstSeenAt: iso(NOW - ALERTS[id].days * DAY),
  lastSeenAt: iso(NOW - ALERTS[id].days * DAY + HOUR),
  score: ALERTS[id].metrics.length,
});

function service({ segments, query }: Call): Answer {
  const [, , id, events] = segments;
  if (id === 'explore') {
    const from = Date.parse(query.from);
    const found = Object.keys(ALERTS).filter(
      (one) =>
        ALERTS[one].metrics.includes(query.statTypeId ?? ALERTS[one].metrics[0]) && NOW - ALERTS[one].days * DAY >= from
    );
    return { body: { page: 1, limit: 200, total: found.length, items: found.map(rowOf) } };
  }
  if (!ALERTS[id]) {
    return { status: 404 };
  }
  if (events !== 'events') {
    return { body: { ...rowOf(id), metrics: [] } };
  }
  const changes = ALERTS[id].metrics.map((statTypeId) => ({
    type: 'added',
    nodeId: 1,
    nodeName: 'db',
    statTypeId,
    statTypeName: ALERTS[id].name ?? null,
    values: { severity: statTypeId === 'disk' ? 'red' : 'orange' },
  }));
  // The last of many metrics joins later than the others.
  const late = changes.splice(8);
  const begun = { id, sequence: 0, eventType: 'created', eventOccurred: rowOf(id).firstSeenAt, active: true, changes };
  const grown = { ...begun, sequence: 1, eventType: 'updated', eventOccurred: rowOf(id).lastSeenAt, changes: late };
  const items = late.length > 0 ? [begun, grown] : [begun];
  return { body: { page: 1, limit: 100, total: items.length, items } };
}

/** The same service with other alerts for these IDs. */
function withAlerts(others: typeof ALERTS) {
  return (call: Call): Answer => {
    const before = { ...ALERTS };
    Object.assign(ALERTS, others);
    const answer = service(call);
    Object.assign(ALERTS, before);
    return answer;
  };
}

function page(answer = service, variables: Record<string, string[]> = {}) {
  const fake = fakeService(answer, { now: NOW, variables });
  const ask = async (query: object = {}, now = NOW, range = RANGE) => {
    fake.calls.splice(0);
    const request = fakeRequest([{ queryType: 'alertSearch', like: 'now', ...query }], range);
    const { data, errors = [] } = await lastValueFrom(
      runAny(request.targets, request, { ...fake.context, now: () => now })
    );
    const frame = data[0] as DataFrame | undefined;
    const column = (name: string): unknown[] => [...(frame?.fields.find((field) => field.name === name)?.values ?? [])];
    return {
      frame,
      errors,
      column,
      notices: (frame?.meta?.notices ?? []).map(({ text }) => text),
      searches: fake.calls.filter(({ segments }) => segments[2] === 'explore').map(({ query: sent }) => sent),
    };
  };
  return { ask };
}

it('that are equal are in order of their IDs', async () => {
  const answer = withAlerts({ other: ALERTS.one, long: ALERTS.one });
  expect((await page(answer).ask()).column('id')).toEqual(['two', 'older', 'long', 'one', 'other']);
});

it('come after the alert itself, which does not count toward the limit, with their worst severities', async () => {
  const { column, frame, searches } = await page().ask({ includeLike: true, limit: 2 });
  expect(column('id')).toEqual(['now', 'two', 'older']);
  expect(column('shared')).toEqual([null, 2, 2]);
  expect(column('peak')).toEqual(['red', 'red', 'red']);
  expect(column('title')[0]).toBe('disk · db +2');
  const shared = frame?.fields.find(({ name }) => name === 'shared');
  expect(shared?.config.mappings).toMatchObject([{ options: { match: 'null', result: { text: 'this alert' } } }]);
  expect(searches).toHaveLength(3);
});

it('are shown without the alert itself if it began after the time range', async () => {
  const past = { from: RANGE.from, to: NOW - 2 * DAY };
  expect((await page().ask({ includeLike: true }, NOW, past)).column('id')).not.toContain('now');
});

it('have no peak if some of their events are unknown', async () => {
  const { column } = await page((call) =>
    call.segments[2] === 'two' && call.segments[3] === 'events' ? { status: 400 } : service(call)
  ).ask({ includeLike: true });
  expect(column('id')).toEqual(['now', 'two', 'older', 'one']);
  expect(column('peak')).toEqual(['red', null, 'red', 'orange']);
});

it('are not searched by metrics without an ID, with a notice', async () => {
  const named = { nodeId: 1, statTypeId: 'cpu' };
  const nameless = [
    { nodeId: null, statTypeId: null },
    { nodeId: 1, statTypeId: null },
  ];
  const changes = [...nameless, named].map((one) => ({ type: 'added', ...one, values: { severity: 'red' } }));
  const event = { id: 'now', sequence: 0, eventType: 'created', eventOccurred: iso(NOW - DAY), active: true, changes };
  const { searches, column, notices } = await page((call) =>
    call.path === 'v2/alerts/now/events' ? { body: { page: 1, limit: 100, total: 1, items: [event] } } : service(call)
  ).ask();
  expect(searches.map(({ nodeId, statTypeId }) => [nodeId, statTypeId])).toEqual([['1', 'cpu']]);
  expect(column('id')).not.toContain('other');
  expect(notices).toEqual(['Only the worst 1 of 3 metrics were checked.']);
});

it('are shown without the alert itself if it cannot be read', async () => {
  const { column, errors } = await page((call) =>
    call.segments[2] === 'now' && call.segments[3] === 'events' ? { status: 400 } : service(call)
  ).ask({ includeLike: true });
  expect([column('id'), errors.length]).not.toEqual([['now'], 0]);
  expect(column('id')).not.toContain('now');
});

it.each([
  ['the alert itself', [undefined, 'events'], ['two', 'older', 'one']],
  ['its events', ['events'], ['two', 'older', 'one']],
  ['its row', [undefined], ['now', 'two', 'older', 'one']],
])('are shown with an error if %s can no longer be read', async (_, failing, shown) => {
  let fails = false;
  const { ask } = page((call) =>
    fails && call.segments[2] === 'now' && failing.includes(call.segments[3]) ? { status: 400 } : service(call)
  );
  await ask({ includeLike: true });
  fails = true;
  // After the time in which answers are shared.
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000);
  const { column, errors } = await ask({ includeLike: true });
  clock.mockRestore();
  expect(column('id')).toEqual(shown);
  expect(errors).toHaveLength(1);
});

it('are searched as far back as requested, even before the time range', async () => {
  const ago = (days: number) => iso(RANGE.to - days * DAY);
  const froms = async (lookBack: string) => (await page().ask({ lookBack })).searches.map(({ from }) => from);
  expect(new Set(await froms('400d'))).toEqual(new Set([ago(400)]));
  expect(new Set(await froms('1h'))).toEqual(new Set([iso(RANGE.from)]));
});

it('are the only rows of a moment for which the editor offers to look back', () => {
  const fields = alertSearch.fields().flatMap((row) => row.fields);
  const isShown = (stored: object) => {
    const query = complete({ refId: 'A', ...stored }, ALERT_SEARCH);
    return fields.find(({ name }) => name === 'lookBack')?.shownWhen?.(query, testContext());
  };
  expect([{}, { at: 'now-1h' }, { at: 'now-1h', like: 'a' }].map(isShown)).toEqual([true, false, true]);
});

it.each(['long', '90', '-7d', '999999d'])('are not searched if `lookBack` is %j, with an error', async (lookBack) => {
  const { searches, errors } = await page().ask({ lookBack });
  expect(searches).toEqual([]);
  expect(errors).toMatchObject([{ message: expect.stringContaining(`Look back: "${lookBack}" is not valid`) }]);
});

it('are searched once an hour, however many panels refresh', async () => {
  const { ask } = page();
  await ask();
  expect((await ask({}, NOW + 50 * 60_000)).searches).toEqual([]);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 70 * 60_000);
  expect((await ask({}, NOW + 70 * 60_000)).searches).toHaveLength(3);
});

it('are limited by the other fields, by `besides`, and by the limit', async () => {
  const { ask } = page();
  expect((await ask({ impact: 'severe' })).column('id')).toEqual(['one']);
  expect((await ask({ minScore: '2' })).column('id')).toEqual(['two', 'older']);
  expect((await ask({ metricId: 'disk' })).column('id')).toEqual(['two', 'older']);
  expect((await ask({ besides: ['two'] })).column('id')).toEqual(['older', 'one']);
  const { column, notices } = await ask({ limit: 2 });
  // The limit keeps those with the most shared metrics.
  expect(column('id')).toEqual(['two', 'older']);
  expect(notices).toEqual([expect.stringContaining(english('answer.cut-first', { shown: 2, total: 3 }))]);
});

it('are limited by their impact at the end of a past range', async () => {
  const listed = { ...rowOf('one'), active: true, impact: 'low' };
  const { ask } = page((call) => (call.path === 'v2/alerts' ? { body: [listed] } : service(call)));
  const past = { from: RANGE.from, to: NOW - HOUR };
  expect((await ask({ impact: 'severe' }, NOW, past)).column('id')).toEqual([]);
  expect((await ask({ impact: 'low' }, NOW, past)).column('id')).toEqual(['one']);
});

it('are searched by the worst 8 metrics, with a notice', async () => {
  const metrics = Array.from({ length: 12 }, (_, i) => (i === 11 ? 'disk' : `m${i}`));
  const { searches, notices } = await page(withAlerts({ now: { days: 1, metrics } })).ask();
  expect(searches.map(({ statTypeId }) => statTypeId)).toEqual(['disk', 'm0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6']);
  expect(notices).toEqual(['Only the worst 8 of 12 metrics were checked.']);
});

it('share as many metrics as found them, and metrics with the same name also show their IDs', async () => {
  const { column } = await page(withAlerts(NAMED)).ask({ limit: 1 });
  expect(column('id')).toEqual(['one']);
  expect(column('shared')).toEqual([2]);
  expect(column('sharedMetrics')).toEqual(['Load · db (cpu · 1), Load · db (mem · 1)']);
});

it('of several alerts are in the same order, each once, after the alerts themselves', async () => {
  const { ask } = page();
  const like = ['two', 'now'];
  expect((await ask({ like })).column('id')).toEqual(['two', 'older', 'one']);
  const { column } = await ask({ like, includeLike: true });
  expect(column('id')).toEqual(['two', 'now', 'older', 'one']);
  expect(column('shared')).toEqual([null, null, 2, 1]);
});

it('a failing search is an error in addition to the rows, and if all fail there are no rows', async () => {
  const one = await page((call) => (call.query.statTypeId === 'disk' ? { status: 400 } : service(call))).ask();
  expect(one.column('id')).toEqual(['one', 'two', 'older']);
  expect(one.errors).toHaveLength(1);
  const all = await page((call) => (call.segments[2] === 'explore' ? { status: 400 } : service(call))).ask();
  expect(all.frame).toBeUndefined();
  expect(all.errors).toHaveLength(1);
});

it('of an unknown alert are empty, with a notice about it', async () => {
  const { frame, notices, errors } = await page().ask({ like: 'gone' });
  expect([frame?.length, errors]).toEqual([0, []]);
  expect(notices).toEqual([expect.stringMatching(/^Not found at Jan 31, 18:00: Alert gone/)]);
});

it.each([['like'], ['besides']])(
  'requests nothing if a variable leaves %s empty, but has its columns',
  async (field) => {
    const { frame, searches, notices } = await page(service, { none: [] }).ask({ [field]: '$none' });
    expect([frame?.length, searches]).toEqual([0, []]);
    expect(frame?.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['shared', 'sharedMetrics']));
    expect(notices).toEqual([expect.stringContaining('is empty')]);
  }
);

it('verdicts search once for each metric, even if alerts share it, and a refresh repeats no search', async () => {
  const { ask } = page();
  const ofMetrics = (searches: Array<Record<string, string>>) => searches.filter(({ statTypeId }) => statTypeId);
  const query = { like: undefined, verdict: true };
  const first = await ask(query);
  expect(first.column('verdict').filter(Boolean).length).toBeGreaterThan(2);
  const metrics = ofMetrics(first.searches).map(({ statTypeId, from }) => `${statTypeId} ${from}`);
  expect(new Set(metrics).size).toBeGreaterThan(2);
  expect(metrics).toHaveLength(new Set(metrics).size);
  const refreshed = await ask(query);
  expect(refreshed.column('verdict')).toEqual(first.column('verdict'));
  expect(ofMetrics(refreshed.searches)).toEqual([]);
});

it.each([
  ['its verdict is left out', 1, null],
  ['its verdict is only that it is long-running', 4, 'standing'],
])('are not counted for an alert with missing events, and %s', async (_, days, verdict) => {
  const world = withAlerts({ now: { ...ALERTS.now, days } });
  const answer = (isShort: boolean) => (call: Call) => {
    const given = world(call);
    const isOwn = call.segments[2] === 'now' && call.segments[3] === 'events' && 'body' in given;
    return isShort && isOwn ? { body: { ...(given.body as object), total: 9 } } : given;
  };
  const story = { queryType: 'story', alertId: 'now', format: 'summary' };
  const whole = await page(answer(false)).ask(story);
  expect(whole.column('similar')).toEqual([2]);
  expect(whole.column('verdict')).not.toEqual([null]);
  const short = await page(answer(true)).ask(story);
  expect([short.column('similar'), short.column('verdict')]).toEqual([[null], [verdict]]);
  const { column } = await page(answer(true)).ask({ like: undefined, verdict: true, impact: ['high'] });
  expect(column('verdict')[column('id').indexOf('now')]).toBe(verdict);
});

it.each([
  [[{ lookBack: '90d' }, { queryType: 'story', alertId: 'now' }]],
  [[{ queryType: 'story', alertId: 'now' }, { lookBack: '90d' }]],
])('and the verdict of a story share their searches, in any order', async (queries) => {
  const { ask } = page();
  const asked = [];
  for (const query of queries) {
    const { searches, errors } = await ask(query);
    expect(errors).toEqual([]);
    asked.push(...searches.flatMap(({ statTypeId }) => statTypeId ?? []));
  }
  expect(asked.sort()).toEqual(['cpu', 'disk', 'mem']);
});

it('with a search text are only the alerts that contain it', async () => {
  const { ask } = page();
  const all = (await ask({})).column('id');
  const found = (await ask({ q: 'severe' })).column('id');
  expect([all.includes('one'), all.length > 1, found]).toEqual([true, true, ['one']]);
});
