import { type DataFrame } from '@grafana/data';
import { HOUR } from '../../ground/spans';
import { asked, column, columnNames } from '../../../tests/support/asked';
import { type Answer, type Call, fakeService } from '../../../tests/support/fakeContext';
import { type AnomalyQuery } from '../../ground/query';
import { hoursFrom } from '../../../tests/support/times';

const T0 = Date.UTC(2026, 0, 31, 12);
const iso = hoursFrom(T0);
const range = { from: T0, to: T0 + 6 * HOUR };

const metric = (id: string, data?: unknown[]) => ({
  id,
  name: `name of ${id}`,
  metric_type: 'double',
  aggregation: 'avg',
  severity: 'severe',
  severity_num: 3,
  started: iso(-1),
  updated: iso(1),
  ...(data ? { data } : {}),
});
const item = (node: number, metrics: unknown[]) => ({
  node: { id: node, name: `node ${node}`, system: { id: 1, name: 'shop' } },
  metrics,
});
const anomaly = (id: string, items?: unknown[], more: object = {}) => ({
  id,
  severity: 'medium',
  severity_num: 2,
  nodes_affected: 1,
  metrics_affected: 2,
  event_occured: iso(1),
  event_type: 'updated',
  ...(items ? { items } : {}),
  ...more,
});
const point = (hours: number, value: number) => ({
  timestamp: iso(hours),
  smoothened: value,
  corridors: { main: { up: 2, down: 1 }, sup: null, inf: null },
});

const WHAT = ['time', 'severity', 'eventType', 'group'];
const FIGURES = ['nodesAffected', 'metricsAffected', 'severityNum'];
const METRIC_COLUMNS = [
  ...WHAT,
  'metricName',
  'nodeName',
  'systemName',
  'metricSeverity',
  'aggregation',
  'metricType',
  'started',
  'updated',
  ...FIGURES,
  'metricSeverityNum',
  'id',
  'nodeId',
  'systemId',
  'metricId',
];

const run = (answer: (call: Call) => Answer, query: Partial<AnomalyQuery>, options = {}) =>
  asked(fakeService(answer, { now: T0, ...options }), { queryType: 'anomalies', ...query }, range);

