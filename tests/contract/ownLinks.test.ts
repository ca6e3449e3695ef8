import { type DataFrame } from '@grafana/data';
import { config, setBackendSrv } from '@grafana/runtime';
import { brokenLinks, PLACEHOLDERS, readLinks } from '../../src/ground/linkSettings';
import { type StoredSettings } from '../../src/ground/settings';
import { MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { type FoundLink, linksIn } from '../support/linksIn';
import { Asked, requestOf } from '../support/panel';
import { STORY, trueAnswer } from '../support/trueAnswers';
import { allVariants, variantsOfForms } from '../support/variants';

/** The administrator's own links: on every row that has their values, escaped, and only to web addresses. */
const NOW = STORY + 30_000;
const RANGE = { from: NOW - 6 * 3600_000, to: NOW };

startTestsAt(NOW);
afterEach(() => {
  Object.assign(config, { appSubUrl: '' });
});

async function linksOf(
  query: object,
  links: unknown,
  body: ReturnType<typeof wholePanel>['service']['body'] = trueAnswer
) {
  const { service, dataSource } = wholePanel({ jsonData: { links } as StoredSettings });
  service.body = body;
  setBackendSrv(service.backend);
  const asked = new Asked(dataSource, requestOf([query], RANGE, { maxDataPoints: 50 }));
  await ended(asked);
  return linksIn(asked.packets.flatMap(({ data }) => data as DataFrame[]));
}

const hrefs = (links: FoundLink[], title: string) => [
  ...new Set(links.filter((link) => link.title === title).map(({ href }) => href)),
];

it('a kind can be in upper or lower case, and a title that is not text is replaced by the address', async () => {
  const links = [{ url: 'https://x/{{alertId}}', on: ['Alert'], title: { text: 'Mine' } }];
  const found = await linksOf({ queryType: 'alerts' }, links);
  expect(hrefs(found, 'https://x/{{alertId}}')).toEqual(['https://x/a', 'https://x/b']);
  expect(found.filter(({ title }) => /object/.test(title))).toEqual([]);
});

const link = (url: string, on?: string | string[], title = 'Mine') => [{ title, url, ...(on && { on }) }];

const QUERIES = variantsOfForms(allVariants().toReversed()).map(
  ([name, query]) => [name, { nodeId: '12', metricId: 'cpu', ...query }] as const
);

/** Rows with an alert, and rows with a metric and a node. */
const WITH_ALERT =
  /^(alerts($| table)|alertSearch|alertEvents($| table| logs)|story summary|anomalies|annotations|metric (alerts|anomalies))/;
const WITH_METRIC =
  /^(alerts table metrics|alertEvents ((table|logs) changes|states)|story timeline|anomalies($| (table|timeseries) (range|current|unread|update))|deviations($| table| lanes)|explain|annotations|metric (alerts|anomalies)|alertReport series)/;

describe.each(QUERIES)('%s', (name, query) => {
  it('has the links of each kind on rows of that kind, with known values', async () => {
    const links = [
      ...link('https://x/?a={{alertId}}', 'alert', 'Alert'),
      ...link('/m?n={{nodeId}}&m={{metricId}}', 'metric', 'Metric'),
      ...link('/n/{{node}}', 'node', 'Node'),
    ];
    const found = await linksOf(query, links);
    const of = (title: string) => hrefs(found, title);
    expect([name, of('Alert').length > 0]).toEqual([name, WITH_ALERT.test(name)]);
    for (const href of of('Alert')) {
      expect(href).toMatch(/^https:\/\/x\/\?a=[abcd]$/);
    }
    expect([name, of('Metric').length > 0]).toEqual([name, WITH_METRIC.test(name)]);
    for (const href of of('Metric')) {
      expect(href).toMatch(/^\/m\?n=1[234]&m=(cpu|mem|io%2Fwait)$/);
    }
    const hasNode = WITH_METRIC.test(name) || /^alertReport (node|series)/.test(name);
    expect([name, of('Node').length > 0]).toEqual([name, hasNode]);
    for (const href of of('Node')) {
      expect(href).toMatch(/^\/n\/(web-1|db-1|14|12)$/);
    }
  });
});

/** Rows with verifiable values: an alert that began five hours before. */
const EVENTS = { queryType: 'alertEvents', alertId: 'a', changes: true };

it('fills in every placeholder of a row with all values, with the first of several metrics', async () => {
  const url = `https://x/?${PLACEHOLDERS.map((name) => `${name}={{${name}}}`).join('&')}`;
  const [href] = hrefs(await linksOf({ queryType: 'alerts' }, link(url, 'alert')), 'Mine');
  const { from, to, ...others } = Object.fromEntries(new URL(href).searchParams);
  expect(others).toEqual({
    title: 'CPU load · web-1 +2',
    alertId: 'a',
    impact: 'severe',
    node: 'web-1',
    nodeId: '12',
    metric: 'CPU load',
    metricId: 'cpu',
    system: 'Shop',
    systemId: '1',
  });
  const began = STORY - 5 * 3600_000;
  expect(Number(from)).toBeLessThan(began - 29 * MINUTE);
  expect(Number(to)).toBeGreaterThanOrEqual(STORY - MINUTE);
});

it('a row without its own time uses the panel’s', async () => {
  const found = await linksOf({ queryType: 'deviations' }, link('/x?{{from}}-{{to}}', 'metric'));
  expect(hrefs(found, 'Mine')).toEqual([`/x?${RANGE.from}-${RANGE.to}`]);
});

it('a node or metric without a name shows its ID, and a link without a value is hidden', async () => {
  const nodes = hrefs(await linksOf({ queryType: 'alerts', metrics: true }, link('/n/{{node}}', 'node')), 'Mine');
  expect(nodes).toEqual(expect.arrayContaining(['/n/web-1']));
  const systems = hrefs(await linksOf({ queryType: 'deviations' }, link('/n/{{node}}/{{system}}', 'node')), 'Mine');
  expect(systems).toContain('/n/web-1/Shop');
  // A row has no value for a system without a name.
  expect(systems.filter((href) => href.startsWith('/n/14'))).toEqual([]);
  expect(
    await linksOf({ queryType: 'explain', nodeId: '12', metricId: 'cpu' }, link('/a/{{alertId}}'))
  ).not.toContainEqual(expect.objectContaining({ title: 'Mine' }));
});

/** The service's answer if all nodes have the same name, and all metrics, and all systems. */
const alike: typeof trueAnswer = (call) =>
  JSON.parse(JSON.stringify(trueAnswer(call)), function (this: object, key, value: unknown) {
    const isNamed = /^(node|system|statType)Name$/.test(key) || (key === 'name' && 'id' in this);
    return isNamed && typeof value === 'string' ? 'same' : value;
  });

it.each(QUERIES)('equal names are sent without their distinguishing IDs: %s', async (name, query) => {
  const links = ['node', 'metric', 'system'].flatMap((one) => link(`/${one}/{{${one}}}`, undefined, one));
  const found = await linksOf(query, links, alike);
  const named = ['node', 'metric', 'system'].flatMap((title) => hrefs(found, title)).map(decodeURIComponent);
  expect([name, named.filter((href) => !/\/(same|12|13|14|cpu|io\/wait)$/.test(href))]).toEqual([name, []]);
});

it("a path in Grafana gets Grafana's base path", async () => {
  Object.assign(config, { appSubUrl: '/grafana' });
  expect(hrefs(await linksOf(EVENTS, link('/n/{{nodeId}}', 'node')), 'Mine')).toContain('/grafana/n/12');
});

it('come after the plugin’s own', async () => {
  const found = await linksOf(EVENTS, link('/n/{{nodeId}}'));
  const titles = [...new Set(found.filter(({ field }) => field === 'nodeName').map(({ title }) => title))];
  expect(titles).toEqual(['Alerts of this node', 'Mine']);
});

/** Difficult names: markup, URL delimiters, replacement patterns, other scripts. */
const CORPUS = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "' onclick='alert(1)",
  'javascript:alert(1)',
  '//evil.example',
  '\\\\evil.example',
  'a/b?c=d&e=f#g',
  '$&',
  "$1$$$`$'",
  '${__user.login}',
  '[[node]]',
  '{{nodeId}}',
  '%2e%2e%2f',
  'ümläut 節点 🐘',
];

