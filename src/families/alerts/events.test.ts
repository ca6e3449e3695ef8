import { HOUR } from '../../ground/spans';
import { asked, column } from '../../../tests/support/asked';
import { type Answer, type Call, fakeService } from '../../../tests/support/fakeContext';
import { type AnomalyQuery } from '../../ground/query';
import { cutNotices } from '../../judging/listNotices';
import { hoursFrom } from '../../../tests/support/times';

const T0 = Date.UTC(2026, 0, 31, 12);
const iso = hoursFrom(T0);
const range = { from: T0, to: T0 + 6 * HOUR };

const event = (id: string, sequence: number, hours: number, more: object = {}) => ({
  id,
  sequence,
  eventType: 'updated',
  eventOccurred: iso(hours),
  active: true,
  impact: 'high',
  activeNodes: 1,
  activeMetrics: 2,
  score: 1,
  learningStatus: null,
  ...more,
});
const change = (type: string, node: number, metric: string, severity: string | null = 'red') => ({
  type,
  nodeId: node,
  nodeName: `node ${node}`,
  statTypeId: metric,
  statTypeName: null,
  systemId: null,
  systemName: null,
  values: severity === null ? null : { severity, score: { adjusted: 1, contribution: 2 } },
});

const EVENT_COLUMNS = [
  'time',
  'title',
  'eventType',
  'impact',
  'activeMetrics',
  'activeNodes',
  'score',
  'active',
  'learningStatus',
  'sequence',
  'alertId',
];

/** A service with these alerts and their events. */
function service(events: Record<string, object[]>, alerts: object[] = []) {
  return ({ path, segments, query }: Call): Answer => {
    if (path === 'v2/alerts/explore') {
      return { body: { page: 1, limit: 200, total: alerts.length, items: alerts } };
    }
    if (path === 'v2/alerts') {
      return { body: [] };
    }
    const row = alerts.find((one) => 'id' in one && one.id === segments[2]);
    if (segments.length === 3) {
      return row ? { body: row } : { status: 404 };
    }
    const list = events[segments[2]];
    if (!list) {
      return { status: 404 };
    }
    if (segments[4] !== undefined) {
      const one = list[Number(segments[4])];
      return one ? { body: one } : { status: 404 };
    }
    const [page, limit] = [Number(query.page), Number(query.limit)];
    const items = list.slice((page - 1) * limit, page * limit);
    return { body: { page, limit, total: list.length, items } };
  };
}

const run = (answer: (call: Call) => Answer, query: Partial<AnomalyQuery>, options = {}) =>
  asked(fakeService(answer, { now: T0 + 6 * HOUR, ...options }), { queryType: 'alertEvents', ...query }, range);

