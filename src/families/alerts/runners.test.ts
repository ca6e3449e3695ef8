import { type DataFrame, FieldType } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { HOUR } from '../../ground/spans';
import { asked, column, columnNames } from '../../../tests/support/asked';
import { type Answer, type Call, fakeRequest, fakeService } from '../../../tests/support/fakeContext';
import { type AnomalyQuery } from '../../ground/query';
import { type Request } from '../../table/runner';
import { runAny } from '../../../tests/support/run';
import { hoursFrom } from '../../../tests/support/times';

const T0 = Date.UTC(2026, 0, 31, 12);
const iso = hoursFrom(T0);
const range = { from: T0, to: T0 + 6 * HOUR };

const METRIC = {
  nodeId: 7,
  nodeName: 'db-1',
  statTypeId: 'cpu',
  statTypeName: 'CPU',
  systemId: 1,
  systemName: 'shop',
  score: { adjusted: 1.5, contribution: 0.25 },
  learningStatus: 1,
  severity: 'red',
  type: 'deviation',
  closestBaselineDeviation: 3,
};

const ALERT = {
  id: 'a',
  impact: 'high',
  active: true,
  firstSeenAt: iso(1),
  lastSeenAt: iso(2),
  activeNodes: 1,
  activeMetrics: 2,
  score: 12.5,
  learningStatus: 0.5,
};

const METRICS = [METRIC, { ...METRIC, statTypeId: 'mem', severity: 'cosmic', nodeName: null }];

const FIGURES = [
  'firstSeenAt',
  'lastSeenAt',
  'duration',
  'activeMetrics',
  'activeNodes',
  'score',
  'active',
  'learningStatus',
];
const ALERT_COLUMNS = ['impact', 'title', ...FIGURES, 'id'];
const METRIC_COLUMNS = [
  'impact',
  'severity',
  'metricName',
  'nodeName',
  'systemName',
  'type',
  'closestBaselineDeviation',
  'scoreContribution',
  'scoreAdjusted',
  'metricLearningStatus',
  ...FIGURES,
  'title',
  'id',
  'nodeId',
  'systemId',
  'metricId',
];

const run = (
  answer: (call: Call) => Answer,
  query: Partial<AnomalyQuery>,
  { request, ...options }: Parameters<typeof fakeService>[1] & { request?: Partial<Request> } = {}
) => asked(fakeService(answer, { now: T0 + 6 * HOUR, ...options }), query, range, request);

const page = (items: unknown[], total = items.length) => ({ body: { page: 1, limit: 200, total, items } });

