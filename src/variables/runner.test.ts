import { asked } from '../../tests/support/asked';
import { inLanguage } from '../../tests/support/language';
import { type Answer, type Call, fakeService, type FakeOptions } from '../../tests/support/fakeContext';
import { type AnomalyQuery } from '../query/query';
import { type Request } from '../answer/runner';
import { iso } from '../../tests/support/times';

const NOW = Date.UTC(2026, 10, 21, 12);
const RANGE = { from: NOW - 6 * 3600_000, to: NOW };

const metric = (nodeId: number, statTypeId: string, names: object = {}) => ({ nodeId, statTypeId, ...names });
const alert = (id: string, impact: string, more: object = {}) => ({
  id,
  impact,
  active: true,
  firstSeenAt: iso(NOW - 3600_000),
  lastSeenAt: iso(NOW),
  activeMetrics: 2,
  activeNodes: 1,
  ...more,
});
const page = (items: unknown[]): Answer => ({ body: { page: 1, limit: 200, total: items.length, items } });

function service(answers: (call: Call) => Answer | undefined, options: FakeOptions = {}) {
  return fakeService((call) => answers(call) ?? (call.path === 'v2/alerts/explore' ? page([]) : { body: [] }), {
    now: NOW,
    ...options,
  });
}

async function run(query: Partial<AnomalyQuery>, fake: ReturnType<typeof service>, more: Partial<Request> = {}) {
  const { frame, errors = [], notices } = await asked(fake, { queryType: 'variable', ...query }, RANGE, more);
  const [value, text] = frame?.fields.map(({ values }) => values as string[]) ?? [[], []];
  return { rows: value.map((one, i) => [one, text[i]]), values: value, errors, notices };
}

describe('series', () => {
  const listed = [
    alert('a', 'low', {
      metrics: [
        metric(2, 'cpu', { nodeName: 'web', statTypeName: 'CPU load', systemId: 7 }),
        metric(1, 'disk:free', { nodeName: 'db' }),
        metric(2, 'cpu'),
        { nodeId: 3, statTypeId: null },
      ],
    }),
  ];
  const names = () => service(({ path }) => (path === 'v2/alerts' ? { body: listed } : undefined));

  it('are pairs of node and metric with names, sorted by text, each once', async () => {
    expect((await run({ list: 'series' }, names())).rows).toEqual([
      ['2:cpu', 'CPU load · web'],
      ['1:disk:free', 'disk:free · db'],
    ]);
  });

  it('depend on system, node, and search', async () => {
    expect((await run({ list: 'series', systemId: '7' }, names())).values).toEqual(['2:cpu']);
    expect((await run({ list: 'series', nodeId: ['1', '9'] }, names())).values).toEqual(['1:disk:free']);
    expect((await run({ list: 'series', q: 'LOAD' }, names())).values).toEqual(['2:cpu']);
    expect((await run({ list: 'series', q: '1:disk' }, names())).values).toEqual(['1:disk:free']);
  });

  it('of an alert are all that were ever in it', async () => {
    const changes = [metric(5, 'rt', { type: 'added', values: null })];
    const events = page([{ sequence: 0, changes }]);
    const fake = service(({ path }) => (path === 'v2/alerts/x/events' ? events : undefined));
    expect((await run({ list: 'series', alertId: 'x' }, fake)).rows).toEqual([['5:rt', 'rt · 5']]);
    const fails = service(({ path }) => (path === 'v2/alerts/x/events' ? events : { status: 400 }));
    const { rows, errors } = await run({ list: 'series', alertId: ['x', 'y'] }, fails);
    expect([rows, errors.length]).toEqual([[['5:rt', 'rt · 5']], 1]);
  });
});

it('systems, nodes, and metrics are those of series, and depend on a system or a node', async () => {
  const metrics = [
    metric(2, 'cpu', { nodeName: 'web', statTypeName: 'CPU load', systemId: 7, systemName: 'Shop' }),
    metric(1, 'disk', { nodeName: 'db', systemId: 8 }),
  ];
  const found = [alert('a', 'low', { metrics })];
  const names = () =>
    service(({ path, query }) =>
      path === 'v2/alerts' ? { body: found } : query.nodeId === '2' ? page(found) : undefined
    );
  const rowsOf = async (query: Partial<AnomalyQuery>) => (await run(query, names())).rows;
  expect(await rowsOf({ list: 'systems' })).toEqual([
    ['8', '8'],
    ['7', 'Shop'],
  ]);
  expect(await rowsOf({ list: 'nodes' })).toEqual([
    ['1', 'db'],
    ['2', 'web'],
  ]);
  expect(await rowsOf({ list: 'nodes', systemId: '7' })).toEqual([['2', 'web']]);
  expect(await rowsOf({ list: 'nodes', q: 'WEB' })).toEqual([['2', 'web']]);
  expect(await rowsOf({ list: 'metrics' })).toHaveLength(2);
  expect(await rowsOf({ list: 'metrics', nodeId: '2' })).toEqual([['cpu', 'CPU load']]);
  const fake = names();
  expect((await run({ list: 'alerts', systemId: '7' }, fake)).values).toEqual(['a']);
  expect((await run({ list: 'alerts', systemId: '7', nodeId: '1' }, fake)).values).toEqual([]);
  const searches = fake.calls.filter(({ path }) => path === 'v2/alerts/explore');
  expect(searches.map(({ query }) => query.nodeId)).toEqual(['2']);
});

