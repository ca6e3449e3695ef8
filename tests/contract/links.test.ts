import { type DataFrame } from '@grafana/data';
import { type BackendSrv, config, setBackendSrv } from '@grafana/runtime';
import { groupBy } from 'lodash';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { linksIn } from '../support/linksIn';
import { requestOf, Asked } from '../support/panel';
import { STORY, trueAnswer } from '../support/trueAnswers';
import { allVariants, variantsOfForms } from '../support/variants';

/** Every link leads to a page that the user may open: Explore depends on the user's rights, dashboards on the user's search. */
const NOW = STORY + 30_000;
const ALL = ['overview', 'alert', 'metric', 'report'].map((name) => `anomaly-monitoring-${name}`);

startTestsAt(NOW);
afterEach(() => {
  Object.assign(config, { exploreEnabled: false });
  Reflect.deleteProperty(config.bootData.user, 'permissions');
});

function mayExplore(may: boolean, isEnabled = true) {
  Object.assign(config, { exploreEnabled: isEnabled });
  Object.assign(config.bootData.user, { permissions: { 'datasources:query': true, 'datasources:explore': may } });
}

/** The result of Grafana's search: it finds these dashboards, fails, or never answers. */
type Search = string[] | 'fails' | 'hangs';

function panel(search: Search) {
  const { service, dataSource } = wholePanel();
  const searches: unknown[] = [];
  const get = (url: string, params: unknown) => {
    searches.push({ url, params });
    if (search === 'hangs') {
      return new Promise(() => undefined);
    }
    return search === 'fails' ? Promise.reject(new Error('no')) : Promise.resolve(search.map((uid) => ({ uid })));
  };
  setBackendSrv({ ...service.backend, get } as unknown as BackendSrv);
  const linksOf = async (query: object, more: object = {}) => {
    const range = { from: NOW - 6 * 3600_000, to: NOW };
    const asked = new Asked(dataSource, requestOf([query], range, { maxDataPoints: 50, ...more }));
    await ended(asked);
    return linksIn(asked.packets.flatMap(({ data }) => data as DataFrame[]));
  };
  return { linksOf, searches, service };
}

/** The target of a link: `explore`, or the uid of a dashboard. */
function placeOf(href: string): string {
  const [, , uid] = /^\/(explore\?|d\/([\w-]+)\/)/.exec(href) ?? [];
  return uid ?? (href.startsWith('/explore?') ? 'explore' : href);
}

const QUERIES = variantsOfForms(allVariants());

describe.each(QUERIES)('%s', (_, query) => {
  it.each<[string, boolean, Search, string[]]>([
    ['with only Explore', true, [], ['dashboard', 'explore']],
    ['with everything', true, ALL, ['dashboard', 'explore']],
    ['without anything', false, [], ['explore']],
    ['without Explore, with the Alert dashboard', false, [ALL[1]], ['dashboard']],
    ['without Explore, with the Metric dashboard', false, [ALL[2]], ['dashboard']],
    ['without Explore, with all dashboards', false, ALL, ['explore']],
    ['without Explore, while the search hangs', false, 'hangs', ['dashboard']],
    ['without Explore, where the search fails', false, 'fails', ['dashboard']],
  ])('%s', async (_name, may, search, apps) => {
    mayExplore(may);
    const { linksOf } = panel(search);
    const allowed = [...(may ? ['explore'] : []), ...(Array.isArray(search) ? search : [])];
    for (const app of apps) {
      const links = await linksOf(query, { app });
      expect([...new Set(links.map(({ href }) => placeOf(href)))].filter((place) => !allowed.includes(place))).toEqual(
        []
      );
      // A page without its subject would be empty.
      expect(links.filter(({ href }) => /var-(alert|node|metric)=(&|$)|(null|%24%7B)/.test(href))).toEqual([]);
    }
  });
});

it('a Viewer has links in every query type with alerts or metrics', async () => {
  mayExplore(false);
  const { linksOf } = panel(ALL);
  const linked = new Set<string>();
  for (const [, query] of QUERIES) {
    const { queryType, format, source } = query as Record<string, string | undefined>;
    const form = [queryType, format ?? source].filter(Boolean).join(' ');
    if (!linked.has(form) && (await linksOf({ nodeId: '12', metricId: 'cpu', ...query })).length > 0) {
      linked.add(form);
    }
  }
  const alerts = ['alerts', 'alertSearch', 'alertEvents', 'alertEvents logs', 'alertEvents states', 'alertReport'];
  const stories = ['story timeline', 'story summary', 'annotations alerts', 'annotations alertEvents'];
  const metrics = ['metric', 'anomalies', 'annotations anomalies', 'deviations table', 'deviations lanes', 'explain'];
  expect([...linked]).toEqual(expect.arrayContaining([...alerts, ...stories, ...metrics]));
});

const ALERTS = { queryType: 'alerts' };
const METRICS = { queryType: 'alerts', metrics: true };

