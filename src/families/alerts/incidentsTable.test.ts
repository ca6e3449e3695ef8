import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type Answer, type Call, fakeRequest, fakeService } from '../../../tests/support/fakeContext';
import { runAny } from '../../../tests/support/run';
import { HOUR, MINUTE } from '../../ground/spans';
import { iso } from '../../../tests/support/times';

const NOW = Date.UTC(2026, 0, 31, 18);
const RANGE = { from: NOW - 24 * HOUR, to: NOW };

/** Hours ago. Without `to`, it is active. */
interface Made {
  impact: string;
  from: number;
  to?: number;
  metrics: string[];
  system?: number;
  /** The nodes of the metrics, if there are several. */
  nodes?: number[];
  /** The impacts in its events, one with each metric. */
  impacts?: string[];
}
const ALERTS: Record<string, Made> = {
  db: { impact: 'high', from: 5, to: 3, metrics: ['query', 'disk'] },
  api: { impact: 'severe', from: 3.5, metrics: ['query', 'response'] },
  mail: { impact: 'medium', from: 3.4, metrics: ['sent'] },
  plant: { impact: 'low', from: 20, to: 19, metrics: ['heat'], system: 2 },
  oven: { impact: 'low', from: 10, to: 9, metrics: ['door'], system: 2 },
  again: { impact: 'high', from: 1.5, to: 1, metrics: ['disk'] },
};

function serviceOf(alerts: Record<string, Made>, total = Object.keys(alerts).length) {
  return ({ segments }: Call): Answer => {
    const rows = Object.entries(alerts).map(([id, { impact, from, to }]) => ({
      id,
      impact,
      active: to === undefined,
      firstSeenAt: iso(NOW - from * HOUR),
      lastSeenAt: iso(NOW - (to ?? 0) * HOUR),
    }));
    const [, , id, events] = segments;
    if (events !== 'events') {
      return { body: { page: 1, limit: 200, total, items: rows } };
    }
    const { metrics, from, to, system = 1, nodes = [], impacts = [] } = alerts[id];
    const event = (statTypeId: string, sequence: number) => ({
      id,
      sequence,
      eventType: 'updated',
      eventOccurred: iso(NOW - from * HOUR + sequence * 10 * MINUTE),
      active: true,
      impact: impacts[sequence] ?? null,
      changes: [
        {
          type: 'added',
          nodeId: nodes[sequence] ?? system,
          nodeName: `n${nodes[sequence] ?? system}`,
          statTypeId,
          systemId: system,
          systemName: `S${system}`,
        },
      ],
    });
    const end = { id, sequence: 9, eventType: 'ended', eventOccurred: iso(NOW - (to ?? 0) * HOUR), active: false };
    const items = [...metrics.map(event), ...(to === undefined ? [] : [end])];
    return { body: { page: 1, limit: 100, total: items.length, items } };
  };
}

async function answerOf(service: (call: Call) => Answer, query: Record<string, unknown> = {}, range = RANGE) {
  const { context, calls } = fakeService(service, { now: NOW });
  const request = fakeRequest([{ queryType: 'alertSearch', format: 'incidents', ...query }], range);
  const { data } = await lastValueFrom(runAny(request.targets, request, context));
  const [{ fields, meta }] = data as DataFrame[];
  const column = (name: string): unknown[] => [...fields.find((field) => field.name === name)!.values];
  const notices = (meta?.notices ?? []).map(({ text }) => text);
  return { column, names: fields.map(({ name }) => name), notices, calls };
}

async function ask(service: (call: Call) => Answer) {
  return (await answerOf(service)).column;
}

test('names the most severe alert, and how many more there are', async () => {
  const column = await ask(serviceOf(ALERTS));
  expect(column('incident').slice(0, 3)).toEqual(['query · n1 and 1 more alert', 'sent · n1', 'disk · n1']);
  expect(column('id').slice(0, 3)).toEqual(['api', 'mail', 'again']);
});

test('has no newest sight while that of one of its alerts is unknown', async () => {
  const service = serviceOf({ db: ALERTS.db, api: ALERTS.api });
  const { column } = await answerOf((call) => {
    const answer = service(call);
    const { items, ...page } = 'body' in answer ? (answer.body as { items?: Array<{ id: string }> }) : {};
    const rows = items?.map((row) => (row.id === 'api' ? { ...row, lastSeenAt: null } : row));
    return rows && call.segments[3] === undefined ? { body: { ...page, items: rows } } : answer;
  });
  expect([column('alertIds'), column('lastSeenAt')]).toEqual([['db,api'], [null]]);
});

