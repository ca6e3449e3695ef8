import { applyFieldOverrides, createTheme, type DataFrame, LoadingState } from '@grafana/data';
import { lastValueFrom, toArray } from 'rxjs';
import { type Answer, type Call, fakeRequest, fakeService } from '../../tests/support/fakeContext';
import { runAny } from '../../tests/support/run';
import { type AnomalyQuery } from '../query/query';

const HOUR = 3600_000;
const MINUTE = 60_000;
const NOW = Date.UTC(2026, 0, 31, 18);
const range = { from: NOW - 6 * HOUR, to: NOW };
const iso = (hours: number) => new Date(NOW + hours * HOUR).toISOString();

const METRIC = { nodeId: 7, nodeName: 'db-1', statTypeId: 'cpu', statTypeName: 'CPU', severity: 'red' };
const alert = (id: string, more: object = {}) => ({
  id,
  impact: 'high',
  active: true,
  firstSeenAt: iso(-2),
  lastSeenAt: iso(-1),
  activeNodes: 1,
  activeMetrics: 2,
  ...more,
});

interface Service {
  list?: object[];
  found?: object[];
  events?: object[];
  singles?: Record<string, object>;
}

const service =
  ({ list = [], found = [], events = [], singles = {} }: Service) =>
  ({ path, segments }: Call): Answer => {
    const page = (items: object[]) => ({ body: { page: 1, limit: 100, total: items.length, items } });
    if (path === 'v2/alerts') {
      return { body: list };
    }
    if (segments[2] === 'explore') {
      return page(found);
    }
    return segments[3] === 'events'
      ? page(events)
      : singles[segments[2]]
        ? { body: singles[segments[2]] }
        : { status: 404 };
  };

async function packetsOf(given: Service, query: Partial<AnomalyQuery>, progressive = true) {
  const { context, calls } = fakeService(service(given), { now: NOW, jsonData: { progressive } });
  const request = fakeRequest([query], range);
  const packets = await lastValueFrom(runAny(request.targets, request, context).pipe(toArray()));
  return { packets, calls, frame: packets[packets.length - 1].data[0] as DataFrame };
}

const field = (frame: DataFrame, name: string) => frame.fields.find((one) => one.name === name)!;

/** What a table shows in a row of a column. */
function shown(frame: DataFrame, name: string, row = 0): string {
  const [done] = applyFieldOverrides({
    data: [frame],
    fieldConfig: { defaults: {}, overrides: [] },
    replaceVariables: (text) => text,
    theme: createTheme(),
    timeZone: 'utc',
  });
  const { display, values } = field(done, name);
  const { text, prefix = '', suffix = '' } = display!(values[row]);
  return prefix + text + suffix;
}

describe.each(['alerts', 'alertSearch'])('the table of %s', (queryType) => {
  const given = (rows: object[]): Service => (queryType === 'alerts' ? { list: rows } : { found: rows });

  it('stands most severe first', async () => {
    const rows = [
      alert('a', { impact: 'low' }),
      alert('b', { lastSeenAt: iso(-1.5) }),
      alert('c'),
      alert('d', { impact: 'severe' }),
    ];
    const { frame } = await packetsOf(given(rows), { queryType });
    expect(field(frame, 'id').values).toEqual(['d', 'c', 'b', 'a']);
  });

  it('tells in words how long an alert lasted: an active one until now, another until it was last seen', async () => {
    const rows = [
      alert('a', { firstSeenAt: iso(-125 / 60) }),
      alert('b', { active: false, firstSeenAt: iso(-2), lastSeenAt: iso(-1.5), impact: 'low' }),
      alert('c', { firstSeenAt: null, impact: null }),
    ];
    const { frame } = await packetsOf(given(rows), { queryType });
    expect(field(frame, 'duration').values).toEqual([125 * MINUTE, 30 * MINUTE, null]);
    expect(shown(frame, 'duration')).toBe('2 h 5 min');
    expect([shown(frame, 'active'), shown(frame, 'active', 1)]).toEqual(['active', 'ended']);
    expect(shown(frame, 'firstSeenAt')).toBe('01-31 15:55');
  });

  it('tells the year where it is not clear', async () => {
    const { frame } = await packetsOf(given([alert('a', { firstSeenAt: '2024-12-31T10:00:00Z' })]), { queryType });
    expect(shown(frame, 'firstSeenAt')).toBe('2024-12-31 10:00');
  });

  it('has room for its first six columns in half a screen, and ends with identifiers', async () => {
    for (const rows of [[alert('a')], [alert('a', { firstSeenAt: '2024-12-31T10:00:00Z' })]]) {
      const { frame } = await packetsOf(given(rows), { queryType });
      const widths = frame.fields.slice(0, 6).map(({ config }) => config.custom.width as number);
      expect(widths.reduce((sum, width) => sum + width)).toBeLessThanOrEqual(700);
      const drawn = frame.fields.filter(({ config }) => !config.custom.hideFrom?.viz);
      expect(drawn.map(({ name }) => name).pop()).toBe('id');
    }
  });

  it('says what its figures are, as far as the interface tells', async () => {
    const { frame } = await packetsOf(given([alert('a')]), { queryType });
    for (const name of ['title', 'duration', 'score', 'learningStatus']) {
      expect(field(frame, name).config.description).toBeTruthy();
    }
  });
});