const placesOf = async (query: object, search: Search, field: string) => {
  const { linksOf } = panel(search);
  await linksOf(query);
  return [...new Set((await linksOf(query)).filter((link) => link.field === field).map(({ href }) => placeOf(href)))];
};

it('alerts link to their dashboard first, metrics to Explore', async () => {
  mayExplore(true);
  expect(await placesOf(ALERTS, ALL, 'title')).toContain('anomaly-monitoring-alert');
  expect(await placesOf(ALERTS, [], 'title')).toEqual(['explore']);
  expect(await placesOf(METRICS, ALL, 'metricName')).toEqual(['explore']);
});

it('a Viewer can open the dashboard of an alert or a metric, and the alerts of a node', async () => {
  mayExplore(false);
  expect(await placesOf(ALERTS, ALL, 'title')).toEqual(['anomaly-monitoring-alert']);
  expect(await placesOf(METRICS, ALL, 'metricName')).toEqual(['anomaly-monitoring-metric']);
  expect(await placesOf(METRICS, ALL, 'nodeName')).toEqual(['anomaly-monitoring-overview']);
});

it('a node in a ranking of one metric opens that metric on the node first', async () => {
  mayExplore(false);
  const ranking = { queryType: 'deviations', names: 'CPU load', nameOf: 'metric' };
  const places = ['anomaly-monitoring-metric', 'anomaly-monitoring-overview'];
  expect(await placesOf(ranking, ALL, 'nodeName')).toEqual(places);
  expect(await placesOf({ queryType: 'deviations' }, ALL, 'nodeName')).toEqual(places.slice(1));
});

it('Explore is closed to everyone if it is off, and open if rights are unknown', async () => {
  mayExplore(true, false);
  expect(await placesOf(METRICS, [], 'metricName')).toEqual([]);
  Reflect.deleteProperty(config.bootData.user, 'permissions');
  expect(await placesOf(METRICS, [], 'metricName')).toEqual(['explore']);
});

it('the dashboards are searched once, by uid, without using a slot of the service', async () => {
  const { linksOf, searches, service } = panel(ALL);
  await linksOf(ALERTS);
  await linksOf(METRICS);
  expect(searches).toEqual([
    {
      url: '/api/search',
      params: expect.objectContaining({ dashboardUIDs: expect.arrayContaining([ALL[1], ALL[2]]) }),
    },
  ]);
  expect(service.calls.every(({ url }) => url.startsWith('/api/datasources/proxy/'))).toBe(true);
});

describe('a page that is one of the shipped dashboards', () => {
  const onShipped = async (query: object, search: Search) => {
    const { linksOf } = panel(search);
    return linksOf(query, { dashboardUID: ALL[1] });
  };

  it.each(QUERIES)('has links to the others, never to Explore first: %s', async (_, query) => {
    mayExplore(true);
    for (const search of [ALL, 'hangs'] as const) {
      const links = await onShipped(query, search);
      const firsts = Object.values(groupBy(links, 'field')).map(([{ href }]) => placeOf(href));
      expect(firsts.filter((place) => place === 'explore')).toEqual([]);
    }
  });

  it.each(['hangs', 'fails'] as const)(
    'has no links while it is unknown which of them exist: the search %s',
    async (search) => {
      mayExplore(true);
      expect(await onShipped(METRICS, search)).toEqual([]);
    }
  );

  it('has links to Explore if the others are missing', async () => {
    mayExplore(true);
    const { linksOf } = panel([]);
    await linksOf(METRICS, { dashboardUID: ALL[1] });
    const links = await linksOf(METRICS, { dashboardUID: ALL[1] });
    expect([...new Set(links.filter(({ field }) => field === 'metricName').map(({ href }) => placeOf(href)))]).toEqual([
      'explore',
    ]);
  });
});

it("links to metrics have the service's names in every table of metrics", async () => {
  mayExplore(true);
  const { linksOf } = panel([]);
  for (const query of [METRICS, { queryType: 'story', alertId: 'a' }, { queryType: 'deviations' }]) {
    const hrefs = (await linksOf(query)).map(({ href }) => href);
    expect(hrefs.filter((href) => href.includes('metricName') && href.includes('nodeName'))).not.toEqual([]);
  }
});

it.each([{ queryType: 'explain' }, { queryType: 'alerts', metrics: true }])(
  'links of %j to a metric without names have its IDs only',
  async (query) => {
    mayExplore(true);
    const { linksOf, service } = panel([]);
    const unnamed = (key: string, value: unknown) => (key.endsWith('Name') ? null : value);
    service.body = (call) => JSON.parse(JSON.stringify(trueAnswer(call), unnamed)) as unknown;
    const hrefs = (await linksOf({ ...query, nodeId: '12', metricId: 'cpu' })).map(({ href }) => href);
    expect(hrefs.filter((href) => href.includes('metricId'))).not.toEqual([]);
    expect(hrefs.filter((href) => /(node|metric|system)Name/.test(href))).toEqual([]);
  }
);