test('IDs with commas and quotes can be told apart', async () => {
  const { db, api } = ALERTS;
  const column = await ask(serviceOf({ 'a,b': db, 'c"d': api }));
  expect(column('alertIds')).toEqual(['"a,b","c""d"']);
});

const NAMES = [
  ...['impact', 'incident', 'value', 'expectedFrom', 'expectedTo', 'deviation', 'distance', 'trend', 'firstSeenAt'],
  ...['impactSince', 'duration', 'active', 'seen', 'alerts', 'metrics', 'nodes', 'systems', 'lastJoined', 'flapping'],
  ...['why', 'related', 'lastSeenAt', 'id', 'alertIds'],
];

test('an alert without readable events is its own incident with a notice, and the others are grouped as usual', async () => {
  const service = serviceOf(ALERTS);
  const { column, notices } = await answerOf((call) =>
    call.segments[2] === 'oven' && call.segments[3] === 'events' ? { status: 404 } : service(call)
  );
  expect(column('alerts')).toEqual([2, 1, 1, 1, 1]);
  expect(column('why')[column('id').indexOf('oven')]).toBe('Not grouped: its events were not read.');
  expect(column('metrics')[column('id').indexOf('oven')]).toBeNull();
  expect(notices.join()).toContain('the metrics of one alert are unknown');
});

test('a missing page of events keeps the group, but omits what needs all events', async () => {
  const service = serviceOf(ALERTS);
  const { column, notices } = await answerOf((call) => {
    const answer = service(call);
    const isOfDb = call.segments[2] === 'db' && call.segments[3] === 'events';
    if (isOfDb && call.query.page === '2') {
      return { status: 500 };
    }
    return isOfDb && 'body' in answer ? { body: { ...(answer.body as object), total: 250 } } : answer;
  });
  expect(column('alertIds')[0]).toBe('db,api');
  expect(column('metrics')[0]).toBeNull();
  expect(column('why')[0]).not.toContain('not read');
  expect(notices.join()).toContain('some events of one alert are missing');
});

test('has the columns in order', async () => {
  expect((await answerOf(serviceOf(ALERTS))).names).toEqual([...NAMES, 'incidentLink']);
});

test('a query can ask how incidents ended, and for a distance without its sign', async () => {
  const { names, column } = await answerOf(serviceOf(ALERTS), { ended: true, distance: true });
  expect(names.slice(0, NAMES.length)).toEqual(NAMES);
  expect(names.slice(NAMES.length)).toEqual(['widths', 'line', 'endedBy', 'incidentLink']);
  expect(column('widths')).toEqual(
    column('deviation').map((value) => (value === null ? null : Math.abs(Number(value))))
  );
});

test('it is read for the first rows, not for the newest', async () => {
  const mild = Array.from({ length: 12 }, (_, i): Made => {
    return { impact: 'low', from: 3 + i, to: 2.5 + i, metrics: [`m${i}`] };
  });
  const worst = { impact: 'severe', from: 20, to: 19, metrics: ['worst'] };
  const alerts = { worst, ...Object.fromEntries(mild.map((made, i) => [`mild${i}`, made])) };
  const { column, calls } = await answerOf(serviceOf(alerts), { state: 'ended', ended: true });
  const read = calls.filter(({ segments }) => segments.includes('metrics')).map(({ segments }) => segments.at(-1));
  expect(column('incident').slice(0, 10)).toEqual(read.map((metric) => expect.stringContaining(`${metric} ·`)));
  expect(read).toHaveLength(10);
});

test('other incidents that began within half an hour are related', async () => {
  const began = (from: number) => ({ impact: 'low', from, metrics: [`m${from}`] });
  const alerts = { a: began(5), b: began(4.5), c: began(4.5 - 1 / 3600_000), d: { ...began(4), to: 3.9 } };
  const column = await ask(serviceOf(alerts));
  const related = new Map(column('id').map((id, i) => [id, column('related')[i]]));
  expect([related.get('a'), related.get('d')]).toEqual(['m4.5 · n1', 'm4.5 · n1; m4.499999722222222 · n1']);
});

test.each([
  [2, false],
  [3, true],
])('%d alerts that began with one metric: flapping is %s', async (count, flaps) => {
  const alerts = Array.from({ length: count }, (_, i) => ({ impact: 'low', from: 9 - i, to: 8.5 - i, metrics: ['m'] }));
  const column = await ask(serviceOf(Object.fromEntries(alerts.map((alert, i) => [`a${i}`, alert]))));
  expect([column('alerts'), column('flapping')]).toEqual([[count], [flaps]]);
});