describe('titles', () => {
  it('of the list are those of its own metrics, asked for once', async () => {
    const { frame, calls } = await packetsOf(
      {
        list: [
          alert('a', {
            metrics: [
              { ...METRIC, severity: 'green' },
              { ...METRIC, statTypeName: 'Memory' },
            ],
          }),
        ],
      },
      { queryType: 'alerts' }
    );
    expect(field(frame, 'title').values).toEqual(['Memory · db-1 +1']);
    expect(calls).toHaveLength(1);
  });

  it('of a search come late: its rows go out before them', async () => {
    const given = {
      found: [alert('a'), alert('b', { active: false, impact: 'low' })],
      list: [alert('a', { metrics: [METRIC] })],
      singles: { b: alert('b', { metrics: [METRIC, METRIC] }) },
    };
    const { packets } = await packetsOf(given, { queryType: 'alertSearch' });
    expect(packets.map(({ state, data }) => [state, field(data[0], 'title').values])).toEqual([
      [LoadingState.Streaming, ['2 metrics on 1 node', '2 metrics on 1 node']],
      [LoadingState.Streaming, ['CPU · db-1', '2 metrics on 1 node']],
      [undefined, ['CPU · db-1', 'CPU · db-1 +1']],
    ]);
    expect((await packetsOf(given, { queryType: 'alertSearch' }, false)).packets).toHaveLength(1);
  });

  it('of an alert that ended are those of its last sight, also in its events', async () => {
    const ended = alert('a', { active: false, activeMetrics: 0, activeNodes: 0 });
    const singles = { a: { ...ended, metrics: [METRIC] } };
    const event = { id: 'a', sequence: 0, eventType: 'ended', eventOccurred: iso(-1), active: false, activeMetrics: 0 };
    const { frame, calls } = await packetsOf({ events: [event], singles }, { queryType: 'alertEvents', alertId: 'a' });
    expect(field(frame, 'title').values).toEqual(['CPU · db-1']);
    expect(calls.pop()?.query).toEqual({ at: iso(-1) });
    const untold = await packetsOf({ events: [event] }, { queryType: 'alertEvents', alertId: 'a' });
    expect(field(untold.frame, 'title').values).toEqual(['metrics not known']);
  });
});

describe('how long the alert of events lasted', () => {
  const event = (sequence: number, hours: number, eventType: string) => ({
    id: 'a',
    sequence,
    eventType,
    eventOccurred: iso(hours),
    active: eventType !== 'ended',
  });
  const lastedOf = async (events: object[], query: Partial<AnomalyQuery> = {}) => {
    const { frame } = await packetsOf({ events }, { queryType: 'alertEvents', alertId: 'a', ...query });
    return field(frame, 'lasted')?.values;
  };
  const begun = [event(0, -5, 'created'), event(1, -3, 'updated')];

  it.each([false, true])('is until now while it goes on, on every row; per change: %s', async (changes) => {
    expect(await lastedOf(begun, { changes })).toEqual([5 * HOUR, 5 * HOUR]);
    expect(await lastedOf([...begun, event(2, -1, 'ended')], { changes })).toEqual([4 * HOUR, 4 * HOUR, 4 * HOUR]);
  });

  it('ends with the event after which the alert is not active, whatever that event is called', async () => {
    const over = [...begun, { ...event(2, -1, 'closed'), active: false }];
    expect(await lastedOf(over)).toEqual([4 * HOUR, 4 * HOUR, 4 * HOUR]);
  });

  it('is not known where not all of its events are read', async () => {
    expect(await lastedOf(begun, { limit: 1 })).toEqual([null]);
    const ofRange = await packetsOf({ found: [alert('a')], events: begun }, { queryType: 'alertEvents' });
    expect(ofRange.frame.fields.map(({ name }) => name)).not.toContain('lasted');
  });

  it('stands hidden behind the columns that are read', async () => {
    const { frame } = await packetsOf({ events: begun }, { queryType: 'alertEvents', alertId: 'a' });
    expect(frame.fields[frame.fields.length - 1].name).toBe('lasted');
    expect(field(frame, 'lasted').config.custom).toMatchObject({ hidden: true });
  });
});

describe('links of the table', () => {
  const link = (frame: DataFrame, name: string, row: Record<string, string>) => {
    const [{ onBuildUrl }] = field(frame, name).config.links!;
    const replaceVariables = (text: string) =>
      text.replace(/\$\{__data\.fields\.(\w+)\}/, (_, key: string) => row[key]);
    const url = onBuildUrl!({ origin: null, replaceVariables });
    return JSON.parse(new URLSearchParams(url.slice(url.indexOf('?'))).get('panes')!).link;
  };

  it("lead to the alert's events over its own time; of a search at a moment that is over until then", async () => {
    const found = [alert('a')];
    const at = NOW - HOUR;
    const then = await packetsOf({ found }, { queryType: 'alertSearch', at: String(at) });
    expect(link(then.frame, 'title', { id: 'a' })).toMatchObject({
      queries: [{ queryType: 'alertEvents', alertId: 'a' }],
      range: { from: String(NOW - 2.5 * HOUR), to: String(at + HOUR / 2) },
    });
    expect(field(then.frame, 'duration').values).toEqual([HOUR]);
    const now = await packetsOf({ found }, { queryType: 'alertSearch' });
    expect(link(now.frame, 'title', { id: 'a' }).range).toEqual({ from: String(NOW - 2.5 * HOUR), to: 'now' });
  });
});