describe('alertEvents of an alert', () => {
  it('returns all pages in order, whatever the range', async () => {
    const list = Array.from({ length: 230 }, (_, i) => event('a', i, i - 300));
    const { frame, calls, notices } = await run(service({ a: list }), { alertId: 'a' });
    expect(frame.fields.map(({ name }) => name).slice(0, EVENT_COLUMNS.length)).toEqual(EVENT_COLUMNS);
    expect(column(frame, 'sequence')).toEqual(list.map(({ sequence }) => sequence));
    // Always with changes: all queries share the events, and titles need them.
    expect(calls.map(({ raw }) => raw)).toEqual(
      [1, 2, 3].map((n) => `v2/alerts/a/events?page=${n}&limit=100&expand=changes`)
    );
    expect(notices).toEqual([]);
  });

  it('keeps the newest up to the limit, with a notice', async () => {
    const list = Array.from({ length: 1530 }, (_, i) => event('a', i, i));
    const { frame, notices } = await run(service({ a: list }), { alertId: 'a', limit: 50 });
    expect(column(frame, 'sequence')).toEqual(list.slice(-50).map(({ sequence }) => sequence));
    expect(notices).toEqual(cutNotices(50, 1530).map(({ text }) => text));
  });

  it('reads the first and the 24 newest pages of a longer list, with a notice', async () => {
    const list = Array.from({ length: 3_050 }, (_, i) => event('a', i, i));
    const { frame, notices } = await run(service({ a: list }), { alertId: 'a', limit: 10_000 });
    const kept = [...list.slice(0, 100), ...list.slice(700)];
    expect(column(frame, 'sequence')).toEqual(kept.map(({ sequence }) => sequence));
    expect(notices).toEqual([expect.stringContaining('2450 of 3050')]);
  });

  it('returns a row per change', async () => {
    const list = [
      event('a', 0, 1, { eventType: 'created', changes: [change('added', 7, 'cpu'), change('added', 8, 'mem', null)] }),
      event('a', 1, 2, { eventType: 'ended', changes: [] }),
    ];
    const { frame, calls } = await run(service({ a: list }), { alertId: 'a', changes: true });
    expect(calls[0].query).toEqual({ page: '1', limit: '100', expand: 'changes' });
    expect(column(frame, 'sequence')).toEqual([0, 0, 1]);
    expect(column(frame, 'change')).toEqual(['added', 'added', null]);
    expect(column(frame, 'nodeId')).toEqual(['7', '8', null]);
    expect(column(frame, 'severity')).toEqual(['red', null, null]);
  });

  it.each([{}, { sequence: '1' }])('names the requested alert where the service leaves it out: %j', async (more) => {
    const list = [event('a', 0, 1), { ...event('a', 1, 2), id: undefined }];
    const { frame } = await run(service({ a: list }), { alertId: 'a', ...more });
    expect(new Set(column(frame, 'alertId'))).toEqual(new Set(['a']));
  });

  it('returns a single event of each alert, by the value of a variable', async () => {
    const list = [event('a', 0, 1), event('a', 1, 2), event('a', 2, 3)];
    const { frame, calls, notices } = await run(
      service({ a: list }),
      { alertId: ['a', 'b'], sequence: '$n' },
      { variables: { n: '1' } }
    );
    expect(calls.map(({ raw }) => raw)).toEqual([
      'v2/alerts/a/events/1',
      'v2/alerts/b/events/1',
      // The events, for the title.
      'v2/alerts/a/events?page=1&limit=100&expand=changes',
    ]);
    expect(column(frame, 'sequence')).toEqual([1]);
    expect(notices).toEqual([expect.stringMatching(/^Not found at Jan 31, 18:00: Alert b, Event number 1/)]);
  });

  it('returns an empty table and a notice if there is no such event, and an error if the service fails', async () => {
    const gone = await run(service({}), { alertId: 'a' });
    expect(gone.frame.length).toBe(0);
    expect(gone.frame.fields.map(({ name }) => name)).toEqual(EVENT_COLUMNS);
    expect(gone.notices).toEqual([expect.stringMatching(/^Not found at Jan 31, 18:00: Alert a/)]);
    const failed = await run(() => ({ status: 400 }), { alertId: 'a' });
    expect(failed.errors).toMatchObject([{ refId: 'A', status: 400 }]);
  });
});

