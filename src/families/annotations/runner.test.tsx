import { type DataQueryResponse } from '@grafana/data';
import { lastValueFrom, tap } from 'rxjs';
import { asked, column } from '../../../tests/support/asked';
import { type Answer, type Call, fakeRequest, fakeService, type FakeOptions } from '../../../tests/support/fakeContext';
import { type AnomalyQuery } from '../../ground/query';
import { runAny } from '../../../tests/support/run';
import { english } from '../../../tests/support/english';
import { DASHBOARDS } from '../../table/access';

const FROM = Date.UTC(2026, 10, 21);
const TO = FROM + 6 * 3600_000;
const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

interface Raw {
  id: string;
  firstSeenAt: string | null;
  lastSeenAt: string | null;
  active: boolean;
  impact: string | null;
  [field: string]: unknown;
}

const alert = (id: string, from: number | null, to: number | null, more: Partial<Raw> = {}): Raw => ({
  id,
  firstSeenAt: iso(from),
  lastSeenAt: iso(to),
  active: false,
  impact: 'high',
  activeNodes: 1,
  activeMetrics: 2,
  score: 3.14159,
  ...more,
});

/** The alerts in the search and, if they are active, in the list at the end of the range. */
function service(alerts: Raw[], answers: (call: Call) => Answer | undefined = () => undefined, options?: FakeOptions) {
  return fakeService(
    (call) =>
      answers(call) ??
      (call.path === 'v2/alerts/explore'
        ? { body: { page: 1, limit: 200, total: alerts.length, items: alerts } }
        : { body: call.query.at === iso(TO) ? alerts.filter(({ active }) => active) : [] }),
    { now: TO, dashboards: [DASHBOARDS.alert], ...options }
  );
}

const run = (query: Partial<AnomalyQuery>, fake: ReturnType<typeof fakeService>) =>
  asked(fake, { queryType: 'annotations', ...query }, { from: FROM, to: TO });

test('has the fields of an annotation, in the order of the contract, even if it is empty', async () => {
  const { response } = await run({}, service([]));
  expect(response.data[0].fields.map(({ name }: { name: string }) => name)).toEqual([
    'time',
    'timeEnd',
    'isRegion',
    'title',
    'text',
    'tags',
    'id',
    'color',
  ]);
  expect(response.data[0].refId).toBe('A');
});

test('regions are from first to last seen, up to the range’s end if active, or over the range if unknown', async () => {
  const { rows } = await run(
    {},
    service([
      alert('ended', FROM - 5, FROM + 10),
      alert('active', FROM + 20, FROM + 30, { active: true }),
      alert('open', null, null),
    ])
  );
  expect(rows.map(({ id, time, timeEnd, isRegion }) => [id, time, timeEnd, isRegion])).toEqual([
    ['ended', FROM - 5, FROM + 10, true],
    ['open', FROM, TO, true],
    ['active', FROM + 20, TO, true],
  ]);
});

test('marks if more than three overlap, with their ends in the text', async () => {
  const alerts = Array.from({ length: 4 }, (_, i) => alert(`a${i}`, FROM + i, FROM + 7200_000));
  const { rows } = await run({}, service(alerts));
  expect(rows.map(({ timeEnd, isRegion }) => [timeEnd, isRegion])).toEqual(Array(4).fill([null, false]));
  expect(rows[0].text).toContain('2026-11-21 00:00:00 – 2026-11-21 02:00:00');
});

test('keeps the most severe up to the limit, with a notice', async () => {
  const impacts = ['low', 'severe', null, 'medium', 'severe', 'high'];
  const alerts = impacts.map((impact, i) => alert(`a${i}`, FROM + i, FROM + 100 + i, { impact }));
  const { rows, response } = await run({ limit: 3 }, service(alerts));
  expect(rows.map(({ id }) => id)).toEqual(['a1', 'a4', 'a5']);
  expect(response.data[0].meta.notices).toEqual([
    expect.objectContaining({ text: expect.stringContaining(english('answer.cut-severe', { shown: 3, total: 6 })) }),
  ]);
});

test('filters by impact, by alert, and by several values of a variable', async () => {
  const alerts = [
    alert('a', FROM, TO, { impact: 'severe' }),
    alert('b', FROM, TO, { impact: 'low' }),
    alert('c', FROM, TO, { impact: 'high' }),
    alert('d', FROM, TO, { impact: 'odd' }),
  ];
  const options = { variables: { alerts: ['a', 'c'], impact: ['low', 'high'], none: [] } };
  let sent: Array<string | undefined> = [];
  const ids = async (query: Partial<AnomalyQuery>) => {
    const fake = service(alerts, undefined, options);
    const { rows } = await run(query, fake);
    sent = fake.calls.filter(({ path }) => path === 'v2/alerts/explore').map((call) => call.query.impact);
    return rows.map(({ id }) => id);
  };
  expect(await ids({ impact: ['severe'] })).toEqual(['a']);
  // The service supports one.
  expect(sent).toEqual(['severe']);
  expect(await ids({ impact: ['$impact'] })).toEqual(['c', 'b']);
  expect(sent).toEqual([undefined]);
  expect(await ids({ alertId: '$alerts' })).toEqual(['a', 'c']);
  expect(await ids({ alertId: '$none' })).toEqual([]);
});