describe('alerts', () => {
  it('returns the list as a table with the columns of the contract', async () => {
    const { frame, calls } = await run(() => ({ body: [ALERT] }), { queryType: 'alerts' });
    expect(calls.map(({ raw }) => raw)).toEqual([
      'v2/alerts?expand=metrics',
      // The events, for its title.
      'v2/alerts/a/events?page=1&limit=100&expand=changes',
    ]);
    expect(columnNames(frame)).toEqual(ALERT_COLUMNS);
    expect(ALERT_COLUMNS.map((name) => column(frame, name)[0])).toEqual([
      'high',
      '2 metrics on 1 node',
      T0 + HOUR,
      T0 + 2 * HOUR,
      5 * HOUR,
      2,
      1,
      12.5,
      true,
      0.5,
      'a',
    ]);
    expect(frame.fields.slice(0, ALERT_COLUMNS.length).map(({ type }) => type)).toEqual([
      FieldType.string,
      FieldType.string,
      FieldType.time,
      FieldType.time,
      ...Array(4).fill(FieldType.number),
      FieldType.boolean,
      FieldType.number,
      FieldType.string,
    ]);
    expect(frame).toMatchObject({ refId: 'A', length: 1, meta: { preferredVisualisationType: 'table' } });
  });

  it('has all columns even without rows', async () => {
    const { frame } = await run(() => ({ body: [] }), { queryType: 'alerts', metrics: true });
    expect(columnNames(frame)).toEqual(METRIC_COLUMNS);
    expect(frame.length).toBe(0);
  });

  it('returns a row per metric, and a row of nulls for an alert without metrics', async () => {
    const alerts = [{ ...ALERT, metrics: METRICS }, { ...ALERT, id: 'b', metrics: [] }, { id: 'c' }];
    const { frame, rows, calls } = await run(() => ({ body: alerts }), { queryType: 'alerts', metrics: true });
    expect(calls[0].query).toEqual({ expand: 'metrics' });
    // If two are equally severe and began together, their IDs decide.
    expect(column(frame, 'id')).toEqual(['a', 'a', 'b', 'c']);
    expect(rows[0]).toMatchObject({
      ...{ severity: 'red', metricName: 'CPU', nodeName: 'db-1', systemName: 'shop', type: 'deviation' },
      ...{ closestBaselineDeviation: 3, scoreContribution: 0.25, scoreAdjusted: 1.5, metricLearningStatus: 1 },
      ...{ nodeId: '7', systemId: '1', metricId: 'cpu' },
    });
    expect(column(frame, 'nodeId')).toEqual(['7', '7', null, null]);
    expect(column(frame, 'severity')).toEqual(['red', 'cosmic', null, null]);
    expect(column(frame, 'nodeName')).toEqual(['db-1', null, null, null]);
    expect(column(frame, 'impact')).toEqual(['high', 'high', 'high', null]);
  });

  it('requests a single alert, and each value of a variable once', async () => {
    const { frame, calls } = await run(
      ({ segments }) => ({ body: { ...ALERT, id: segments[2], metrics: METRICS } }),
      { queryType: 'alerts', alertId: '$alert', at: String(T0) },
      { variables: { alert: ['a', 'b/c', 'a'] } }
    );
    expect(calls.slice(0, 2).map(({ raw }) => raw)).toEqual([
      'v2/alerts/a?at=2026-01-31T12%3A00%3A00.000Z',
      'v2/alerts/b%2Fc?at=2026-01-31T12%3A00%3A00.000Z',
    ]);
    expect(column(frame, 'id')).toEqual(['a', 'b/c']);
  });

  it('reads from the selected family', async () => {
    const { calls } = await run(() => ({ body: [] }), { queryType: 'alerts' }, { jsonData: { alertsVersion: 'v1' } });
    expect(calls[0].path).toBe('v1/alerts');
  });

  it('returns an empty table and a notice for an alert that was not active then', async () => {
    const { frame, notices, errors } = await run(() => ({ status: 404 }), {
      queryType: 'alerts',
      alertId: 'gone',
      at: String(T0),
    });
    expect(columnNames(frame)).toEqual(ALERT_COLUMNS);
    expect(frame.length).toBe(0);
    expect(notices).toEqual([expect.stringMatching(/Not found at Jan 31, 12:00: Alert gone/)]);
    expect(errors).toBeUndefined();
  });

  it('keeps the others if one of several fails', async () => {
    const { frame, errors } = await run(
      ({ segments }) => (segments[2] === 'b' ? { status: 400 } : { body: { ...ALERT, id: segments[2] } }),
      { queryType: 'alerts', alertId: '$alert' },
      { variables: { alert: ['a', 'b', 'c'] } }
    );
    expect(column(frame, 'id')).toEqual(['a', 'c']);
    expect(errors).toMatchObject([{ refId: 'A', status: 400 }]);
  });
});

