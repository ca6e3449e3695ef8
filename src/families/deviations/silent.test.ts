import { type DataQueryResponse } from '@grafana/data';
import { startTestsAt } from '../../../tests/support/clock';
import { english } from '../../../tests/support/english';
import { type ServiceCall } from '../../../tests/support/metricService';
import { errorsOf, noticesOf, panelOf, seriesOf } from '../../../tests/support/panel';
import { type AnomalyQuery } from '../../ground/query';
import { DAY, HOUR, MINUTE } from '../../ground/spans';

const START = Date.UTC(2026, 10, 21, 12);
const QUERY: Partial<AnomalyQuery> = { queryType: 'deviations', format: 'silent' };

startTestsAt(START);

interface World {
  /** Metrics in the active alert. */
  inAlert?: string[];
  /** Metrics in anomalies of the range. */
  earlier?: string[];
}

/** A service where `gone-<hours>` has had no data for that long, `bare` has no corridors, and `flat` only flat ones. */
function panel({ inAlert = [], earlier = [] }: World, jsonData = {}) {
  const made = panelOf({ variables: { none: { value: '' } }, jsonData: { maxConcurrentRequests: 1, ...jsonData } });
  const { service } = made;
  const metrics = inAlert.map((statTypeId) => ({ nodeId: 1, nodeName: 'db', statTypeId, type: 'deviation' }));
  const iso = new Date(START - 2 * HOUR).toISOString();
  const alerts = [{ id: 'a', active: true, impact: 'high', firstSeenAt: iso, lastSeenAt: iso, metrics }];
  const anomalies = earlier.map((id, i) => ({
    id: `b${i}`,
    event_occured: iso,
    items: [{ node: { id: 1, name: 'db' }, metrics: [{ id }] }],
  }));
  const hoursOf = (metric: string) => Number(/^gone-(\d+)$/.exec(metric)?.[1] ?? 0);
  service.has = (_node, metric, time) => time <= START - hoursOf(metric) * HOUR || hoursOf(metric) === 0;
  service.body = (call) => {
    const { segments, from, to } = call;
    const metric = segments.at(-1)!;
    if (metric === 'bare' || metric === 'flat') {
      const step = call.granularity === '1m' ? MINUTE : call.granularity === '15m' ? 15 * MINUTE : HOUR;
      const data = service.direct('1', metric, from, to, step);
      const corridors = metric === 'bare' ? null : { main: { up: 5, down: 5 }, sup: null, inf: null };
      return { granularity: call.granularity, data: data.map((point) => ({ ...point, corridors })) };
    }
    if (metric === 'events') {
      return { page: 1, limit: 100, total: 0, items: [] };
    }
    if (segments[1] === 'alerts') {
      return segments[2] === 'explore' ? { page: 1, limit: 200, total: 1, items: alerts } : alerts;
    }
    return segments[1] === 'anomalies' ? anomalies : undefined;
  };
  const ask = (query: Partial<AnomalyQuery> | Array<Partial<AnomalyQuery>> = QUERY, to = Date.now()) =>
    made.ask(query, { from: to - 6 * HOUR, to }, { panelId: 1 }).answer();
  return { ...made, ask };
}

function tableOf(answer: DataQueryResponse) {
  const [{ fields, length }] = seriesOf(answer);
  const valuesOf = (name: string): unknown[] => fields.find((field) => field.name === name)?.values ?? [];
  const rows = Array.from({ length }, (_, i) => `${valuesOf('metricId')[i]}: ${valuesOf('reason')[i]}`);
  return { rows, since: valuesOf('since'), alerting: valuesOf('alerting') };
}

const isLookUp = ({ segments, from, to }: ServiceCall) => segments.includes('metrics') && to - from >= 14 * DAY;

it('shows the IDs of metrics with the same name, as rankings do', async () => {
  const made = panel({ inAlert: ['bare', 'flat'] });
  const { body } = made.service;
  made.service.body = (call) =>
    JSON.parse(JSON.stringify(body(call) ?? null).replace(/"statTypeId"/g, '"statTypeName":"Load","statTypeId"')) ??
    undefined;
  const [{ fields }] = seriesOf(await made.ask());
  expect(fields.find(({ name }) => name === 'metricName')?.values).toEqual(['Load (bare)', 'Load (flat)']);
});

it('lists metrics without data, corridors, or a width, and whether an active alert has them', async () => {
  const { ask } = panel({ inAlert: ['fine', 'bare', 'flat', 'gone-3'], earlier: ['gone-30', 'ok', 'gone-337'] });
  const answer = await ask();
  const { rows, since, alerting } = tableOf(answer);
  expect(rows).toEqual(['gone-3: silent', 'gone-30: silent', 'gone-337: silent', 'bare: learning', 'flat: flat']);
  // The end of the hour with its newest point.
  expect(since).toEqual([START - 2 * HOUR, START - 29 * HOUR, null, null, null]);
  expect(alerting).toEqual([true, false, false, true, true]);
  expect(noticesOf(answer)).toEqual(['Checked 7 metrics that alerts and anomalies name.']);
});

it('does not know whether an alert has a metric if the list could not be read', async () => {
  const { ask, service } = panel({ inAlert: ['gone-3'], earlier: ['gone-30'] });
  service.mishap = ({ segments, query }) =>
    segments.join() === 'v2,alerts' && !query.at ? { status: 403 } : undefined;
  expect(tableOf(await ask())).toMatchObject({ rows: ['gone-3: silent', 'gone-30: silent'], alerting: [null, null] });
});