test.each([{ alertId: 'a' }, { impact: ['low'] }])(
  'a filter counts an alert as hidden only if it is one of %j',
  async (chosen) => {
    const known = { metrics: [{ nodeId: 1, nodeName: 'db', statTypeId: 'cpu' }] };
    const alerts = [alert('a', FROM, null, { active: true, impact: 'low', ...known }), alert('b', FROM, TO)];
    const { rows } = await run({ ...chosen, names: 'db' }, service(alerts));
    expect(rows.map(({ id }) => id)).toEqual(['a']);
  }
);

test('each node of a variable is searched, and an alert with both is drawn once', async () => {
  const fake = service([alert('a', FROM, TO)], undefined, { variables: { node: ['1', '2'] } });
  const { rows } = await run({ nodeId: '$node', metricId: 'cpu' }, fake);
  expect(rows.map(({ id }) => id)).toEqual(['a']);
  const searches = fake.calls.filter(({ path }) => path === 'v2/alerts/explore');
  expect(searches.map(({ query }) => [query.nodeId, query.statTypeId])).toEqual([
    ['1', 'cpu'],
    ['2', 'cpu'],
  ]);
});

const CPU = { nodeId: 1, nodeName: 'db', statTypeId: 'cpu', statTypeName: 'CPU', systemId: 3, systemName: 'shop' };
const MEM = { nodeId: 2, nodeName: 'web', statTypeId: 'mem', statTypeName: null, severity: 'red' };
/** The alert list has these metrics for the alert a. */
const known =
  (...metrics: object[]) =>
  ({ path }: Call) =>
    path === 'v2/alerts' ? { body: [{ id: 'a', metrics }] } : undefined;

test('names nodes, systems, and metrics of alerts that were active at the range’s start or end', async () => {
  const fake = service([alert('a', FROM, TO), alert('b', FROM, TO)], known(CPU));
  const { rows } = await run({}, fake);
  expect(rows[0]).toMatchObject({ id: 'a', tags: ['high', 'db', 'shop', 'CPU'] });
  expect(rows[0].text).toContain('>CPU · db</a>');
  expect(rows[1]).toMatchObject({ id: 'b', tags: ['high'] });
  // Titles use the events of each alert, never the single alert.
  expect(fake.calls.filter(({ path }) => /alerts\/[ab]/.test(path)).map(({ path }) => path)).toEqual([
    'v2/alerts/a/events',
    'v2/alerts/b/events',
  ]);
});

test('the title has the worst metric and the number of others, and metrics are sorted worst first', async () => {
  const { rows } = await run({}, service([alert('a', FROM, TO), alert('b', FROM, TO)], known(CPU, MEM)));
  expect(rows[0].title).toBe('mem · web +1');
  expect(String(rows[0].text)).toMatch(/high impact, 2 metrics on 1 node, score 3.142.*mem · web: severe.*CPU · db/);
  expect(rows[1].title).toBe('2 metrics on 1 node');
});

test('links open the Alert dashboard and the events, over the alert’s own time with a margin', async () => {
  const HOUR = 3600_000;
  const alerts = [alert('a', FROM + HOUR, FROM + 2 * HOUR), alert('b', FROM + HOUR, FROM + HOUR, { active: true })];
  const { rows } = await run({}, service(alerts));
  const linksOf = ({ text }: Record<string, unknown>) =>
    [...new DOMParser().parseFromString(String(text), 'text/html').querySelectorAll('a')].map((link) => {
      const [path, search] = link.getAttribute('href')!.split('?');
      return { path, ...Object.fromEntries(new URLSearchParams(search)) } as Record<string, string>;
    });
  const [dashboard, events] = linksOf(rows[0]);
  const [from, to] = [String(FROM + HOUR / 2), String(FROM + 2.5 * HOUR)];
  expect(dashboard).toEqual({
    path: '/d/anomaly-monitoring-alert/anomaly-alert',
    'var-datasource': 'uid',
    'var-alert': 'a',
    // At least 90 minutes before the alert, so that a silent metric is seen stopping.
    from: String(FROM - HOUR / 2),
    to,
  });
  expect(JSON.parse(events.panes).link.range).toEqual({ from, to });
  // An alert that continues is shown up to now, and refreshed.
  expect(linksOf(rows[1])[0]).toMatchObject({ 'var-alert': 'b', to: 'now' });
});