describe('alertSearch', () => {
  it("sends every filter, and the panel's range", async () => {
    const { calls, frame } = await run(
      () => page([ALERT]),
      {
        queryType: 'alertSearch',
        q: 'disk; full',
        impact: 'high',
        minScore: '$least',
        nodeId: '7',
        metricId: 'cpu load',
      },
      { variables: { least: '0.5' } }
    );
    expect(calls.map(({ path, query }) => ({ path, query })).slice(0, 1)).toEqual([
      {
        path: 'v2/alerts/explore',
        query: {
          from: iso(0),
          to: iso(6),
          q: 'disk; full',
          impact: 'high',
          minScore: '0.5',
          nodeId: '7',
          statTypeId: 'cpu load',
          page: '1',
          limit: '200',
        },
      },
    ]);
    expect(columnNames(frame)).toEqual(ALERT_COLUMNS);
  });

  it('sends `at` instead of the range if it is set', async () => {
    const { calls } = await run(() => page([]), { queryType: 'alertSearch', at: String(T0) });
    expect(calls[0].query).toEqual({ at: iso(0), page: '1', limit: '200' });
  });

  it('returns the union over several nodes and metrics, each alert once', async () => {
    const { calls, frame } = await run(
      ({ query }) =>
        page([
          { ...ALERT, id: 'both' },
          { ...ALERT, id: `only ${query.nodeId}` },
        ]),
      { queryType: 'alertSearch', nodeId: '$node' },
      { variables: { node: ['7', '8'] } }
    );
    expect(calls.map(({ query }) => query.nodeId)).toEqual(['7', '8']);
    expect(column(frame, 'id')).toEqual(['both', 'only 7', 'only 8']);
  });

  it('keeps the newest up to the limit, with a notice', async () => {
    const alerts = [3, 1, null, 2].map((hour, i) => ({
      ...ALERT,
      id: `${i}`,
      lastSeenAt: hour === null ? null : iso(hour),
    }));
    const { frame, notices } = await run(() => page(alerts), { queryType: 'alertSearch', limit: 2 });
    // Of two with the same impact, the one without an end comes first, because it continues.
    expect(column(frame, 'id')).toEqual(['2', '0']);
    expect(notices).toEqual([expect.stringMatching(/2 of 4/)]);
  });

  it.each([
    ['', ['severe', 'long', 'new', 'unknown']],
    ['newest', ['new', 'severe', 'long', 'unknown']],
    ['longest', ['long', 'severe', 'new', 'unknown']],
  ] as const)('sorts by %j', async (sort, ids) => {
    const alerts = [
      { ...ALERT, id: 'unknown', firstSeenAt: null, lastSeenAt: iso(0) },
      { ...ALERT, id: 'long', active: false, firstSeenAt: iso(1), lastSeenAt: iso(5) },
      { ...ALERT, id: 'new', active: false, firstSeenAt: iso(4), lastSeenAt: iso(4.5) },
      { ...ALERT, id: 'severe', active: false, impact: 'severe', firstSeenAt: iso(2), lastSeenAt: iso(3) },
    ];
    const { frame } = await run(() => page(alerts), { queryType: 'alertSearch', sort });
    expect(column(frame, 'id')).toEqual(ids);
  });

  it('has a notice about unread pages', async () => {
    const { frame, notices } = await run(
      ({ query }) => ({
        body: {
          page: Number(query.page),
          limit: 2,
          total: 100,
          items: [1, 2].map((i) => ({ ...ALERT, id: `${query.page}-${i}` })),
        },
      }),
      { queryType: 'alertSearch' }
    );
    expect(frame.length).toBe(50);
    expect(notices).toEqual([expect.stringMatching(/50 of 100/)]);
  });
});

