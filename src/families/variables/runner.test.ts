import { asked } from '../../../tests/support/asked';
import { inLanguage } from '../../../tests/support/language';
import { type Answer, type Call, fakeService, type FakeOptions } from '../../../tests/support/fakeContext';
import { type AnomalyQuery } from '../../ground/query';
import { type Request } from '../../table/runner';
import { iso } from '../../../tests/support/times';

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
