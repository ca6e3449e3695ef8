import { linksIn } from '../../../tests/support/linksIn';
import { applyFieldOverrides, createTheme, type DataFrame, LoadingState } from '@grafana/data';
import { lastValueFrom, toArray } from 'rxjs';
import { HOUR, MINUTE } from '../../ground/spans';
import { type Answer, type Call, fakeRequest, fakeService } from '../../../tests/support/fakeContext';
import { runAny } from '../../../tests/support/run';
import { type AnomalyQuery } from '../../ground/query';
import { hoursFrom } from '../../../tests/support/times';

const NOW = Date.UTC(2026, 0, 31, 18);
const range = { from: NOW - 6 * HOUR, to: NOW };
const iso = hoursFrom(NOW);

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
  // Rows are shown before the events arrive.
  const latency = ({ segments }: Call) => (segments[3] === 'events' ? 20 : 0);
  const { context, calls } = fakeService(service(given), { now: NOW, jsonData: { progressive }, latency });
  const request = fakeRequest([query], range);
  const packets = await lastValueFrom(runAny(request.targets, request, context).pipe(toArray()));
  return { packets, calls, frame: packets[packets.length - 1].data[0] as DataFrame };
}

const field = (frame: DataFrame, name: string) => frame.fields.find((one) => one.name === name)!;

/** The text of a table cell in a column. */
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

  it('shows how long an alert lasted: an active one until now, an ended one until it was last seen', async () => {
    const rows = [
      alert('a', { firstSeenAt: iso(-125 / 60) }),
      alert('b', { active: false, firstSeenAt: iso(-2), lastSeenAt: iso(-1.5), impact: 'low' }),
      alert('c', { firstSeenAt: null, impact: null }),
    ];
    const { frame } = await packetsOf(given(rows), { queryType });
    expect(field(frame, 'duration').values).toEqual([125 * MINUTE, 30 * MINUTE, null]);
    expect(shown(frame, 'duration')).toBe('2 h 5 min');
    expect([shown(frame, 'active'), shown(frame, 'active', 1)]).toEqual(['active', 'ended']);
    expect(shown(frame, 'firstSeenAt')).toBe('Jan 31, 15:55');
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

  it('describes its figures, as far as the interface defines them', async () => {
    const { frame } = await packetsOf(given([alert('a')]), { queryType });
    for (const name of ['score', 'learningStatus']) {
      expect(field(frame, name).config.description).toBeTruthy();
    }
  });
});