describe('alertCounts', () => {
  const bucket = (hours: number, counts: object, active = 1) => ({
    start: iso(hours),
    end: iso(hours + 1),
    active,
    impacts: counts,
  });

  it('has the returned buckets in time order, and stacks the impacts in their colors', async () => {
    const { frame, calls, notices } = await run(
      () => ({
        body: { bucket: '1h', buckets: [bucket(4, {}, 0), bucket(2, { low: 1, severe: 2 }, 3), { active: 1 }] },
      }),
      { queryType: 'alertCounts', bucket: '1h', q: 'x', nodeId: '7', metricId: 'cpu' }
    );
    expect(calls.map(({ path, query }) => ({ path, query }))).toEqual([
      {
        path: 'v2/alerts/explore/timeseries',
        query: { from: iso(0), to: iso(6), bucket: '1h', q: 'x', nodeId: '7', statTypeId: 'cpu' },
      },
    ]);
    expect(columnNames(frame)).toEqual(['time', 'active', 'low', 'medium', 'high', 'severe']);
    expect(column(frame, 'time')).toEqual([2, 4].map((hour) => T0 + hour * HOUR));
    expect(column(frame, 'active')).toEqual([3, 0]);
    expect(column(frame, 'severe')).toEqual([2, null]);
    expect(notices).toEqual([expect.stringMatching(/^1 is not drawn/)]);
    const severe = frame.fields[5];
    expect(severe.config).toMatchObject({
      displayNameFromDS: 'severe',
      color: { mode: 'fixed' },
      custom: { drawStyle: 'bars', stacking: { mode: 'normal' } },
    });
  });

  it.each([
    [1000, 6 * HOUR, '15m'],
    [10, 6 * HOUR, '1h'],
    [1000, 10 * 24 * HOUR, '1h'],
    [1000, 80 * 24 * HOUR, '4h'],
    [1000, 400 * 24 * HOUR, '1d'],
  ])('chooses the bucket for %i points over %i ms', async (maxDataPoints, span, sent) => {
    const fake = fakeService(() => ({ body: { buckets: [] } }));
    const request = fakeRequest([{ queryType: 'alertCounts' }], { from: T0, to: T0 + span }, { maxDataPoints });
    await lastValueFrom(runAny(request.targets, request, fake.context));
    expect(fake.calls[0].query.bucket).toBe(sent);
  });

  it('returns a named frame for each node, with unique field names', async () => {
    const { response } = await run(
      () => ({ body: { buckets: [] } }),
      { queryType: 'alertCounts', nodeId: '$node', metricId: 'cpu' },
      { variables: { node: ['7', '8'] } }
    );
    expect(response.data.map((frame: DataFrame) => frame.name)).toEqual(['cpu · 7', 'cpu · 8']);
    const shown = response.data.flatMap((frame: DataFrame) =>
      frame.fields.slice(1).map((f) => f.config.displayNameFromDS)
    );
    expect(new Set(shown).size).toBe(10);
  });

  it('names the frame that is left if the other one fails', async () => {
    const { response } = await run(
      ({ query }) => (query.nodeId === '8' ? { status: 500 } : { body: { buckets: [bucket(2, { low: 1 })] } }),
      { queryType: 'alertCounts', bucket: '1h', nodeId: ['7', '8'] }
    );
    expect(response.data.map((frame: DataFrame) => frame.name)).toEqual(['7']);
    expect(response.errors).toHaveLength(1);
  });
});

it.each(['alerts', 'alertSearch'])(
  '%s: an active alert lasts until now if `at` is in the future',
  async (queryType) => {
    const now = T0 + 3 * HOUR;
    const service = fakeService(
      ({ path }) => ({ body: path.endsWith('explore') ? { total: 1, items: [ALERT] } : [ALERT] }),
      { now }
    );
    const { rows } = await asked(service, { queryType, at: String(T0 + 12 * HOUR) } as Partial<AnomalyQuery>, range);
    expect(rows).toMatchObject([{ duration: 2 * HOUR }]);
  }
);

test('the first page of events names the alert, and gives a story its metrics, even if a later one fails', async () => {
  const event = (sequence: number) => ({
    sequence,
    eventOccurred: iso(1 + sequence / 1000),
    active: true,
    activeMetrics: 1,
    changes: [{ type: 'added', nodeId: 7, nodeName: 'db-1', statTypeId: sequence < 3 ? 'cpu' : 'mem', values: {} }],
  });
  const titles = ['alertSearch', 'alertEvents', 'story'].map(async (queryType) => {
    const service = fakeService(({ path, query }): Answer => {
      const page = Number(query.page ?? 1);
      const items = Array.from({ length: page > 3 ? 0 : 100 }, (_, i) => event((page - 1) * 100 + i));
      return /events$/.test(path)
        ? page === 2
          ? { status: 500 }
          : { body: { page, limit: 100, total: 300, items } }
        : { body: /explore$/.test(path) ? { total: 1, items: [ALERT] } : ALERT };
    });
    const { rows } = await asked(service, { queryType, alertId: queryType === 'alertSearch' ? '' : 'a' }, range);
    return rows.map(({ title, metric, metricId }) => title ?? metric ?? metricId)[0];
  });
  expect(await Promise.all(titles)).toEqual(['cpu · db-1 +1', 'cpu · db-1 +1', 'cpu']);
});
