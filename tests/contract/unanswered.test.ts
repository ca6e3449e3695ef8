import { type DataFrame, type DataQueryResponse, LoadingState } from '@grafana/data';
import { descriptorOf } from '../../src/families/families';
import { type AnomalyQuery } from '../../src/ground/query';
import { MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { type Asked, errorsOf, noticesOf } from '../support/panel';
import { EDITED_TYPES } from '../support/queryTypes';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';
import { type Fault } from '../support/wholeService';
import { english } from '../support/english';

/** A failed answer is never empty, and a missing response is reported. */

const SECOND = 1000;
const START = STORY + 30 * SECOND;
const SPAN = 6 * 60 * MINUTE;

startTestsAt(START);

type Targets = Partial<AnomalyQuery> | Array<Partial<AnomalyQuery>>;

/** A dashboard panel of the last six hours. */
function panel(jsonData = {}) {
  const { service, panel, dataSource } = wholePanel({ jsonData });
  const look = (targets: Targets, more = {}): Asked => {
    const asked = panel.ask(targets, { from: Date.now() - SPAN, to: Date.now() }, more);
    Object.assign(asked.request.range, { raw: { from: 'now-6h', to: 'now' } });
    return asked;
  };
  const answered = async (targets: Targets, more = {}) => {
    const asked = look(targets, more);
    await ended(asked);
    return asked.packets[asked.packets.length - 1];
  };
  return { service, look, answered, dataSource };
}

function valuesOf({ data }: DataQueryResponse) {
  return (data as DataFrame[]).map(({ fields }) => fields.map(({ name, values }) => [name, [...values]]));
}

const HANG: Fault = 'hang';
/** Metric data comes from the store, with a notice about the missing part. */
const OF_STORE: string[] = EDITED_TYPES.filter((queryType) => descriptorOf({ queryType }).model.ofSeries);
const TYPES = [...new Map(allVariants().map(({ query }) => [query.queryType, query])).values()].filter(
  ({ queryType = '' }) => ![...OF_STORE, 'availability'].includes(queryType)
);
const FAULTS: Array<[string, Fault]> = [
  ['503', { status: 503 }],
  ['403', { status: 403 }],
  ['500', { status: 500 }],
  ["a gateway's 404 page", { status: 404, text: '<html><title>Not here</title></html>', statusText: 'Not Found' }],
  ['a lost connection', { error: new TypeError('Failed to fetch') }],
  ['no answer', HANG],
];

const OUTAGES: Fault[] = [HANG, { status: 503 }, { error: new TypeError('Failed to fetch') }];

describe.each(TYPES.map((query) => [query.queryType, query] as const))('%s', (_, query) => {
  it.each(FAULTS)('keeps what it last returned on %s, with the error and the time', async (_name, fault) => {
    const { service, answered } = panel();
    const before = await answered(query);
    expect(errorsOf(before)).toEqual([]);
    service.fault = () => fault;
    jest.setSystemTime(START + 10 * MINUTE);
    const after = await answered({ ...query, refId: 'C' });
    expect(errorsOf(after).join()).toContain(english('answer.last-read', { time: '12:00' }));
    expect(valuesOf(after)).toEqual(valuesOf(before));
    expect((after.data as DataFrame[]).every(({ refId }) => refId === 'C')).toBe(true);
  });

  it.each([
    ['disk full', 'disk full. Showing data'],
    ['Try again!', 'Try again! Showing data'],
    ['see "a.".', 'see "a.". Showing data'],
  ])('separates the message of the service, %s, from the time', async (words, sentences) => {
    const { service, answered } = panel();
    await answered(query);
    service.fault = () => ({ status: 500, text: JSON.stringify({ message: words }) });
    jest.setSystemTime(START + 10 * MINUTE);
    expect(errorsOf(await answered(query)).join()).toContain(sentences);
  });

  it('has an error without frames if it was never read', async () => {
    const { service, answered } = panel();
    service.fault = () => ({ status: 500 });
    const answer = await answered(query);
    expect(answer.data).toEqual([]);
    expect(errorsOf(answer).join()).toMatch(/500/);
    expect(errorsOf(answer).join()).not.toMatch(/Showing/);
  });

  it('reports after 15 s that there is no answer', async () => {
    const { service, look } = panel();
    service.fault = () => HANG;
    const asked = look(query);
    await jest.advanceTimersByTimeAsync(14 * SECOND);
    expect(asked.packets).toEqual([]);
    await jest.advanceTimersByTimeAsync(3 * SECOND);
    const isOfPanel = query.queryType !== 'annotations' && query.queryType !== 'variable';
    const packets = asked.packets.filter(({ state }) => state !== LoadingState.Error);
    expect(packets.map(({ state }) => state)).toEqual(isOfPanel ? [LoadingState.Streaming] : []);
    expect(packets.map(noticesOf)).toEqual(
      isOfPanel ? [['No response from the service for 15 s. Still waiting.']] : []
    );
    asked.leave();
  });
});

describe.each(OF_STORE)('%s, with data from the store', (queryType) => {
  const query = { queryType, nodeId: '12', metricId: 'cpu' };

  it.each(FAULTS.filter(([, fault]) => fault !== HANG))('has the error and the time on %s', async (_name, fault) => {
    const { service, answered } = panel();
    const before = await answered(query);
    expect(errorsOf(before)).toEqual([]);
    service.fault = () => fault;
    jest.setSystemTime(START + 10 * MINUTE);
    const after = await answered(query);
    expect(errorsOf(after).join()).toContain(english('answer.last-read', { time: '12:00' }));
    expect((after.data as DataFrame[]).some(({ length }) => length > 0)).toBe(true);
  });
});

describe('several series of one query, from the store', () => {
  const query = { queryType: 'metric', nodeId: ['12', '13'], metricId: 'cpu' };
  const ofFirst = ({ segments }: { segments: string[] }) => segments.includes('12');

  it('have errors with the time if all of them fail for the same reason, and their notices', async () => {
    const { service, answered } = panel();
    await answered(query);
    service.fault = () => ({ status: 500 });
    jest.setSystemTime(START + 10 * MINUTE);
    const after = await answered(query);
    expect(errorsOf(after)).toHaveLength(2);
    expect(new Set(errorsOf(after)).size).toBe(2);
    errorsOf(after).forEach((text) => expect(text).toContain(english('answer.last-read', { time: '12:00' }).trim()));
    expect(noticesOf(after).join()).toMatch(/showing earlier data/);
  });

  it.each(['metric', 'explain'])('have a notice and no time if one of them fails (%s)', async (queryType) => {
    const { service, answered } = panel();
    await answered({ ...query, queryType });
    service.fault = (call) => (ofFirst(call) ? { status: 500 } : undefined);
    jest.setSystemTime(START + 10 * MINUTE);
    const after = await answered({ ...query, queryType });
    expect(errorsOf(after)).toEqual([]);
    expect(noticesOf(after).join()).toMatch(/showing earlier data/);
    expect(noticesOf(after).join()).not.toMatch(/Showing data from/);
  });

  it('have an error without a time if one fails that was never read', async () => {
    const { service, answered } = panel();
    service.fault = (call) => (ofFirst(call) ? { status: 500 } : undefined);
    await answered(query);
    jest.setSystemTime(START + 10 * MINUTE);
    const after = await answered(query);
    expect(errorsOf(after)).toEqual([expect.not.stringMatching(/Showing data from/)]);
    expect(after.data).toHaveLength(1);
  });

  it.each(OF_STORE)('are an error without a time if only another query has read them (%s)', async (queryType) => {
    const { service, answered } = panel();
    await answered({ queryType, nodeId: '12', metricId: 'cpu' }, { panelId: 1 });
    service.fault = () => ({ status: 500 });
    jest.setSystemTime(START + 10 * MINUTE);
    const after = await answered({ queryType, nodeId: '12', metricId: 'cpu' }, { panelId: 2 });
    expect(errorsOf(after)).toEqual([expect.not.stringMatching(/Showing data from/)]);
    expect(after.data.length).toBeGreaterThan(0);
  });
});

it('a ranking whose metrics all fail keeps its last data, with the error', async () => {
  const { service, answered } = panel();
  const query = { queryType: 'deviations' };
  const before = await answered(query);
  service.fault = ({ operation }) => (/metrics/.test(operation) ? { status: 500 } : undefined);
  jest.setSystemTime(START + 10 * MINUTE);
  const after = await answered(query);
  expect(errorsOf(after).join()).toContain(english('answer.last-read', { time: '12:00' }));
  expect(valuesOf(after)).toEqual(valuesOf(before));
});

it.each(['table', 'lanes'])('a ranking (%s) without any list of alerts is an error, not empty', async (format) => {
  const { service, answered } = panel();
  service.fault = ({ operation }) => (/alerts/.test(operation) ? { status: 500 } : undefined);
  service.body = () => [];
  const answer = await answered({ queryType: 'deviations', format });
  expect(answer.data).toEqual([]);
  expect(errorsOf(answer).join()).toMatch(/500/);
});

const ALERTS = { queryType: 'alerts' };

it('a range with absolute ends keeps its rows, however long the refresh takes to fail', async () => {
  const { service, look } = panel();
  const ofMoments = async () => {
    const asked = look({ queryType: 'alertSearch' });
    const { from, to } = asked.request.range;
    Object.assign(asked.request.range, { raw: { from, to } });
    await ended(asked);
    return asked.packets[asked.packets.length - 1];
  };
  const first = await ofMoments();
  await jest.advanceTimersByTimeAsync(MINUTE);
  service.fault = ({ operation }) => (operation.endsWith('explore') ? HANG : undefined);
  const begun = Date.now();
  const last = await ofMoments();
  expect(Date.now() - begun).toBeGreaterThan(MINUTE);
  expect(errorsOf(last)).toHaveLength(1);
  expect(last.data.map(({ length }) => length)).toEqual(first.data.map(({ length }) => length));
  expect(first.data[0].length).toBeGreaterThan(0);
});

it.each([{}, { sharedCache: true }])('an empty list counts as a last answer: %j', async (jsonData) => {
  const { service, answered } = panel(jsonData);
  service.body = () => [];
  await answered(ALERTS);
  await jest.advanceTimersByTimeAsync(6 * SECOND);
  service.fault = () => ({ status: 503 });
  const after = await answered(ALERTS);
  expect(after.data).toHaveLength(1);
  expect(after.data[0].length).toBe(0);
  expect(errorsOf(after).join()).toContain(english('answer.last-read', { time: '12:00' }));
});

const OF_ALERT = { queryType: 'anomalies', scope: 'alert', alertId: '$alert' };
const alertIs = (value: string | string[]) => ({ scopedVars: { alert: { value } } });

it.each<[string, Partial<AnomalyQuery>, object, Partial<AnomalyQuery>?, object?]>([
  ['another query', { queryType: 'alerts', format: 'counts' }, {}],
  ['another panel', ALERTS, { panelId: 8 }],
  ['other filters', ALERTS, { filters: [{ key: 'nodeId', operator: '=', value: '1' }] }],
  ['another value of a variable', OF_ALERT, alertIs('b'), OF_ALERT, alertIs('a')],
  ['two values instead of one', OF_ALERT, alertIs(['a', 'b']), OF_ALERT, alertIs('a,b')],
])('an answer is kept for the same query: not for %s', async (_, query, more, first = ALERTS, own = {}) => {
  const { service, answered } = panel();
  expect((await answered(first, { panelId: 7, ...own })).data).not.toEqual([]);
  service.fault = () => ({ status: 500 });
  // Panels of a page share a list for some seconds.
  jest.setSystemTime(Date.now() + 10 * SECOND);
  expect((await answered(query, { panelId: 7, ...more })).data).toEqual([]);
});

it('the time of the data is in the dashboard’s time zone, with the day if it is another', async () => {
  const { service, answered } = panel();
  await answered(ALERTS);
  service.fault = () => ({ status: 500 });
  jest.setSystemTime(START + 24 * 60 * MINUTE);
  const after = await answered(ALERTS, { timezone: 'Asia/Kolkata' });
  expect(errorsOf(after).join()).toContain(english('answer.last-read', { time: 'Nov 21, 17:30' }));
});

it('a panel that changes its frames does not change stored data', async () => {
  const { service, answered } = panel();
  const before = await answered(ALERTS);
  const values = valuesOf(before);
  before.data[0].fields[0].values.length = 0;
  await jest.advanceTimersByTimeAsync(6 * SECOND);
  service.fault = () => ({ status: 500 });
  const after = await answered(ALERTS);
  expect(valuesOf(after)).toEqual(values);
  after.data[0].fields[0].values.length = 0;
  expect(valuesOf(await answered(ALERTS))).toEqual(values);
});

it('a failing query does not affect the others of a panel', async () => {
  const { service, answered } = panel();
  const queries = [ALERTS, { queryType: 'anomalies' }];
  const before = await answered(queries);
  service.fault = ({ operation }) => (/anomalies/.test(operation) ? { status: 500 } : undefined);
  const after = await answered(queries);
  expect(errorsOf(after)).toHaveLength(1);
  expect((after.data as DataFrame[]).map(({ refId }) => refId)).toEqual(
    (before.data as DataFrame[]).map(({ refId }) => refId)
  );
});

it('Save & test clears the last answers', async () => {
  const { service, answered, dataSource } = panel();
  await answered(ALERTS);
  service.fault = () => ({ status: 500 });
  const tested = dataSource.testDatasource();
  await jest.advanceTimersByTimeAsync(5 * MINUTE);
  await tested;
  expect((await answered(ALERTS)).data).toEqual([]);
});

describe('a service that gives no answer', () => {
  it('keeps the last data on screen, with a notice, until the answer arrives', async () => {
    const { service, look, answered } = panel();
    const before = await answered(ALERTS);
    await jest.advanceTimersByTimeAsync(6 * SECOND);
    service.fault = () => HANG;
    const asked = look(ALERTS);
    await jest.advanceTimersByTimeAsync(17 * SECOND);
    expect(asked.packets).toHaveLength(1);
    expect(valuesOf(asked.packets[0])).toEqual(valuesOf(before));
    expect(noticesOf(asked.packets[0])).toContain(
      'No response from the service for 15 s. Still waiting. Showing data from 12:00.'
    );
    asked.leave();
  });

  it('is reported even if each refresh waits less than 15 s', async () => {
    const { service, look } = panel();
    service.fault = () => HANG;
    const told: string[] = [];
    for (let refresh = 0; refresh < 3; refresh++) {
      const asked = look(ALERTS);
      await jest.advanceTimersByTimeAsync(10 * SECOND);
      told.push(asked.packets.flatMap(noticesOf).join());
      asked.leave();
    }
    expect(told.map((text) => /No response from the service/.test(text))).toEqual([false, true, true]);
  });

  it.each(
    [...TYPES, ...OF_STORE.map((queryType) => ({ queryType, nodeId: '12', metricId: 'cpu' }))].flatMap((query) =>
      OUTAGES.map((fault) => [query.queryType, fault, query] as const)
    )
  )('is reported by every packet of a refresh: %s, %j', async (_, fault, query) => {
    const { service, look, answered } = panel();
    await answered(query);
    await jest.advanceTimersByTimeAsync(6 * SECOND);
    service.fault = () => fault;
    const first = look(query);
    await jest.advanceTimersByTimeAsync(17 * SECOND);
    first.leave();
    const again = look(query);
    await jest.advanceTimersByTimeAsync(5 * SECOND);
    again.leave();
    const reports = [first.packets.slice(-1), again.packets]
      .flat()
      .map((packet) => [...noticesOf(packet), ...errorsOf(packet)].join());
    expect(
      reports.filter((text) => !/No (usable )?response from the service|503|connection was lost/.test(text))
    ).toEqual([]);
  });

  it.each(TYPES.filter(({ queryType = '' }) => !['annotations', 'variable'].includes(queryType)))(
    'is reported within some seconds if it is overloaded: $queryType',
    async (query) => {
      const { service, look } = panel();
      service.fault = () => ({ status: 503 });
      const asked = look(query);
      await jest.advanceTimersByTimeAsync(2 * SECOND);
      expect(asked.packets).toEqual([]);
      await jest.advanceTimersByTimeAsync(2.1 * SECOND);
      expect(asked.packets.map(noticesOf)).toEqual([[english('answer.no-response')]]);
      asked.leave();
    }
  );

  it('is reported in a metric panel, which keeps its parts so far', async () => {
    const { service, look } = panel();
    let count = 0;
    service.fault = () => (count++ === 0 ? undefined : HANG);
    const query = { queryType: 'metric', nodeId: '12', metricId: 'cpu', granularity: '1m' };
    const asked = look(query);
    await jest.advanceTimersByTimeAsync(5 * SECOND);
    asked.leave();
    service.fault = () => HANG;
    const again = look([query, { ...query, metricId: 'mem' }]);
    await jest.advanceTimersByTimeAsync(20 * SECOND);
    expect(noticesOf(again.packets[again.packets.length - 1]).join()).toMatch(/No response from the service/);
    again.leave();
  });

  it('is not reported while it returns a long list page by page', async () => {
    const { service, look } = panel();
    service.body = ({ query }) => ({
      page: Number(query.page ?? 1),
      limit: 200,
      total: 5000,
      items: Array.from({ length: 200 }, (_, i) => ({ id: `${query.page}-${i}`, active: false })),
    });
    const asked = look({ queryType: 'alertSearch' });
    await ended(asked);
    expect(asked.packets.flatMap(noticesOf).join()).not.toMatch(/No answer/);
  });

  it('is not reported without partial packets', async () => {
    const { service, look } = panel({ progressive: false });
    service.fault = () => HANG;
    const asked = look(ALERTS);
    await jest.advanceTimersByTimeAsync(60 * SECOND);
    expect(asked.packets).toEqual([]);
    asked.leave();
  });
});

it.each<[string, Partial<AnomalyQuery>]>([
  ['of alerts', {}],
  ['of alert metrics that the list has', { metrics: true }],
  ['of alerts that a filter selects by the metrics that the list has', { adhoc: { key: 'node', value: '7' } }],
])('titles %s without a response are given up after 20 s', async (_, { adhoc, ...query }) => {
  const { service, look } = panel();
  const metrics = [{ nodeId: 7, statTypeId: 'cpu', severity: 'red' }];
  const alert = (_: unknown, i: number) => ({ id: `a${i}`, active: true, impact: 'high', firstSeenAt: null, metrics });
  const alerts = Array.from({ length: 51 }, alert);
  service.body = () => alerts;
  service.fault = ({ operation }) => (/events/.test(operation) ? HANG : undefined);
  const filters = adhoc ? [{ operator: '=', ...(adhoc as { key: string; value: string }) }] : [];
  const asked = look({ ...ALERTS, ...query }, { filters });
  await jest.advanceTimersByTimeAsync(25 * SECOND);
  expect(asked.finished).toBe(true);
  expect(errorsOf(asked.packets[asked.packets.length - 1])).toEqual([]);
});

it.each<[string, Partial<AnomalyQuery>, object[]]>([
  ['a variable', { queryType: 'variable', list: 'nodes' }, []],
  ['a filter by metric', { queryType: 'alertSearch' }, [{ key: 'metric', operator: '=', value: 'cpu' }]],
])('the list at the start of the range is given up after 20 s: %s', async (_, query, filters) => {
  const { service, look } = panel();
  service.fault = ({ raw }) => (/alerts\?at=/.test(raw) ? HANG : undefined);
  const asked = look(query, { filters });
  await jest.advanceTimersByTimeAsync(25 * SECOND);
  expect(asked.finished).toBe(true);
  expect(errorsOf(asked.packets[asked.packets.length - 1])).toEqual([]);
});

describe('availability', () => {
  const rowOf = (packet: DataQueryResponse) =>
    Object.fromEntries((packet.data as DataFrame[])[0].fields.map(({ name, values }) => [name, values[0]]));
  const AVAILABILITY = { queryType: 'availability' };

  it.each([
    [true, LoadingState.Streaming],
    [false, LoadingState.Done],
  ])('reports after 15 s that the service does not respond (progressive: %s)', async (progressive, state) => {
    const { service, look } = panel({ progressive });
    service.fault = () => HANG;
    const asked = look(AVAILABILITY);
    await jest.advanceTimersByTimeAsync(16 * SECOND);
    expect(asked.packets[0].state).toBe(state);
    expect(rowOf(asked.packets[0])).toMatchObject({ state: 'no response', lastAnswer: null });
    asked.leave();
  });

  it('reports it at once on a refresh while the service is silent, and reports when it responds', async () => {
    const { service, look } = panel();
    service.fault = () => HANG;
    const first = look(AVAILABILITY);
    await jest.advanceTimersByTimeAsync(16 * SECOND);
    first.leave();
    const second = look(AVAILABILITY);
    await jest.advanceTimersByTimeAsync(SECOND);
    expect(rowOf(second.packets[0])).toMatchObject({ state: 'no response' });
    second.leave();
    service.fault = () => undefined;
    // An earlier refresh waits for the running request.
    await jest.advanceTimersByTimeAsync(SECOND);
    const third = look(AVAILABILITY);
    await ended(third);
    expect(rowOf(third.packets[third.packets.length - 1])).toMatchObject({ state: 'responds', reason: null });
  });

  it('returns the last answer to any query of the page', async () => {
    const { service, answered } = panel();
    await answered({ queryType: 'metric', nodeId: '12', metricId: 'cpu' });
    const read = Date.now();
    service.fault = () => ({ status: 500 });
    jest.setSystemTime(read + 10 * MINUTE);
    const { lastAnswer } = rowOf(await answered(AVAILABILITY));
    expect(lastAnswer).toBeGreaterThan(START);
    expect(lastAnswer).toBeLessThanOrEqual(read);
  });
});

it('a variable of a silent service fails after 15 s, so that panels can say why they are empty', async () => {
  const { service, look } = panel();
  service.fault = () => HANG;
  const asked = look({ queryType: 'variable', list: 'nodes' });
  await jest.advanceTimersByTimeAsync(14 * SECOND);
  expect(asked.finished).toBe(false);
  await jest.advanceTimersByTimeAsync(2 * SECOND);
  expect(asked.finished).toBe(true);
  expect(errorsOf(asked.packets[0])).toEqual([english('answer.no-response')]);
});
