import { type AnomalyQuery } from '../../src/ground/query';
import { HOUR } from '../../src/ground/spans';
import { panelOf, errorsOf, noticesOf, seriesOf } from '../support/panel';
import { type ServiceCall } from '../support/metricService';
import { startTestsAt } from '../support/clock';
import { english } from '../support/english';

/** An empty answer explains why it is empty, and never looks as if all were well unless that is known. */

const NOW = Date.UTC(2026, 10, 21, 12);
const range = { from: NOW - 6 * HOUR, to: NOW };

startTestsAt(NOW);

const METRIC = { nodeId: 7, nodeName: 'db', statTypeId: 'cpu', statTypeName: 'CPU load', severity: 'red' };
const ALERT = { id: 'a', active: true, impact: 'low', firstSeenAt: '2026-11-21T10:00:00Z', metrics: [METRIC] };
const EVENT = { id: 'a', sequence: 0, eventType: 'created', eventOccurred: '2026-11-21T10:00:00Z', changes: [] };
const ANOMALY = {
  id: 'n',
  severity: 'low',
  event_occured: '2026-11-21T10:00:00Z',
  items: [{ node: { id: 7, name: 'db' }, metrics: [{ id: 'cpu', name: 'CPU load' }] }],
};

interface World {
  alerts?: object[];
  anomalies?: object[];
  /** The metric's data, if it isn't points in corridors. */
  data?: object[];
}

function world({ alerts = [], anomalies = [], data }: World) {
  const made = panelOf();
  made.service.body = ({ segments, raw }: ServiceCall) => {
    const path = segments.join('/');
    return path === 'v2/alerts'
      ? alerts
      : path === 'v2/alerts/explore'
        ? { page: 1, limit: 200, total: alerts.length, items: alerts }
        : path.endsWith('/events')
          ? { page: 1, limit: 100, total: 1, items: [EVENT] }
          : path === 'v2/alerts/explore/timeseries'
            ? { bucket: '15m', buckets: [] }
            : path.startsWith('v2/anomalies')
              ? anomalies
              : data && raw.includes('/metrics/')
                ? { node: 7, metric: 'cpu', aggregation: 'avg', granularity: '1m', data }
                : undefined;
  };
  return made;
}

const hiding = [{ key: 'node', operator: '=', value: 'elsewhere' }];
const HIDDEN = 'Filters hide all results. Remove or change one.';

it.each([
  [{ queryType: 'alerts' }],
  [{ queryType: 'alerts', format: 'counts' }],
  [{ queryType: 'alertEvents', alertId: 'a' }],
  [{ queryType: 'alertReport' }],
  [{ queryType: 'anomalies' }],
  [{ queryType: 'deviations' }],
])('%j: a notice reports that filters hide everything', async (query) => {
  const { ask } = world({ alerts: [ALERT], anomalies: [ANOMALY] });
  const answer = await ask({ ...query, filters: hiding }, range).answer();
  expect(errorsOf(answer)).toEqual([]);
  expect(noticesOf(answer)).toContain(HIDDEN);
});

it('alertSearch: a notice reports that filters hide everything', async () => {
  const filters = [{ key: 'impact', operator: '=~', value: 'sev.*' }];
  const answer = await world({ alerts: [ALERT] })
    .ask({ queryType: 'alertSearch', filters }, range)
    .answer();
  expect(noticesOf(answer)).toEqual([HIDDEN]);
});

it('has no notice about filters if there was nothing to hide', async () => {
  const answer = await world({}).ask({ queryType: 'alerts', filters: hiding }, range).answer();
  expect(noticesOf(answer)).not.toContain(HIDDEN);
});

it.each<[Partial<AnomalyQuery>]>([
  [{ queryType: 'alertSearch' }],
  [{ queryType: 'alertSearch', format: 'incidents' }],
  [{ queryType: 'alertReport' }],
])('%j: a filter that excludes everything sends no request', async (query) => {
  const { service, ask } = world({ alerts: [ALERT] });
  const filters = [{ key: 'impact', operator: '=', value: 'low' }];
  const answer = await ask({ ...query, impact: 'severe', filters }, range).answer();
  expect(service.calls).toEqual([]);
  expect(noticesOf(answer)).toEqual([expect.stringMatching(/^Filters hide all results/)]);
});