/** The service's answer with this name instead of all names of nodes, and of their IDs if they are text. */
const named =
  (name: string): typeof trueAnswer =>
  (call) =>
    JSON.parse(JSON.stringify(trueAnswer(call)), (key, value: unknown) =>
      key === 'nodeName' && value === 'web-1' ? name : value
    );

describe.each(CORPUS)('a node that is called %j', (name) => {
  it.each([
    ['deviations', { queryType: 'deviations' }],
    ['lanes', { queryType: 'deviations', format: 'lanes' }],
    ['events', EVENTS],
    ['states', { queryType: 'alertEvents', format: 'states' }],
    ['annotations', { queryType: 'annotations', source: 'alerts' }],
    ['an overlay', { queryType: 'metric', nodeId: '12', metricId: 'cpu', overlay: 'alerts' }],
  ])('is in an address unchanged: %s', async (_, query) => {
    const found = hrefs(await linksOf(query, link('https://x/n/{{node}}?q={{node}}', 'node'), named(name)), 'Mine');
    expect(found.filter((href) => !/n.(14|web-1|db-1)[?]/.test(href))).toEqual([
      `https://x/n/${encodeURIComponent(name)}?q=${encodeURIComponent(name)}`,
    ]);
  });
});

it.each(['.', '..'])('a name that can’t be part of an address, %j, has no link', async (name) => {
  expect(hrefs(await linksOf(EVENTS, link('/n/{{node}}', 'node'), named(name)), 'Mine')).toEqual(['/n/db-1']);
});

it.each([
  'javascript:alert(1)',
  'JavaScript://x/%0aalert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://x',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  'evil.example',
  '{{node}}',
  '{{node}}:alert(1)',
  'https://',
  'http:/x',
  '',
  '/x/{{host}}',
  '/x/{{ }}',
  '/x/{{node}}/{{Node}}',
])('%j is not a link, and is reported', async (url) => {
  expect(hrefs(await linksOf(EVENTS, link(url)), 'Mine')).toEqual([]);
  expect(brokenLinks(link(url))).toEqual(['Mine']);
});

it.each<[unknown, number, string[]]>([
  [undefined, 0, []],
  [null, 0, []],
  ['', 0, []],
  [[], 0, []],
  ['https://x', 0, ['1']],
  [[null, 7, {}], 0, ['1', '2', '3']],
  [{ title: 'One', url: '/x' }, 1, []],
  [[{ url: 'https://x' }], 1, []],
  [[{ title: 'A', url: '/x', on: 'node' }], 1, []],
  [[{ title: 'A', url: '/x', on: [] }], 1, []],
  [[{ title: 'A', url: '/x', on: ['host'] }], 0, ['A']],
  [[{ title: 7, url: ' /x ' }], 1, []],
  [[{ url: 'ftp://x' }], 0, ['ftp://x']],
])('settings %j', (stored, count, broken) => {
  const links = readLinks(stored);
  expect(links).toHaveLength(count);
  expect(brokenLinks(stored)).toEqual(broken);
  expect(links.every(({ title, url, on }) => title !== '' && url.trim() === url && on.length > 0)).toBe(true);
});