test('an active alert is drawn up to now, and nothing is drawn in the future', async () => {
  const alerts = [alert('a', FROM, FROM + 5, { active: true })];
  const now = FROM + 3600_000;
  expect((await run({}, service(alerts, undefined, { now }))).rows[0]).toMatchObject({ time: FROM, timeEnd: now });
  const before = service(alerts, undefined, { now: FROM - 3600_000 });
  expect((await run({}, before)).rows).toEqual([]);
  expect((await run({ shape: 'marks' }, before)).rows).toEqual([]);
});

test('marks are at the range’s start if the alert began before, with its start in the text', async () => {
  const alerts = Array.from({ length: 4 }, (_, i) => alert(`a${i}`, FROM - 7200_000, TO + 5, { active: true }));
  const { rows } = await run({}, service(alerts));
  expect(rows.map(({ time, timeEnd }) => [time, timeEnd])).toEqual(Array(4).fill([FROM, null]));
  expect(rows[0].text).toContain('Since 2026-11-20 22:00:00, active (8 h)');
});

test('titles arrive later, without delaying the marks', async () => {
  const fake = service(
    [alert('a', FROM, TO)],
    ({ path }) =>
      path === 'v2/alerts/a/events'
        ? { body: { page: 1, limit: 100, total: 1, items: [{ sequence: 0, changes: [{ type: 'added', ...CPU }] }] } }
        : undefined,
    { latency: ({ path }) => (path.endsWith('/events') ? 300 : 0) }
  );
  const request = fakeRequest([{ queryType: 'annotations' }], { from: FROM, to: TO });
  const packets: DataQueryResponse[] = [];
  await lastValueFrom(runAny(request.targets, request, fake.context).pipe(tap((packet) => packets.push(packet))));
  const titles = packets.map((packet) => [packet.state, column(packet.data[0], 'title')[0]]);
  expect(titles[0]).toEqual(['Streaming', '2 metrics on 1 node']);
  expect(titles.at(-1)).toEqual([undefined, 'CPU · db']);
});

const filter = (key: string, value: string, operator = '=') => ({ key, operator, value });

test('filters on alerts apply to the search, and a mark names those that cannot be applied', async () => {
  const fake = service([alert('a', FROM, TO, { impact: 'severe' })]);
  const { rows, response } = await run({ filters: [filter('node', '7'), filter('event', 'created')] }, fake);
  expect(rows.map(({ id }) => id)).toEqual(['notices', 'a']);
  expect(rows[0]).toMatchObject({ time: FROM, text: expect.stringContaining('&quot;event&quot;') });
  expect(fake.calls.find(({ path }) => path === 'v2/alerts/explore')?.query.nodeId).toBe('7');
  const texts = response.data[0].meta.notices.map(({ text }: { text: string }) => text);
  expect(texts).toEqual([expect.stringContaining('"event"')]);
});