describe('alerts', () => {
  const found = [alert('low', 'low'), alert('bad', 'severe'), alert('mid', 'medium')];
  const search = (more?: (call: Call) => Answer | undefined, options?: FakeOptions) =>
    service((call) => more?.(call) ?? (call.path === 'v2/alerts/explore' ? page(found) : undefined), options);

  it('read the first events of an alert without known metrics, even if its end is unknown', async () => {
    const fake = service(({ path, query }) =>
      path === 'v2/alerts' ? { body: query.at ? [alert('gone', 'low')] : [] } : undefined
    );
    const { values } = await run({ list: 'alerts' }, fake);
    expect(values).toEqual(['gone']);
    expect(fake.calls.filter(({ path }) => path.endsWith('/events')).map(({ path }) => path)).toEqual([
      'v2/alerts/gone/events',
    ]);
  });

  it('read the first events of four alerts: of those whose end is unknown first, then of the latest', async () => {
    const hours = [5, 1, 2, null, 3, 4];
    const found = hours.map((ago, i) => alert(`a${i}`, 'low', { lastSeenAt: ago && iso(NOW - ago * 3600_000) }));
    const fake = service(({ path }) => (path === 'v2/alerts/explore' ? page(found) : undefined));
    await run({ list: 'alerts' }, fake);
    const read = fake.calls.flatMap(({ path }) => /^v2\/alerts\/(a\d)\/events$/.exec(path)?.[1] ?? []);
    expect(read.sort()).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  it('are sorted by severity, each once', async () => {
    expect((await run({ list: 'alerts', nodeId: ['1', '2'] }, search())).values).toEqual(['bad', 'mid', 'low']);
  });

  it('with an alert ID are only that alert', async () => {
    expect((await run({ list: 'alerts', alertId: 'mid' }, search())).values).toEqual(['mid']);
    const options = { variables: { alert: ['low', 'mid'] } };
    expect((await run({ list: 'alerts', alertId: '$alert' }, search(undefined, options))).values).toEqual([
      'mid',
      'low',
    ]);
  });

  it('of several nodes stay if one search fails, with the failure', async () => {
    const fails = ({ query }: Call) => (query.nodeId === '2' ? { status: 400, body: { message: 'no' } } : undefined);
    const { values, errors } = await run({ list: 'alerts', nodeId: ['1', '2'] }, search(fails));
    expect(values).toEqual(['bad', 'mid', 'low']);
    expect(errors).toEqual([expect.objectContaining({ refId: 'A', status: 400 })]);
  });

  it('show impact, title, and start', async () => {
    const metrics = [
      metric(1, 'cpu', { statTypeName: 'CPU load', nodeName: 'web-1', severity: 'red' }),
      metric(2, 'mem', { severity: 'yellow' }),
    ];
    const known = ({ path }: Call) =>
      path === 'v2/alerts' ? { body: [alert('bad', 'severe', { metrics })] } : undefined;
    expect((await run({ list: 'alerts' }, search(known))).rows).toEqual([
      ['bad', 'severe · CPU load · web-1 +1 · since Nov 21, 11:00'],
      ['mid', 'medium · 2 metrics on 1 node · since Nov 21, 11:00'],
      ['low', 'low · 2 metrics on 1 node · since Nov 21, 11:00'],
    ]);
  });

  it('show the year of a start that could be taken for this year', async () => {
    const known = ({ path }: Call) =>
      path === 'v2/alerts'
        ? { body: [{ ...alert('old', 'severe'), firstSeenAt: iso(NOW - 400 * 24 * 3600_000) }] }
        : undefined;
    const { rows } = await run({ list: 'alerts' }, search(known));
    expect(rows.find(([id]) => id === 'old')?.[1]).toMatch(/ · since Oct 17, 2025, \d\d:\d\d$/);
  });

  it("show times in the page's time zone, which Grafana doesn't send with a variable's query", async () => {
    const range = { zone: 'Asia/Tokyo', getTimeZone: () => range.zone };
    const scene = { state: { type: 'query' }, parent: { state: {}, parent: { state: { $timeRange: range } } } };
    const scopedVars = { __sceneObject: { text: '', value: { valueOf: () => scene } } };
    const { rows } = await run({ list: 'alerts' }, search(), { timezone: '', scopedVars });
    expect(rows[0][1]).toContain('since Nov 21, 20:00');
  });

  it("show the impact in the user's language", async () => {
    const { rows } = await inLanguage('de-DE', () => run({ list: 'alerts' }, search()));
    expect(rows[0][1]).toMatch(/^schwer · .* · seit /);
  });

  it('with an alert ID outside the range come from its events', async () => {
    const metrics = [metric(1, 'cpu', { nodeName: 'web-1' })];
    const away = ({ path }: Call) => {
      const event = (sequence: number, hours: number, active: boolean) => ({
        id: 'old',
        sequence,
        eventOccurred: iso(NOW - hours * 3600_000),
        impact: 'high',
        active,
        changes: active ? metrics.map((one) => ({ type: 'added', ...one })) : [],
      });
      if (path === 'v2/alerts/old/events') {
        return page([event(0, 100, true), event(1, 90, false)]);
      }
      return path.startsWith('v2/alerts/none') ? { status: 404 } : undefined;
    };
    const { rows, errors } = await run({ list: 'alerts', alertId: ['old', 'none'] }, search(away));
    expect(rows).toEqual([['old', 'high · cpu · web-1 · since Nov 17, 08:00']]);
    expect(errors).toEqual([]);
  });

  it('fail if all searches fail', async () => {
    const fails = ({ path }: Call) => (path === 'v2/alerts/explore' ? { status: 400 } : undefined);
    const { errors, rows } = await run({ list: 'alerts', nodeId: ['1', '2'] }, search(fails));
    expect(rows).toEqual([]);
    expect(errors).toHaveLength(1);
  });
});

it('of alerts that no longer exist are none, and fail if the events of another can’t be read', async () => {
  const fake = () =>
    service(({ path }) => (/\/(none|broken)\//.test(path) ? { status: path.includes('none') ? 404 : 400 } : undefined));
  const none = await run({ list: 'metrics', alertId: ['none'] }, fake());
  expect([none.rows, none.errors, none.notices.length]).toEqual([[], [], 1]);
  const both = await run({ list: 'metrics', alertId: ['none', 'broken'] }, fake());
  expect(JSON.stringify(both.errors)).toMatch(/400/);
});

it.each([
  ['systemId', 'System'],
  ['nodeId', 'Node'],
  ['alertId', 'Alert'],
])('a variable that leaves %s empty requests nothing, with a notice', async (field, label) => {
  for (const list of ['systems', 'nodes', 'metrics', 'series', 'alerts']) {
    const fake = service(() => undefined, { variables: { none: [] } });
    const { rows, notices } = await run({ list, [field]: '$none' }, fake);
    expect([rows, fake.calls]).toEqual([[], []]);
    expect(notices).toEqual([expect.stringContaining(`"${label}" is empty`)]);
  }
});

describe('the selected values of a variable', () => {
  const names = (options?: FakeOptions) =>
    service(
      ({ path }) => (path === 'v2/alerts' ? { body: [alert('a', 'low', { metrics: [metric(1, 'cpu')] })] } : undefined),
      options
    );
  /** In Grafana's form, with the requesting variable. */
  const asking = (state: object) => {
    const scene = { state: { type: 'query', ...state } };
    return { scopedVars: { __sceneObject: { text: '__sceneObject', value: { valueOf: () => scene } } } };
  };

  it('stay among its options, with their texts', async () => {
    const at = asking({ value: '104', text: 'queue' });
    expect((await run({ list: 'nodes' }, names(), at)).rows).toEqual([
      ['1', '1'],
      ['104', 'queue'],
    ]);
    expect((await run({ list: 'nodes' }, names(), at)).values).toEqual(['1', '104']);
  });

  it('that are unknown alerts are not said to be outside the time range', async () => {
    const gone = service(({ path }) => (path.includes('gone') ? { status: 404 } : undefined));
    const { rows } = await run({ list: 'alerts' }, gone, asking({ value: 'gone', text: 'gone' }));
    expect(rows).toEqual([['gone', 'Alert not in the list']]);
  });

  it('can be several, and are in order, with IDs if they have the same name', async () => {
    const at = asking({ value: ['1', '9', '8', '7'], text: ['1', 'nine', '', '1'] });
    expect((await run({ list: 'nodes' }, names(), at)).rows).toEqual([
      ['1', '1'],
      ['7', '1 (7)'],
      ['8', '8'],
      ['9', 'nine'],
    ]);
  });

  it('disappear when the options depend on something else', async () => {
    const at = asking({ value: 'queries', text: 'Queries' });
    const query = { list: 'metrics', nodeId: '$node' };
    expect((await run(query, names({ variables: { node: '1' } }), at)).values).toEqual(['cpu', 'queries']);
    expect((await run(query, names({ variables: { node: '2' } }), at)).values).toEqual([]);
    expect((await run(query, names({ variables: { node: '2' } }), at)).values).toEqual(['queries']);
  });

  it.each([
    ['nothing chosen', asking({ value: '', text: '' })],
    ['all', asking({ value: ['$__all'], text: ['All'] })],
    ['another scene', asking({ type: 'panel', value: '9' })],
    ['no scene', { scopedVars: {} }],
    ['an odd scene', { scopedVars: { __sceneObject: { text: '', value: null } } }],
    [
      'a search',
      { scopedVars: { ...asking({ value: '9', text: '9' }).scopedVars, __searchFilter: { value: 'x', text: 'x' } } },
    ],
  ])('add nothing for %s', async (_, more) => {
    expect((await run({ list: 'nodes' }, names(), more)).values).toEqual(['1']);
  });
});