describe('alertEvents of all alerts', () => {
  const alert = (id: string, impact: string) => ({
    id,
    impact,
    active: true,
    firstSeenAt: iso(-5),
    lastSeenAt: iso(1),
  });

  it('returns the events in the range, for alerts that were active in it, in time order', async () => {
    const events = {
      a: [event('a', 0, -1), event('a', 1, 1), event('a', 2, 5), event('a', 3, 7)],
      b: [event('b', 0, 2), event('b', 1, 6)],
    };
    const { frame, calls } = await run(service(events, [alert('a', 'low'), alert('b', 'high')]), {
      q: 'x',
      nodeId: '7',
      metricId: 'cpu',
      sequence: '3',
    });
    expect(column(frame, 'alertId')).toEqual(['a', 'b', 'a', 'b']);
    expect(column(frame, 'time')).toEqual([1, 2, 5, 6].map((hour) => T0 + hour * HOUR));
    expect(calls.filter(({ path }) => path.endsWith('explore'))[0].query).toMatchObject({
      q: 'x',
      nodeId: '7',
      statTypeId: 'cpu',
    });
  });

  it('reads the 50 most severe alerts, with a notice that there are more', async () => {
    const alerts = Array.from({ length: 70 }, (_, i) => alert(`${i}`, i < 60 ? 'low' : 'severe'));
    const events = Object.fromEntries(alerts.map(({ id }) => [id, [event(id, 0, 1)]]));
    const { frame, notices } = await run(service(events, alerts), {});
    const ids = column(frame, 'alertId');
    expect(ids).toHaveLength(50);
    expect(ids).toEqual(expect.arrayContaining(Array.from({ length: 10 }, (_, i) => `${60 + i}`)));
    expect(notices).toEqual([expect.stringMatching(/50 most severe.*70/)]);
  });

  it('is an error if no events could be read, and has the other events if only some failed', async () => {
    const alerts = Array.from({ length: 60 }, (_, i) => alert(`${i}`, 'low'));
    const events = Object.fromEntries(alerts.map(({ id }) => [id, [event(id, 0, 1)]]));
    const failing = (which: (id: string) => boolean) => (call: Call) =>
      call.segments[3] === 'events' && which(call.segments[2]) ? { status: 400 } : service(events, alerts)(call);
    const none = await run(
      failing(() => true),
      {}
    );
    expect([none.frame, none.errors?.length]).toEqual([undefined, 50]);
    const some = await run(
      failing((id) => id === '0'),
      {}
    );
    expect([some.frame.length, some.errors?.length]).toEqual([49, 1]);
  });

  it('shows an alert as ended by its row, because an event without `active` ends nothing', async () => {
    const open = { active: undefined };
    const events = {
      a: [event('a', 0, 1, { ...open, changes: [change('added', 7, 'cpu')] })],
      b: [event('b', 0, 1, { ...open, changes: [change('added', 7, 'mem')] })],
    };
    const rows = [alert('a', 'low'), { ...alert('b', 'high'), active: false, lastSeenAt: iso(3) }];
    const { frame } = await run(service(events, rows), { format: 'states' });
    const states = Object.fromEntries(frame.fields.map(({ name, values }) => [name, values]));
    expect(states.time).toEqual([0, 1, 3].map((hour) => T0 + hour * HOUR));
    expect(states['cpu · node 7']).toEqual([null, 'red', 'red']);
    expect(states['mem · node 7']).toEqual([null, 'red', null]);
  });

  describe.each([[undefined], [true]])(
    'shows a chosen alert without an event of its end, with `active` %s',
    (active) => {
      it.each<[string, object[], Array<string | null>]>([
        ['its row shows as active', [alert('a', 'low')], [null, 'red']],
        ['its row shows as ended', [{ ...alert('a', 'low'), active: false, lastSeenAt: iso(3) }], [null, 'red', null]],
        ['it no longer has a row', [], [null, null]],
      ])('%s', async (_, rows, wanted) => {
        const events = { a: [event('a', 0, 1, { active, changes: [change('added', 7, 'cpu')] })] };
        const { frame } = await run(service(events, rows), { alertId: 'a', format: 'states' });
        expect(frame.fields[1].values).toEqual(wanted);
      });

      it('with a notice if its row cannot be read', async () => {
        const events = { a: [event('a', 0, 1, { active, changes: [change('added', 7, 'cpu')] })] };
        const answer = service(events);
        const broken = (call: Call): Answer => (call.path === 'v2/alerts/a' ? { status: 500 } : answer(call));
        const { frame } = await run(broken, { alertId: 'a', format: 'states' });
        expect(frame.fields[1].values).toEqual([null, 'red']);
        expect(frame.meta?.notices).toMatchObject([{ text: expect.stringMatching(/^Incomplete: /) }]);
      });
    }
  );

  it.each<[string, object | null, object | null, Array<string | null>]>([
    ['was active at its end', alert('a', 'low'), null, [null, 'red']],
    [
      'was active at its end, by its current row',
      { ...alert('a', 'low'), active: false, lastSeenAt: iso(8) },
      null,
      [null, 'red'],
    ],
    ['ended in it', null, { ...alert('a', 'low'), active: false, lastSeenAt: iso(3) }, [null, 'red', null]],
    ['ended in it at an unknown time', null, null, [null, null]],
  ])('shows a chosen alert in a past time range as of its end: it %s', async (_, then, now, wanted) => {
    const events = { a: [event('a', 0, 1, { changes: [change('added', 7, 'cpu')] })] };
    const answer = service(events);
    const past = (call: Call): Answer => {
      const row = call.query.at === iso(6) ? then : now;
      return call.path === 'v2/alerts/a' && row ? { body: row } : answer(call);
    };
    const { frame, notices } = await run(past, { alertId: 'a', format: 'states' }, { now: T0 + 20 * HOUR });
    expect(frame.fields[1].values).toEqual(wanted);
    expect(notices).toHaveLength(wanted[1] === null ? 1 : 0);
  });

  it.each<[string, object[], string | null]>([
    ['its row shows as ended', [{ ...alert('a', 'low'), active: false, lastSeenAt: iso(2) }], null],
    ['it no longer has a row', [], null],
    ['its row shows as active', [alert('a', 'low')], 'orange'],
  ])('draws updates after the end of a chosen alert only if it is active: %s', async (_, rows, last) => {
    const more = [change('updated', 7, 'cpu', 'orange')];
    const events = {
      a: [
        event('a', 0, 1, { changes: [change('added', 7, 'cpu')] }),
        event('a', 1, 2, { eventType: 'ended', active: false }),
        event('a', 2, 3, { changes: more }),
      ],
    };
    const { frame } = await run(service(events, rows), { alertId: 'a', format: 'states' });
    expect(frame.fields[1].values.at(-1)).toBe(last);
    expect(frame.fields[1].values).toContain('red');
  });

  it('keeps the newest up to the limit', async () => {
    const events = { a: [event('a', 0, 1), event('a', 1, 4)], b: [event('b', 0, 3)] };
    const { frame, notices } = await run(service(events, [alert('a', 'low'), alert('b', 'high')]), { limit: 2 });
    expect(column(frame, 'time')).toEqual([T0 + 3 * HOUR, T0 + 4 * HOUR]);
    expect(notices).toEqual([expect.stringMatching(/2 of 3/)]);
  });
});