describe('anomalies', () => {
  it.each([
    [{}, 'v2/anomalies', { from: iso(0), to: iso(6) }],
    [{ withMetrics: true }, 'v2/anomalies', { from: iso(0), to: iso(6), 'with-metrics': 'true' }],
    [{ to: iso(2) }, 'v2/anomalies', { from: iso(0), to: iso(2) }],
    [{ scope: 'current' }, 'v2/anomalies/current', {}],
    [{ scope: 'current', to: String(T0), withMetrics: true }, 'v2/anomalies/current', { to: iso(0) }],
    [{ scope: 'unread' }, 'v2/anomalies/unread', {}],
    [{ scope: 'unread', to: iso(2), withMetrics: true }, 'v2/anomalies/unread', { to: iso(2), 'with-metrics': 'true' }],
    [{ scope: 'alert', alertId: 'a/b', withMetrics: true }, 'v2/anomalies/a/b', {}],
    [{ scope: 'update', alertId: 'a', updateId: 'u' }, 'v2/anomalies/a/details/u', {}],
    [
      { scope: 'update', alertId: 'a', updateId: 'u', withMetrics: true },
      'v2/anomalies/a/details/u',
      { 'with-metrics': 'true' },
    ],
  ])('%j requests %s', async (query, path, sent) => {
    const { calls } = await run(() => ({ body: [] }), query);
    expect(calls.map((call) => ({ path: call.path, query: call.query }))).toEqual([{ path, query: sent }]);
  });

  it('has a row per metric, and a row of nulls for an anomaly without metrics', async () => {
    const body = [anomaly('x', [item(7, [metric('cpu'), metric('mem')]), item(8, [metric('cpu')])]), anomaly('y')];
    const { frame, rows } = await run(() => ({ body }), {});
    expect(columnNames(frame)).toEqual(METRIC_COLUMNS);
    expect(rows[0]).toMatchObject({
      ...{ time: T0 + HOUR, severity: 'medium', eventType: 'updated', group: null, metricName: 'name of cpu' },
      ...{ nodeName: 'node 7', systemName: 'shop', metricSeverity: 'severe', aggregation: 'avg', metricType: 'double' },
      ...{ started: T0 - HOUR, updated: T0 + HOUR, nodesAffected: 1, metricsAffected: 2, severityNum: 2 },
      ...{ metricSeverityNum: 3, id: 'x', nodeId: '7', systemId: '1', metricId: 'cpu' },
    });
    expect(column(frame, 'id')).toEqual(['x', 'x', 'x', 'y']);
    expect(column(frame, 'nodeId')).toEqual(['7', '7', '8', null]);
    expect(column(frame, 'metricId')).toEqual(['cpu', 'mem', 'cpu', null]);
    expect(column(frame, 'started')).toEqual([T0 - HOUR, T0 - HOUR, T0 - HOUR, null]);
    expect(column(frame, 'group')).toEqual([null, null, null, null]);
  });

  it('shows the three groups of unread anomalies', async () => {
    const body = { new: [anomaly('n')], updated: [anomaly('u')], closed: [anomaly('c')] };
    const { frame } = await run(() => ({ body }), { scope: 'unread' });
    expect(column(frame, 'group')).toEqual(['new', 'updated', 'closed']);
    expect(column(frame, 'id')).toEqual(['n', 'u', 'c']);
  });

  it('returns a row for each update of an alert, with their IDs', async () => {
    const body = [anomaly('a', undefined, { update_id: 'u1' }), anomaly('a', undefined, { update_id: 'u2' })];
    const { frame } = await run(() => ({ body }), { scope: 'alert', alertId: 'a' });
    expect(columnNames(frame)).toEqual([...WHAT, ...FIGURES, 'id', 'updateId']);
    expect(column(frame, 'updateId')).toEqual(['u1', 'u2']);
  });

  it('requests each value of a variable, and keeps the others if one fails', async () => {
    const { frame, errors } = await run(
      ({ segments }) =>
        segments[2] === 'b' ? { status: 400 } : segments[2] === 'c' ? { status: 404 } : { body: [anomaly('', [])] },
      { scope: 'alert', alertId: '$alert' },
      { variables: { alert: ['a', 'b', 'c'] } }
    );
    expect(column(frame, 'id')).toEqual(['a']);
    expect(errors).toMatchObject([
      { refId: 'A', status: 400 },
      { refId: 'A', status: 404 },
    ]);
  });

  it('joins the data points of a metric from several anomalies into one frame', async () => {
    const body = [
      anomaly('x', [item(7, [metric('cpu', [point(1, 5), point(2, 6)])])], { event_occured: iso(2) }),
      anomaly('y', [item(7, [metric('cpu', [point(0, 4), point(1, 9)]), metric('mem', [point(0, 1)])])], {
        event_occured: iso(1),
      }),
      anomaly('z', [item(8, [metric('cpu', [])]), item(9, [metric('cpu')])]),
    ];
    const { response } = await run(() => ({ body }), { withMetrics: true, format: 'timeseries' });
    expect(response.data.map((frame: DataFrame) => frame.fields[1].labels)).toMatchObject([
      { node_id: '7', metric_id: 'cpu', aggregation: 'avg', node: 'node 7', system: 'shop' },
      { node_id: '7', metric_id: 'mem' },
    ]);
    const [cpu] = response.data as DataFrame[];
    expect(columnNames(cpu)).toEqual(['time', 'smoothened', 'main_up', 'main_down', 'outlier']);
    expect(cpu.fields[0].values).toEqual([0, 1, 2].map((hour) => T0 + hour * HOUR));
    expect(cpu.fields[1].values).toEqual([4, 5, 6]);
    const shown = response.data.flatMap((frame: DataFrame) =>
      frame.fields.flatMap((f) => f.config.displayNameFromDS ?? [])
    );
    expect(new Set(shown).size).toBe(shown.length);
  });

  it('has an empty frame and a notice if there are no data points', async () => {
    const { frame, notices } = await run(() => ({ body: [] }), { withMetrics: true, format: 'timeseries' });
    expect(columnNames(frame)).toEqual(['time', 'smoothened']);
    expect(notices).toHaveLength(1);
  });

  it("as time series has the metrics that pass the filters, with notices of filters that don't apply", async () => {
    const body = [
      anomaly('x', [item(7, [metric('cpu', [point(1, 5)]), metric('mem', [point(1, 5)])])]),
      anomaly('y', [item(8, [metric('cpu', [point(2, 5)])])]),
    ];
    const filtered = async (...filters: object[]) => {
      const query = { withMetrics: true, format: 'timeseries', filters };
      const { response, notices } = await run(() => ({ body }), query);
      const frames: DataFrame[] = response.data;
      return {
        series: frames.map(({ fields }) => fields[1]?.labels).map((l) => `${l?.node_id}:${l?.metric_id}`),
        notices,
      };
    };
    const filter = (key: string, value: string, operator = '=') => ({ key, operator, value });
    expect(await filtered(filter('metric', 'cpu'))).toEqual({ series: ['7:cpu', '8:cpu'], notices: [] });
    expect(await filtered(filter('metric', 'cpu'), filter('node', '7', '!='))).toEqual({
      series: ['8:cpu'],
      notices: [],
    });
    expect(await filtered(filter('impact', 'high'))).toEqual({
      series: ['7:cpu', '7:mem', '8:cpu'],
      notices: [expect.stringContaining('"impact"')],
    });
  });

  it.each([{ format: 'timeseries' }, { format: 'timeseries', scope: 'current', withMetrics: true }])(
    'shows the table with a notice if there can be no time series: %j',
    async (query) => {
      const { frame, notices } = await run(() => ({ body: [anomaly('x')] }), query);
      expect(column(frame, 'id')).toEqual(['x']);
      expect(notices).toHaveLength(1);
    }
  );

  it('is in time order, with a notice of rows without a time, which are last', async () => {
    const at = (id: string, time: unknown) =>
      anomaly(id, [item(7, [{ ...metric('cpu'), metric_type: 'int' }])], { event_occured: time });
    const body = [
      at('late', iso(3)),
      at('none', 'x'),
      at('early', iso(1)),
      at('missing', undefined),
      at('middle', iso(2)),
    ];
    const { frame, notices } = await run(() => ({ body }), {});
    expect(column(frame, 'id')).toEqual(['early', 'middle', 'late', 'none', 'missing']);
    expect(column(frame, 'metricType')[0]).toBe('integer');
    expect(notices).toEqual(['2 anomalies have no valid time.']);
  });

  it('accepts any answer of the service', async () => {
    const body = [
      null,
      {},
      { id: 5, severity: 'cosmic', items: [{}, { node: null, metrics: [null, {}] }], event_occured: 'x' },
    ];
    const { frame, errors } = await run(() => ({ body }), {});
    expect(errors).toBeUndefined();
    expect(column(frame, 'id')).toEqual([null, '5']);
    expect(column(frame, 'severity')).toEqual([null, 'cosmic']);
  });

  it("an alert's updates don't depend on a time that the editor does not show", async () => {
    const { calls, errors } = await run(() => ({ body: [] }), { scope: 'alert', alertId: 'a', to: 'yesterday' });
    expect(errors).toBeUndefined();
    expect(calls).toHaveLength(1);
  });
});