test('the state is the incident’s: an ended alert stays in an active incident', async () => {
  const active = await answerOf(serviceOf(ALERTS), { state: 'active' });
  expect(active.column('alertIds')).toEqual(['db,api', 'mail']);
  const ended = await answerOf(serviceOf(ALERTS), { state: 'ended' });
  expect(ended.column('alertIds')).toEqual(['again', 'oven', 'plant']);
});

test('the limit applies to incidents, and does not affect the groups', async () => {
  const { column, notices } = await answerOf(serviceOf(ALERTS), { limit: 1 });
  expect(column('alertIds')).toEqual(['db,api']);
  expect(notices.join()).toContain('the first 1 of 5');
});

test.each([{ state: 'active' }, { besides: ['c3', 'c4'] }, { impact: ['high'] }, { q: 'some' }])(
  'whether a metric is common does not depend on %j',
  async (query) => {
    const shared = (from: number, impact: string, to?: number) => ({ impact, from, to, metrics: [`m${from}`, 'all'] });
    const alerts = {
      c1: shared(3, 'high'),
      c2: shared(2.5, 'high'),
      c3: shared(20, 'low', 19),
      c4: shared(15, 'low', 14),
      other: { impact: 'low', from: 4, metrics: ['own'] },
    };
    const service = serviceOf(alerts);
    const { column } = await answerOf((call) => {
      const answer = service(call);
      const isNarrowed = call.query.q !== undefined || call.query.impact === 'high';
      if (!isNarrowed || !('body' in answer)) {
        return answer;
      }
      const { items, ...page } = answer.body as { items: Array<{ id: string }> };
      return { body: { ...page, total: 2, items: items.filter(({ id }) => id === 'c1' || id === 'c2') } };
    }, query);
    expect(column('alerts').every((count) => count === 1)).toBe(true);
    expect(column('id')).toEqual(expect.arrayContaining(['c1', 'c2']));
  }
);

test.each([
  ['incomplete', (page: Answer): Answer => ('body' in page ? { body: { ...(page.body as object), total: 7 } } : page)],
  ['missing', (): Answer => ({ status: 500 })],
])('a filter groups no alerts if the list of all alerts, which shows what is common, is %s', async (_, all) => {
  const service = serviceOf({ db: ALERTS.db, api: ALERTS.api });
  const { column, notices } = await answerOf(
    (call) => (call.segments[2] === 'explore' && call.query.q === undefined ? all(service(call)) : service(call)),
    { q: 'some' }
  );
  expect(column('alertIds')).toEqual(['api', 'db']);
  expect(notices.join()).toContain('Incomplete: ');
});

describe('the present impact', () => {
  const since = (column: (name: string) => unknown[]) =>
    column('impactSince').map((time) => (time === null ? null : iso(Number(time)).slice(11, 16)));

  test('is that of the rows of the alerts in force, since their events show it', async () => {
    const impacts = ['medium', 'severe', 'severe'];
    const risen = { db: { impact: 'severe', from: 5, metrics: ['query', 'disk', 'sent'], impacts } };
    const { column } = await answerOf(serviceOf(risen));
    expect([column('impact'), since(column)]).toEqual([['severe'], ['13:10']]);
  });

  test('can have returned', async () => {
    const impacts = ['low', 'severe', 'low'];
    const back = { db: { impact: 'low', from: 5, metrics: ['query', 'disk', 'sent'], impacts } };
    expect(since((await answerOf(serviceOf(back))).column)).toEqual(['13:20']);
  });

  test('is without ended alerts', async () => {
    const alerts = {
      db: { impact: 'severe', from: 5, to: 3, metrics: ['query'], impacts: ['severe'] },
      api: { impact: 'low', from: 4, metrics: ['query'], impacts: ['low'] },
    };
    const { column } = await answerOf(serviceOf(alerts));
    expect([column('impact'), column('id'), since(column)]).toEqual([['low'], ['api'], ['15:00']]);
  });

  test('has no start if the events do not show it', async () => {
    const alerts = { db: { impact: 'severe', from: 5, metrics: ['query', 'disk'], impacts: ['medium'] } };
    const { column } = await answerOf(serviceOf({ ...alerts, api: { ...ALERTS.api, metrics: ['query'] } }));
    expect([column('impact'), since(column)]).toEqual([['severe'], [null]]);
  });
});