describe('format logs', () => {
  it('has a different ID for each line', async () => {
    const list = [event('a', 0, 1, { changes: [change('removed', 7, 'cpu'), change('added', 7, 'cpu')] })];
    const { frame } = await run(service({ a: list }), { alertId: 'a', changes: true, format: 'logs' });
    expect(column(frame, 'id')).toEqual(['a/0/7/cpu', 'a/0/7/cpu#2']);
  });

  it('returns log lines with a level from the impact, and labels to filter by', async () => {
    const list = [
      event('a', 0, 1, { impact: 'severe', changes: [change('added', 7, 'cpu')] }),
      event('a', 1, 2, { impact: 'cosmic', changes: [] }),
      event('a', 2, 3, { eventOccurred: null }),
    ];
    const { frame } = await run(service({ a: list }), { alertId: 'a', changes: true, format: 'logs' });
    expect(frame.meta).toMatchObject({ type: 'log-lines', preferredVisualisationType: 'logs' });
    expect(frame.fields.slice(0, 5).map(({ name, type }) => [name, type])).toEqual([
      ['timestamp', 'time'],
      ['body', 'string'],
      ['severity', 'string'],
      ['id', 'string'],
      ['labels', 'other'],
    ]);
    expect(column(frame, 'severity')).toEqual(['critical', 'unknown']);
    expect(column(frame, 'id')).toEqual(['a/0/7/cpu', 'a/1']);
    expect(column(frame, 'labels')).toEqual([
      {
        alert: 'a',
        event: 'updated',
        impact: 'severe',
        active: 'true',
        change: 'added',
        node: '7',
        nodeName: 'node 7',
        metric: 'cpu',
        severity: 'red',
      },
      { alert: 'a', event: 'updated', impact: 'cosmic', active: 'true' },
    ]);
  });

  it('filters by its labels', async () => {
    const list = [
      event('a', 0, 1, { changes: [change('added', 7, 'cpu'), change('added', 8, 'cpu')] }),
      event('a', 1, 2, { changes: [change('removed', 8, 'cpu')] }),
    ];
    const query = { alertId: 'a', changes: true, format: 'logs' };
    const only = await run(service({ a: list }), {
      ...query,
      filters: [{ key: 'nodeName', operator: '=', value: 'node 8' }],
    });
    expect(column(only.frame, 'id')).toEqual(['a/0/8/cpu', 'a/1/8/cpu']);
    const without = await run(service({ a: list }), {
      ...query,
      filters: [{ key: 'node', operator: '!=', value: '8' }],
    });
    expect(column(without.frame, 'id')).toEqual(['a/0/7/cpu']);
  });
});
