import { createTheme, type DataFrame, type Field, getDisplayProcessor } from '@grafana/data';
import { type AnomalyQuery } from '../../src/ground/query';
import { HOUR } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { english } from '../support/english';
import { errorsOf, panelOf } from '../support/panel';
import { type ServiceCall } from '../support/metricService';

/** Queries of shipped tables explain in a row why there are no others: Grafana's table draws nothing for an empty frame. */

const NOW = Date.UTC(2026, 10, 21, 12);
const range = { from: NOW - 6 * HOUR, to: NOW };

startTestsAt(NOW);

const METRIC = { nodeId: 7, nodeName: 'db', statTypeId: 'cpu', statTypeName: 'CPU load', severity: 'red' };
const ALERT = { id: 'a', active: true, impact: 'low', firstSeenAt: '2026-11-21T10:00:00Z', metrics: [METRIC] };
const EVENT = { id: 'a', sequence: 0, eventType: 'created', eventOccurred: '2026-11-21T10:00:00Z', changes: [] };

/** A service with these alerts. It can fail. */
function world(alerts: object[], variables = {}) {
  const panel = panelOf({ variables });
  const state = { status: 200 };
  panel.service.body = ({ segments }: ServiceCall) => {
    const path = segments.join('/');
    const page = (items: object[]) => ({ page: 1, limit: 200, total: items.length, items });
    return path === 'v2/alerts'
      ? alerts
      : path === 'v2/alerts/explore'
        ? page(alerts)
        : path.endsWith('/events')
          ? page([EVENT])
          : path.startsWith('v2/anomalies')
            ? []
            : path.startsWith('v2/alerts/')
              ? ALERT
              : undefined;
  };
  panel.service.mishap = () => (state.status === 200 ? undefined : { status: state.status });
  const ask = async (query: Partial<AnomalyQuery>) => {
    const asked = panel.ask({ emptyRow: true, ...query }, range);
    const answer = asked.answer();
    await jest.advanceTimersByTimeAsync(120_000);
    return answer;
  };
  return { ask, panel, breaks: () => (state.status = 403) };
}

function rowsOf({ data }: { data: unknown[] }): Array<Record<string, unknown>> {
  const [{ fields, length }] = data as DataFrame[];
  return Array.from({ length }, (_, row) =>
    Object.fromEntries(fields.map(({ name, values }: Field) => [name, values[row]]))
  );
}

/** The queries with the column that shows their sentence. */
const SHIPPED: Array<[Partial<AnomalyQuery>, string]> = [
  [{ queryType: 'alertSearch', format: 'incidents', state: 'active', earlier: true, distance: true }, 'incident'],
  [{ queryType: 'alertSearch', state: 'active', earlier: true }, 'title'],
  [{ queryType: 'alertReport', by: 'summary' }, 'sentence'],
  [{ queryType: 'alertReport', by: 'series' }, 'metric'],
  [{ queryType: 'alertReport', by: 'quality' }, 'figure'],
  [{ queryType: 'story', alertId: 'a', format: 'summary' }, 'title'],
  [{ queryType: 'story', alertId: 'a' }, 'metric'],
  [{ queryType: 'explain', nodeId: '7', metricId: 'cpu' }, 'sentence'],
  [{ queryType: 'deviations', nodeId: '7' }, 'metricName'],
];

describe.each(SHIPPED)('%j', (query, column) => {
  it('has the error and a row with it if the service refuses from the start', async () => {
    const { ask, breaks } = world([ALERT]);
    breaks();
    const answer = await ask(query);
    expect(errorsOf(answer)).toHaveLength(1);
    const [row, ...others] = rowsOf(answer);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ [column]: english('answer.no-response') });
    expect(Object.keys(row).filter((name) => row[name] !== null)).toEqual([column]);
    // A cell without a value would be green.
    const { fields } = answer.data[0] as DataFrame;
    const colored = fields.filter(({ config }) => config.mappings);
    expect(colored.filter(({ config }) => !/"match":"null"/.test(JSON.stringify(config.mappings)))).toEqual([]);
  });

  it('has a row with the time of the last reading, then its rows, if the service refuses later', async () => {
    const { ask, breaks } = world([ALERT]);
    const before = rowsOf(await ask(query));
    breaks();
    const [row, ...others] = rowsOf(await ask(query));
    expect(row[column]).toMatch(new RegExp(english('answer.no-response-since', { time: '\\d\\d:\\d\\d' })));
    const read = before.filter((one) => new Set(Object.values(one)).size > 2);
    expect(others).toHaveLength(read.length);
  });

  it('does not change without the flag', async () => {
    const { ask, breaks } = world([ALERT]);
    breaks();
    expect((await ask({ ...query, emptyRow: undefined })).data).toEqual([]);
  });
});