const BARE = [0, 1, 2].map((minute) => ({ timestamp: NOW - HOUR + minute * 60_000, smoothened: 5, corridors: null }));

describe('a metric that was never learned', () => {
  it('is drawn, with a notice that it has no corridors', async () => {
    const { ask } = world({ data: BARE });
    const answer = await ask({ queryType: 'metric', nodeId: '7', metricId: 'cpu' }, range).answer();
    expect(seriesOf(answer)[0].length).toBe(3);
    expect(noticesOf(answer)).toEqual([expect.stringMatching(/^No corridors in this time range: cpu · 7\./)]);
  });

  it('has no notice if no bands are selected, or if there are corridors', async () => {
    const bandless = world({ data: BARE });
    const query = { queryType: 'metric', nodeId: '7', metricId: 'cpu' };
    expect(noticesOf(await bandless.ask({ ...query, bands: [] }, range).answer())).toEqual([]);
    expect(noticesOf(await world({}).ask(query, range).answer())).toEqual([]);
  });

  it.each(['table', 'lanes'])('has a notice in a ranking (%s)', async (format) => {
    const { ask } = world({ alerts: [ALERT], data: BARE });
    const answer = await ask({ queryType: 'deviations', format }, range).answer();
    expect(noticesOf(answer)).toEqual([expect.stringMatching(/^No corridors in this time range: CPU load · db\./)]);
  });

  it('has a sentence about it', async () => {
    const { ask } = world({ data: BARE });
    const answer = await ask({ queryType: 'explain', nodeId: '7', metricId: 'cpu' }, range).answer();
    expect(seriesOf(answer)[0].fields[0].values).toEqual([english('deviations.no-corridors')]);
    expect(noticesOf(answer)).toEqual([expect.stringMatching(/^No corridors in this time range/)]);
  });
});

it('an empty list of counts is a frame without rows', async () => {
  const answer = await world({}).ask({ queryType: 'alertCounts' }, range).answer();
  expect(errorsOf(answer)).toEqual([]);
  expect(seriesOf(answer).map(({ length }) => length)).toEqual([0]);
});

it('each query has its own notices in its first frame', async () => {
  const query = { queryType: 'metric', nodeId: '7', metricId: 'cpu', granularity: '1h' };
  const { ask } = world({ data: [] });
  const targets = ['a', 'b', 'c', 'd'].map((metricId) => ({ ...query, metricId }));
  const { data } = await ask(targets, range).answer();
  const named = targets.map(({ metricId }, i) => {
    const [{ meta }] = data.filter(({ refId }) => refId === 'ABCD'[i]);
    return meta?.custom?.notices?.some(({ text }: { text: string }) => text.includes(`No data for ${metricId} · 7`));
  });
  expect(named).toEqual([true, true, true, true]);
});

describe('a ranking without rows', () => {
  it.each([
    ['no metric named', {}, {}, /^Nothing found\./],
    ['another node', { alerts: [ALERT] }, { nodeId: '9' }, /^Nothing found\. Choose/],
  ])('explains why: %s', async (_, what: World, query, expected) => {
    const answer = await world(what)
      .ask({ queryType: 'deviations', ...query }, range)
      .answer();
    expect(seriesOf(answer)[0].length).toBe(0);
    expect(noticesOf(answer)).toEqual([expect.stringMatching(expected)]);
  });
});

describe('a ranking of unknown metrics', () => {
  const query = { queryType: 'deviations' };

  it('reports that a part could not be read, instead of no results', async () => {
    const { service, ask } = world({});
    service.mishap = ({ segments }) => (segments.includes('anomalies') ? { status: 500 } : undefined);
    expect(noticesOf(await ask(query, range).answer())).toEqual([expect.stringMatching(/^Incomplete: /)]);
  });

  it('reports no results if the metrics of alerts are unknown', async () => {
    const { ask } = world({ alerts: [{ ...ALERT, metrics: undefined }] });
    const expected = /^Nothing found/;
    expect(noticesOf(await ask(query, range).answer())).toEqual([expect.stringMatching(expected)]);
  });
});