it('an empty list has no rows, or with `emptyRow` one with the number of checked metrics', async () => {
  const { ask } = panel({ inAlert: ['fine'], earlier: ['ok'] });
  expect(tableOf(await ask()).rows).toEqual([]);
  const [{ fields }] = seriesOf(await ask({ ...QUERY, emptyRow: true }));
  expect(fields.find(({ name }) => name === 'metricName')?.values).toEqual([
    'Checked 2 metrics that alerts and anomalies name.',
  ]);
});

it('is as of the end of a past range', async () => {
  const { ask } = panel({ inAlert: ['gone-3'], earlier: ['gone-30'] });
  expect(tableOf(await ask(QUERY, START - 4 * HOUR)).rows).toEqual(['gone-30: silent']);
});

it('names the rows that its limit leaves out', async () => {
  const { ask } = panel({ inAlert: ['bare', 'flat', 'gone-3'] });
  const answer = await ask({ ...QUERY, limit: 2 });
  expect(tableOf(answer).rows).toEqual(['gone-3: silent', 'bare: learning']);
  expect(noticesOf(answer)).toContain(
    english('answer.cut-first', { shown: 2, total: 3 }) + ' ' + english('answer.cut-raise')
  );
  expect(noticesOf(await ask({ ...QUERY, limit: 3 })).join()).not.toMatch(/Showing/);
});

it('is done when every known metric was checked, at most 50, and rows appear as they are found', async () => {
  const earlier = Array.from({ length: 60 }, (_, i) => (i === 3 ? 'gone-30' : `m${i}`));
  const { ask, service } = panel({ inAlert: ['fine'], earlier });
  const answer = await ask();
  expect(tableOf(answer).rows).toEqual(['gone-30: silent']);
  expect(noticesOf(answer)).toContainEqual(expect.stringMatching(/50 most severe of 61/));
  const named = service
    .metricCalls()
    .filter(isLookUp)
    .map(({ segments }) => segments.at(-1));
  expect([named.length, new Set(named).size]).toEqual([50, 50]);
});

it.each([[{ sharedCache: true }], [{ maxWindow: '2d' }]])(
  'is the same if the 14 days need several requests: %j',
  async (jsonData) => {
    const { ask } = panel({ inAlert: ['fine', 'bare'], earlier: ['gone-303', 'ok'] }, jsonData);
    expect(tableOf(await ask()).rows).toEqual(['gone-303: silent', 'bare: learning']);
  }
);

it('does not treat a metric as silent if its newest part could not be read', async () => {
  const { ask, service } = panel({ inAlert: ['fine', 'gone-3'] }, { maxWindow: '2d' });
  service.mishap = ({ segments, to }) =>
    segments.at(-1) === 'fine' && to > START - HOUR ? { status: 403 } : undefined;
  const answer = await ask();
  expect(tableOf(answer).rows).toEqual(['gone-3: silent']);
  expect(noticesOf(answer)).toContainEqual(expect.stringMatching(/^Couldn't read fine · db/));
});

it('treats a metric that could not be read as unknown, not as silent', async () => {
  const { ask, service } = panel({ inAlert: ['fine', 'broken'], earlier: ['gone-30', 'lost'] });
  service.mishap = ({ segments }) => (['broken', 'lost'].includes(segments.at(-1)!) ? { status: 403 } : undefined);
  const first = await ask();
  expect(tableOf(first).rows).toEqual(['gone-30: silent']);
  expect(noticesOf(first)).toContain('Checked 2 metrics that alerts and anomalies name.');
  expect(noticesOf(first)).toContainEqual(expect.stringMatching(/^Couldn't read broken · db/));
  expect(noticesOf(first)).toContainEqual(expect.stringMatching(/^Couldn't read lost · db/));
});

it('shows the last list, with the error and its time, if a refresh can check no metric', async () => {
  const { ask, service } = panel({ inAlert: ['fine'], earlier: ['gone-30'] });
  const first = tableOf(await ask());
  service.mishap = ({ segments }) => (segments.includes('metrics') ? { status: 403 } : undefined);
  await jest.advanceTimersByTimeAsync(15 * MINUTE);
  const answer = await ask();
  expect(tableOf(answer)).toEqual(first);
  expect(errorsOf(answer)).toEqual([expect.stringContaining('12:00')]);
});

it('shows the failure, and no list, while the service is down', async () => {
  const { ask, service } = panel({ inAlert: ['gone-3'] });
  service.mishap = () => ({ status: 403 });
  const answer = await ask();
  expect(errorsOf(answer)).toHaveLength(1);
  expect(seriesOf(answer)).toEqual([]);
});

it('shows the failure if it can check no metric', async () => {
  const { ask, service } = panel({ inAlert: ['fine', 'gone-3'] });
  service.mishap = ({ segments }) => (segments.includes('metrics') ? { status: 403 } : undefined);
  const answer = await ask();
  expect(errorsOf(answer)).toHaveLength(1);
  expect(seriesOf(answer)).toEqual([]);
});

it('has its columns, and no other, if a variable is empty', async () => {
  const { ask } = panel({ inAlert: ['fine'] });
  const namesOf = (answer: DataQueryResponse) => seriesOf(answer)[0].fields.map(({ name }) => name);
  const wanted = namesOf(await ask());
  expect(namesOf(await ask({ ...QUERY, nodeId: [], systemId: '$none' }))).toEqual(wanted);
});

it('sends its requests after all others of the page', async () => {
  const { ask, service } = panel({ inAlert: ['fine', 'gone-3'], earlier: ['ok', 'gone-30'] });
  await ask([QUERY, { queryType: 'deviations' }, { queryType: 'metric', nodeId: '1', metricId: 'cpu' }]);
  const first = service.calls.findIndex((call) => isLookUp(call));
  expect(first).toBeGreaterThan(0);
  expect(service.calls.slice(first).every(isLookUp)).toBe(true);
});