it('has a short sentence above rows, even if the service answered moments ago', async () => {
  const { panel, breaks } = world([ALERT]);
  const query = { queryType: 'alertSearch', state: 'active', emptyRow: true };
  const first = panel.ask(query, range).answer();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(rowsOf(await first)).toHaveLength(1);
  breaks();
  const [row, ...others] = rowsOf(await panel.ask(query, range).answer());
  expect(row.title).toMatch(new RegExp(`^${english('answer.no-response-since', { time: '\\d\\d:\\d\\d' })}$`));
  expect(others).toHaveLength(1);
});

it('reports that nothing was found', async () => {
  const { ask } = world([]);
  const answer = await ask({ queryType: 'alertSearch', format: 'incidents', state: 'active' });
  expect(rowsOf(answer)).toMatchObject([{ incident: english('answer.nothing-found'), id: null }]);
  expect((answer.data[0] as DataFrame).fields.flatMap(({ config }) => config.links ?? [])).toEqual([]);
});

it('is no metric without data', async () => {
  const { ask } = world([ALERT]);
  const [frame] = (await ask({ queryType: 'deviations', nodeId: '8' })).data as DataFrame[];
  expect(rowsOf({ data: [frame] })).toMatchObject([{ metricName: expect.stringMatching(/^Nothing found/) }]);
  const share = frame.fields.find(({ name }) => name === 'outsideShare')!;
  expect(getDisplayProcessor({ field: share, theme: createTheme() })(null).text).toBe('');
});

it('an invalid field of one query keeps the rows of another', async () => {
  const { panel } = world([ALERT]);
  const search = { queryType: 'alertSearch', state: 'active', emptyRow: true };
  const answer = panel.ask([{ ...search, minScore: 'abc' }, search], range).answer();
  await jest.advanceTimersByTimeAsync(20_000);
  const { data, errors } = await answer;
  expect(errors?.map(({ refId, message }) => [refId, message])).toEqual([['A', expect.stringContaining('abc')]]);
  expect(rowsOf({ data: (data as DataFrame[]).filter(({ refId }) => refId === 'B') })).toHaveLength(1);
});

it('repeats the notice, if there is one', async () => {
  const { ask } = world([], { none: { value: [] } });
  const answer = await ask({ queryType: 'story', alertId: '$none', format: 'summary' });
  const [{ meta }] = answer.data as DataFrame[];
  expect(rowsOf(answer)).toMatchObject([{ title: meta?.notices?.[0].text }]);
});

it('claims no failure of an empty variable after a minute, because nothing was requested since', async () => {
  const { panel, breaks } = world([], { none: { value: [] } });
  breaks();
  const nothing = { queryType: 'story', alertId: '$none', format: 'summary', emptyRow: true };
  const titleOf = async () => {
    const { data } = await panel.ask(nothing, range).answer();
    return rowsOf({ data })[0].title;
  };
  await panel.ask({ queryType: 'alerts' }, range).answer();
  expect(await titleOf()).toBe(english('answer.no-response'));
  await jest.advanceTimersByTimeAsync(61_000);
  expect(await titleOf()).toMatch(/is empty, so there is nothing to show in this time range/);
});

it('is not an annotation mark', async () => {
  const { ask } = world([]);
  expect(rowsOf(await ask({ queryType: 'annotations', source: 'alerts' }))).toEqual([]);
});

it('has the message of a failure of its own while the service answers others', async () => {
  const { panel } = world([ALERT]);
  const isSearch = ({ segments }: ServiceCall) => segments.includes('explore');
  panel.service.mishap = (call) => (isSearch(call) ? { status: 403 } : undefined);
  panel.service.latency = (call) => (isSearch(call) ? 100 : 20);
  const asked = panel.ask([{ queryType: 'alerts' }, { queryType: 'alertSearch', emptyRow: true }], range);
  const answer = asked.answer();
  await jest.advanceTimersByTimeAsync(120_000);
  const { data, errors } = await answer;
  const own = (data as DataFrame[]).filter(({ refId }) => refId === 'B');
  expect(rowsOf({ data: own })).toMatchObject([{ title: errors?.[0].message }]);
});