describe('alert events', () => {
  const event = (sequence: number, time: number | null, more: object = {}) => ({
    id: 'a',
    sequence,
    eventOccurred: iso(time),
    eventType: 'updated',
    impact: 'low',
    changes: [{ type: 'added', nodeId: 1, nodeName: 'db', statTypeId: 'cpu', values: null }],
    ...more,
  });
  const withEvents = (events: object[]) =>
    service([alert('a', FROM, TO)], ({ path }) =>
      path.endsWith('/events') ? { body: { page: 1, limit: 100, total: events.length, items: events } } : undefined
    );

  test('one mark per event in the range, for the range’s alerts', async () => {
    const { rows } = await run(
      { source: 'alertEvents' },
      withEvents([event(0, FROM - 1), event(1, FROM), event(2, TO), event(3, TO + 1), event(4, null)])
    );
    expect(rows.map(({ id, time, timeEnd, isRegion }) => [id, time, timeEnd, isRegion])).toEqual([
      ['notices', FROM, null, false],
      ['a/1', FROM, null, false],
      ['a/2', TO, null, false],
    ]);
    expect(rows[1].tags).toEqual(['low', 'updated', 'db', 'cpu']);
  });

  test('a filter on impact that cannot be applied is named in a mark', async () => {
    const filters = [{ key: 'impact', operator: '=~', value: '(' }];
    const { rows } = await run({ source: 'alertEvents', filters }, withEvents([event(1, FROM + 1)]));
    expect(rows.map(({ id }) => id)).toEqual(['notices', 'a/1']);
  });

  test('for one alert without a search, by the impact of the event', async () => {
    const fake = withEvents([event(0, FROM, { impact: 'severe' }), event(1, FROM)]);
    const { rows } = await run({ source: 'alertEvents', alertId: 'a', impact: ['severe'] }, fake);
    expect(rows.map(({ id }) => id)).toEqual(['a/0']);
    expect(fake.calls.some(({ path }) => path === 'v2/alerts/explore')).toBe(false);
  });

  test('describe what changed, and from what', async () => {
    const change = (type: string, severity: string, more: object = {}) => ({
      type,
      nodeId: 1,
      nodeName: 'orders-db',
      statTypeId: 'c',
      statTypeName: 'Connections in use',
      values: { severity, ...more },
    });
    const { rows } = await run(
      { source: 'alertEvents', alertId: 'a' },
      withEvents([
        event(0, FROM - 5, { changes: [change('added', 'orange')] }),
        event(1, FROM, { changes: [change('updated', 'red', { closestBaselineDeviation: 2.1 })], activeMetrics: 3 }),
      ])
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].text).toMatch(/^Alert: updated, low impact, 3 metrics<br>/);
    expect(rows[0].text).toContain('Connections in use · orders-db: severe, was high, closest deviation: 2.1<');
  });

  test('link to the end in the alert’s row if no event shows its end', async () => {
    const { rows } = await run({ source: 'alertEvents' }, withEvents([event(0, FROM, { active: null })]));
    expect(rows[0].text).toContain(`var-alert=a&amp;from=`);
    expect(rows[0].text).not.toContain('to=now');
  });

  test('keep the newest of many, with a notice', async () => {
    const events = [0, 1, 2].map((i) => event(i, FROM + i, { impact: i === 0 ? 'severe' : 'low' }));
    const { rows, response } = await run({ source: 'alertEvents', limit: 2 }, withEvents(events));
    expect(rows.map(({ id }) => id)).toEqual(['a/1', 'a/2']);
    expect(response.data[0].meta.notices).toEqual([
      expect.objectContaining({ text: expect.stringContaining('newest 2 of 3') }),
    ]);
  });
});

describe('anomalies', () => {
  const anomaly = (id: string, time: number | null, severity: string | null, nodeId = 1) => ({
    id,
    severity,
    event_occured: iso(time),
    event_type: 'created',
    items: [
      { node: { id: nodeId, name: 'db', system: { id: 1, name: 'shop' } }, metrics: [{ id: 'cpu', name: 'CPU' }] },
    ],
  });
  const withAnomalies = (list: object[]) =>
    service([], ({ path }) => (path === 'v2/anomalies' ? { body: list } : undefined));

  test('one mark per anomaly, with a unique ID even if an anomaly returns', async () => {
    const { rows } = await run(
      { source: 'anomalies' },
      withAnomalies([anomaly('x', FROM, 'low'), anomaly('x', FROM + 5, 'severe'), anomaly('y', null, 'low')])
    );
    expect(rows.map(({ id, time }) => [id, time])).toEqual([
      ['notices', FROM],
      [`x/${iso(FROM)}`, FROM],
      [`x/${iso(FROM + 5)}`, FROM + 5],
    ]);
    expect(rows[1].tags).toEqual(['low', 'created', 'db', 'shop', 'CPU']);
  });

  test('filters by severity, node, and metric', async () => {
    const fake = () => withAnomalies([anomaly('x', FROM, 'low'), anomaly('y', FROM, 'severe', 2)]);
    const ids = async (query: Partial<AnomalyQuery>) =>
      (await run({ source: 'anomalies', ...query }, fake())).rows.map(({ id }) => String(id)[0]);
    expect(await ids({ severity: ['severe'] })).toEqual(['y']);
    expect(await ids({ nodeId: '1' })).toEqual(['x']);
    expect(await ids({ metricId: 'mem' })).toEqual([]);
    expect(await ids({ filters: [filter('node', '2')] })).toEqual(['y']);
  });

  test('keep the newest of many, whatever their severity', async () => {
    const list = [anomaly('x', FROM, 'severe'), anomaly('y', FROM + 1, 'low'), anomaly('z', FROM + 2, 'low')];
    const { rows, response } = await run({ source: 'anomalies', limit: 2 }, withAnomalies(list));
    expect(rows.map(({ id }) => String(id)[0])).toEqual(['y', 'z']);
    expect(response.data[0].meta.notices).toHaveLength(1);
  });

  test('have their worst metric as title', async () => {
    const metrics = [
      { id: 'cpu', name: 'CPU', severity: 'low' },
      { id: 'mem', name: 'Memory', severity: 'severe' },
    ];
    const list = [{ ...anomaly('x', FROM, 'severe'), items: [{ node: { id: 1, name: 'db' }, metrics }] }];
    const { rows } = await run({ source: 'anomalies' }, withAnomalies(list));
    expect(rows[0].title).toBe('Memory · db +1');
    expect(rows[0].text).toMatch(/^Anomaly: created, severe<br>/);
  });
});