describe('titles', () => {
  const event = (sequence: number, hours: number, changes: object[], more: object = {}) => ({
    id: 'a',
    sequence,
    eventType: 'updated',
    eventOccurred: iso(hours),
    active: true,
    changes: changes.map((change) => ({ type: 'added', ...METRIC, values: { severity: 'red' }, ...change })),
    ...more,
  });
  const cpu = event(0, -2, [{}]);
  const memory = event(1, -1.5, [{ statTypeId: 'mem', statTypeName: 'Memory', values: { severity: 'blood_red' } }]);
  const ended = event(2, -1, [{ type: 'removed' }], { eventType: 'ended', active: false });

  it('name the first metric of the alert, whatever its worst metric is now', async () => {
    const worst = { ...METRIC, statTypeId: 'mem', statTypeName: 'Memory', severity: 'blood_red' };
    const list = [alert('a', { metrics: [METRIC, worst] })];
    const { packets, calls } = await packetsOf({ list, events: [cpu, memory] }, { queryType: 'alerts' });
    // Until the events are read, the title is the best from the list.
    expect(packets.map(({ state, data }) => [state, field(data[0], 'title').values])).toEqual([
      [LoadingState.Streaming, ['Memory · db-1 +1']],
      [undefined, ['CPU · db-1 +1']],
    ]);
    expect(calls.map(({ path }) => path)).toEqual(['v2/alerts', 'v2/alerts/a/events']);
  });

  it('follow the sequence of events, whatever the order of the list', async () => {
    const { frame } = await packetsOf({ list: [alert('a')], events: [ended, memory, cpu] }, { queryType: 'alerts' });
    expect(field(frame, 'title').values).toEqual(['CPU · db-1 +1']);
  });

  it('arrive after the rows, which keep their order', async () => {
    const found = ['c', 'b', 'a'].map((id) => alert(id));
    const { packets } = await packetsOf({ found, events: [cpu] }, { queryType: 'alertSearch' });
    expect(packets.length).toBeGreaterThan(1);
    expect(field(packets[0].data[0], 'title').values).toEqual(Array(3).fill('2 metrics on 1 node'));
    expect(field(packets.at(-1)!.data[0], 'title').values).toEqual(Array(3).fill('CPU · db-1'));
    expect(packets.map(({ data }) => field(data[0], 'id').values)).toEqual(packets.map(() => ['a', 'b', 'c']));
    expect((await packetsOf({ found, events: [cpu] }, { queryType: 'alertSearch' }, false)).packets).toHaveLength(1);
  });

  it('fall back to the counts and the start if the events cannot be read, without an error', async () => {
    const { context } = fakeService(
      ({ segments }) =>
        segments[3] === 'events'
          ? { status: 400 }
          : { body: [alert('a'), alert('b', { impact: 'low', activeMetrics: null, activeNodes: null })] },
      { now: NOW }
    );
    const request = fakeRequest([{ queryType: 'alerts' }], range);
    const { data, errors } = await lastValueFrom(runAny(request.targets, request, context));
    expect(field(data[0] as DataFrame, 'title').values).toEqual(['2 metrics on 1 node', 'Alert of Jan 31, 16:00']);
    expect(errors).toBeUndefined();
  });

  it('an ended alert has its metrics from its events', async () => {
    const over = { ...alert('a', { active: false }), metrics: [] };
    const { packets, frame } = await packetsOf(
      { events: [cpu, memory, ended], singles: { a: over } },
      { queryType: 'alerts', alertId: 'a', metrics: true }
    );
    expect(field(frame, 'metricName').values).toEqual(['CPU', 'Memory']);
    expect(field(frame, 'severity').values).toEqual(['red', 'blood_red']);
    // A row whose metrics arrive later would look as if it had none.
    expect(packets).toHaveLength(1);
  });

  it('an ended alert whose events fail has a notice, shown or hidden by a filter', async () => {
    const { context } = fakeService(
      ({ segments }) =>
        segments[3] === 'events' ? { status: 400 } : { body: { ...alert('a', { active: false }), metrics: [] } },
      { now: NOW }
    );
    const noticesOf = async (more: object) => {
      const request = fakeRequest([{ queryType: 'alerts', alertId: 'a', metrics: true, ...more }], range);
      const { data } = await lastValueFrom(runAny(request.targets, request, context));
      return (data[0] as DataFrame).meta?.notices?.map(({ text }) => text);
    };
    expect(await noticesOf({})).toEqual([expect.stringMatching(/metrics of one alert are unknown/)]);
    const filters = [{ key: 'node', operator: '=', value: '7' }];
    expect(await noticesOf({ filters })).toContainEqual(
      expect.stringMatching(/hidden because its metrics are unknown/)
    );
  });
});

describe('links of the table', () => {
  const link = (frame: DataFrame, name: string) => {
    const found = linksIn([frame]).find(({ field }) => field === name)!.href;
    return JSON.parse(new URLSearchParams(found.slice(found.indexOf('?'))).get('panes')!).link;
  };

  it("open the alert's events over its own time, or until the moment of a search", async () => {
    const found = [alert('a')];
    const at = NOW - HOUR;
    const then = await packetsOf({ found }, { queryType: 'alertSearch', at: String(at) });
    expect(link(then.frame, 'title')).toMatchObject({
      queries: [{ queryType: 'alertEvents', alertId: 'a' }],
      range: { from: String(NOW - 2.5 * HOUR), to: String(at + HOUR / 2) },
    });
    expect(field(then.frame, 'duration').values).toEqual([HOUR]);
    const now = await packetsOf({ found }, { queryType: 'alertSearch' });
    expect(link(now.frame, 'title').range).toEqual({ from: String(NOW - 2.5 * HOUR), to: 'now' });
  });
});
