import { type AnomalyQuery } from '../../src/ground/query';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { errorsOf } from '../support/panel';
import { STORY } from '../support/trueAnswers';

/** Texts that look like variables, and flags that are variables. */

const START = STORY + 30_000;

startTestsAt(START);

function panel(variables: Record<string, { value: string | string[] }> = {}) {
  const { service, panel, dataSource } = wholePanel({ variables });
  const answered = async (query: Partial<AnomalyQuery>) => {
    const asked = panel.ask(query, { from: START - 3_600_000, to: START });
    await ended(asked);
    return asked.packets[asked.packets.length - 1];
  };
  const metricsAsked = () =>
    service.calls.filter(({ segments }) => segments.includes('metrics')).map(({ segments }) => segments.slice(-2));
  return { service, answered, metricsAsked, dataSource };
}

it.each([
  ['a metric', { queryType: 'metric', nodeId: '12', metricId: '$nope' }],
  ['one of several nodes', { queryType: 'metric', nodeId: ['1', '[[nope]]'], metricId: 'cpu' }],
  ['a series', { queryType: 'metric', series: '${nope:raw}' }],
  ['a node of a forecast', { queryType: 'forecast', nodeId: '$nope', metricId: 'cpu' }],
  ['a node of a search', { queryType: 'alertSearch', nodeId: '$nope' }],
  ['a node of an explanation', { queryType: 'explain', nodeId: '${nope}', metricId: 'cpu' }],
  ['an alert', { queryType: 'alertEvents', alertId: '[[nope]]' }],
  ['a search text', { queryType: 'alertSearch', q: '$nope' }],
  ['a moment', { queryType: 'alerts', at: '$nope' }],
  ['a number', { queryType: 'alertSearch', limit: '$nope' }],
  ['a flag', { queryType: 'alerts', metrics: '$nope' }],
  ['a comparison', { queryType: 'metric', nodeId: '12', metricId: 'cpu', compare: '$nope' }],
  ['an overlay', { queryType: 'metric', nodeId: '12', metricId: 'cpu', overlay: '$nope' }],
])('%s from a missing variable is an error that names it, and sends nothing', async (_, query) => {
  const { service, answered } = panel();
  const answer = await answered(query);
  expect(errorsOf(answer)).toEqual([expect.stringMatching(/nope.* does not exist/)]);
  expect(service.calls).toEqual([]);
});

it.each(['$dollar', '${brace}', '[[square]]'])('the value %s of a variable is an identifier', async (value) => {
  const { answered, metricsAsked, dataSource } = panel({ m: { value } });
  const query = { refId: 'A', queryType: 'metric', nodeId: '12', metricId: '$m' };
  await answered(query);
  expect(metricsAsked()).toContainEqual(['12', value]);
  const [left] = dataSource.interpolateVariablesInQueries([query], {});
  expect(left.metricId).toBe(value);
  expect(errorsOf(await answered(left))).toEqual([]);
});

it('an identifier from a list of the service is not a variable', async () => {
  const { service, answered, metricsAsked } = panel();
  const alert = { id: 'a', active: true, impact: 'high', metrics: [{ nodeId: 12, statTypeId: '$load' }] };
  service.body = ({ segments }) => (segments.includes('metrics') ? { metric: '$load', data: [] } : [alert]);
  await answered({ queryType: 'alerts', metrics: true });
  expect(errorsOf(await answered({ queryType: 'metric', nodeId: '12', metricId: '$load' }))).toEqual([]);
  expect(metricsAsked()).toContainEqual(['12', '$load']);
});

it.each(['alerts', 'alertSearch'])('an alert ID from a list (%s) is not a variable', async (queryType) => {
  const { service, answered } = panel();
  const alert = { id: '$al0', active: true, impact: 'high', metrics: [] };
  service.body = ({ segments }) => {
    const name = segments[segments.length - 1];
    const page = { page: 1, limit: 200, total: 1, items: name === 'explore' ? [alert] : [] };
    return name === 'alerts' ? [alert] : name === '$al0' ? alert : page;
  };
  await answered({ queryType });
  service.calls.length = 0;
  expect(errorsOf(await answered({ queryType: 'alerts', alertId: '$al0' }))).toEqual([]);
  expect(service.calls.map(({ segments }) => segments)).toContainEqual(['v2', 'alerts', '$al0']);
});

it('an identifier with a part that looks like a variable keeps its picked name', async () => {
  const { answered } = panel();
  const query = { queryType: 'metric', nodeId: '12', metricId: 'net$in', metricName: 'Traffic in' };
  const { data } = await answered(query);
  expect(data[0].fields[1].labels).toMatchObject({ metric_id: 'net$in', metric: 'Traffic in' });
  expect(data[0].fields[1].config.displayNameFromDS).toBe('Traffic in · 12');
});

it('a comparison from a missing variable also sends no overlay', async () => {
  const { service, answered } = panel();
  const query = { queryType: 'metric', nodeId: '12', metricId: 'cpu', compare: '$nope', overlay: 'alerts' };
  expect(errorsOf(await answered(query))).toEqual([expect.stringMatching(/nope.* does not exist/)]);
  expect(service.calls).toEqual([]);
});

it('an identifier that was picked from a list by its name is not a variable', async () => {
  const { answered, metricsAsked } = panel();
  await answered({ queryType: 'metric', nodeId: '12', metricId: '$load', metricName: 'Load' });
  expect(metricsAsked()).toContainEqual(['12', '$load']);
});

it('a variable with that name is still replaced', async () => {
  const { answered, metricsAsked } = panel({ load: { value: 'cpu' } });
  await answered({ queryType: 'metric', nodeId: '12', metricId: '$load', metricName: 'Load' });
  expect(metricsAsked()).toContainEqual(['12', 'cpu']);
});

describe('a flag', () => {
  it.each([
    ['true', true],
    ['false', false],
  ])('accepts a variable that is %s', async (value, expected) => {
    const { answered, dataSource } = panel({ flag: { value } });
    const query = { refId: 'A', queryType: 'alerts', metrics: '${flag}' };
    const names = (await answered(query)).data[0].fields.map(({ name }: { name: string }) => name);
    expect(names.includes('metricName')).toBe(expected);
    expect(dataSource.interpolateVariablesInQueries([query], {})[0].metrics).toBe(expected);
  });

  it('accepts one in a metric query', async () => {
    const { answered } = panel({ flag: { value: 'true' } });
    const { data } = await answered({ queryType: 'metric', nodeId: '12', metricId: 'cpu', deviation: '$flag' });
    expect(data[0].fields.map(({ name }: { name: string }) => name)).toContain('deviation');
  });
});
