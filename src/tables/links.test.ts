import { CoreApp, type DataLink, dateTime } from '@grafana/data';
import { type BackendSrv, setBackendSrv } from '@grafana/runtime';
import { DASHBOARDS, searchDashboards } from './access';
import { linkRows } from './linkRows';
import {
  alertLinks,
  anomalyUpdateLinks,
  anomalyUpdatesLinks,
  corridorsLinks,
  linkPlace,
  metricAlertsLinks,
  nodeLinks,
  rowSpan,
  valueLinks,
} from './links';
import { alertsView, alertView, urlOf } from './targets';
import { HOUR } from '../settings';

const to = dateTime(Date.UTC(2026, 0, 31, 12));
const range = { from: dateTime(to.valueOf() - 6 * HOUR), to, raw: { from: 'now-6h', to: 'now' } };
const place = { dataSource: { uid: 'uid', name: 'Anomalies', type: 'anomaly' }, range, now: to.valueOf() + HOUR };

/** Replaces variables like Grafana: with the row's fields. */
const replacer = (row: Record<string, string>) => (text: string) =>
  text.replace(/\$\{__data\.fields\.(\w+)\}/g, (_, name: string) => row[name] ?? '');

const opened = (link: DataLink, row: Record<string, string>) =>
  link.onBuildUrl?.({ origin: null, replaceVariables: replacer(row) }) ?? '';

/** The queries that a row's link opens. */
const queriesOf = (link: DataLink, row: Record<string, string>) => panes(opened(link, row)).queries;

function panes(url: string) {
  const search = new URLSearchParams(url.slice(url.indexOf('?')));
  return JSON.parse(search.get('panes') ?? '').link as { datasource: string; queries: object[]; range: object };
}

const NO_ROWS = linkRows(() => []);
const ALERT = { id: 'a "17"' };
const SPAN = { from: to.valueOf() - 8 * HOUR, to: to.valueOf() - 4 * HOUR };

/** A page whose search finds these dashboards, by uid. */
async function finding(...uids: string[]) {
  setBackendSrv({ get: () => Promise.resolve(uids.map((uid) => ({ uid }))) } as unknown as BackendSrv);
  searchDashboards();
  await new Promise(process.nextTick);
}

describe('links', () => {
  beforeEach(() => finding());

  /** The links to an alert from its row. */
  const toAlert = (more: object = {}, inExplore = false) =>
    alertLinks(
      { ...place, inExplore },
      'id',
      linkRows(() => [{ alert: ALERT, span: { ...SPAN, ...more } }])
    );

  it("open an alert's events over the alert's own time with a margin", () => {
    const open = (open: boolean) => panes(opened(toAlert({ open })[0], ALERT));
    expect(open(false)).toEqual({
      datasource: 'uid',
      queries: [
        {
          refId: 'A',
          datasource: { uid: 'uid', type: 'anomaly' },
          queryType: 'alertEvents',
          alertId: 'a "17"',
          changes: true,
        },
      ],
      range: { from: String(SPAN.from - HOUR), to: String(SPAN.to + HOUR) },
    });
    // An active alert's link ends now.
    expect(open(true).range).toEqual({ from: String(SPAN.from - HOUR), to: 'now' });
  });

  it('open the Alert dashboard over the same time, and in Explore also the events', async () => {
    await finding(DASHBOARDS.alert);
    expect([toAlert(), toAlert({}, true)].map(({ length }) => length)).toEqual([1, 2]);
    const [path, search] = opened(toAlert()[0], ALERT).split('?');
    expect(path).toBe('/d/anomaly-monitoring-alert/anomaly-alert');
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
      'var-datasource': 'uid',
      'var-alert': 'a "17"',
      from: String(SPAN.from - HOUR),
      to: String(SPAN.to + HOUR),
    });
  });

  it("open a node's alerts", () => {
    expect(queriesOf(nodeLinks(place, NO_ROWS)[0], { nodeId: '7' })).toMatchObject([
      { queryType: 'alertSearch', nodeId: '7' },
    ]);
  });

  it("open the Overview with a filter that shows the node's name", () => {
    expect(alertsView('node', '7', 'db, main').variables).toEqual({ 'var-filters': 'node|=|7,db__gfc__ main' });
    expect(alertsView('node', '7', '').variables).toEqual({ 'var-filters': 'node|=|7' });
  });

  it("open a metric's alerts on all nodes, whatever its ID contains", () => {
    const id = 'cpu "0"\\{%&#';
    expect(queriesOf(metricAlertsLinks(place, NO_ROWS)[0], { metricId: id })).toEqual([
      { refId: 'A', datasource: { uid: 'uid', type: 'anomaly' }, queryType: 'alertSearch', metricId: id },
    ]);
  });

  it("open a metric in its corridors over the row's time with a margin that ends now, whatever its ID contains", () => {
    const row = { id: 'a', nodeId: '7', metricId: 'cpu "0"\\{%&#', nodeName: 'db', metricName: 'CPU', systemName: '' };
    const span = { from: to.valueOf() - 8 * HOUR, to: to.valueOf() };
    const [link] = corridorsLinks(
      place,
      linkRows(() => [{ alert: { id: 'a' }, metric: row, span }])
    );
    const url = opened(link, row);
    expect(url).toMatch(/^\/explore\?/);
    expect(panes(url)).toEqual({
      datasource: 'uid',
      range: { from: String(span.from - 2 * HOUR), to: String(span.to + HOUR) },
      queries: [
        {
          refId: 'A',
          datasource: { uid: 'uid', type: 'anomaly' },
          queryType: 'metric',
          nodeId: '7',
          metricId: 'cpu "0"\\{%&#',
          nodeName: 'db',
          metricName: 'CPU',
        },
      ],
    });
  });

  it('keep the range if the row has no time', () => {
    const row = { nodeId: '7', metricId: 'cpu' };
    expect(panes(opened(corridorsLinks(place, NO_ROWS)[0], row)).range).toEqual({ from: 'now-6h', to: 'now' });
  });

  it('keep the range if a value has no time', () => {
    const metric = { nodeId: '7', metricId: 'cpu', nodeName: null, metricName: null, systemName: null };
    const [link] = valueLinks(place)([metric], (time) => ({ metric, span: { from: time, to: time } }));
    expect(panes(opened(link, {})).range).toEqual({ from: 'now-6h', to: 'now' });
  });

  it('open the updates of an anomaly from its ID, and an update with its metrics', () => {
    const row = { id: 'an 1', updateId: 'u7' };
    expect(queriesOf(anomalyUpdatesLinks(place, NO_ROWS)[0], row)).toMatchObject([
      { queryType: 'anomalies', scope: 'alert', alertId: 'an 1' },
    ]);
    expect(queriesOf(anomalyUpdateLinks(place)[0], row)).toMatchObject([
      { queryType: 'anomalies', scope: 'update', alertId: 'an 1', updateId: 'u7', withMetrics: true },
    ]);
  });

  it('have a name for their target', async () => {
    await finding(DASHBOARDS.alert);
    const all = [
      ...alertLinks({ ...place, inExplore: true }, 'id', NO_ROWS),
      nodeLinks(place, NO_ROWS)[0],
      metricAlertsLinks(place, NO_ROWS)[0],
      anomalyUpdatesLinks(place, NO_ROWS)[0],
      anomalyUpdateLinks(place)[0],
      corridorsLinks(place, NO_ROWS)[0],
    ];
    expect(all.map(({ title }) => title)).toEqual([
      'Alert dashboard',
      'Events of this alert',
      'Alerts of this node',
      'Alerts of this metric',
      'All updates of an anomaly',
      'Single update',
      'This metric in its corridors',
    ]);
  });

  it("contain the service's name of a metric, whatever the table shows, and omit unknown names", () => {
    const metric = { nodeId: '7', metricId: 'cpu', nodeName: 'db', metricName: '', systemName: null };
    const [link] = corridorsLinks(
      place,
      linkRows(() => [{ metric }])
    );
    const shown = { nodeId: '7', metricId: 'cpu', nodeName: 'db (7)', metricName: 'null', systemName: 'Shop (3)' };
    expect(queriesOf(link, shown)).toMatchObject([{ nodeId: '7', metricId: 'cpu', nodeName: 'db' }]);
    expect(Object.keys(queriesOf(link, shown)[0]).filter((name) => name.endsWith('Name'))).toEqual(['nodeName']);
  });

  it('have no address if a row has no alert, node, or metric', async () => {
    await finding(...Object.values(DASHBOARDS));
    const links = [
      ...alertLinks({ ...place, inExplore: true }, 'id', NO_ROWS),
      ...nodeLinks(place, NO_ROWS),
      ...metricAlertsLinks(place, NO_ROWS),
      ...anomalyUpdatesLinks(place, NO_ROWS),
      ...corridorsLinks(place, NO_ROWS),
    ];
    for (const replaceVariables of [undefined, replacer({}), () => 'null', () => '–', (text: string) => text]) {
      expect(links.map(({ onBuildUrl }) => onBuildUrl?.({ origin: null, replaceVariables }))).toEqual(
        links.map(() => '')
      );
    }
  });

  it('keep a range of fixed times as milliseconds', () => {
    const raw = { from: range.from, to: range.to };
    const { range: kept } = panes(urlOf('explore', alertView('a'), { ...place, range: { ...range, raw } }, null));
    expect(kept).toEqual({ from: String(range.from.valueOf()), to: String(range.to.valueOf()) });
  });

  it.each([
    [CoreApp.Explore, true],
    [CoreApp.Dashboard, false],
  ])('know whether they are in %s', (app, inExplore) => {
    const links = [{ title: 'Logs', url: '/x', on: ['node'] }];
    const context = { dataSource: place.dataSource, now: () => 5, settings: { stored: { links } } };
    const [request, { now }] = [{ range, app }, context];
    expect(linkPlace(request as never, context as never)).toMatchObject({
      ...place,
      range,
      now: now(),
      inExplore,
      links,
    });
  });
});

it('the span of an alert that ended before it began has no negative length', () => {
  const now = to.valueOf();
  const alert = { active: false, firstSeenAt: now - HOUR, lastSeenAt: now - 2 * HOUR };
  expect(rowSpan(alert, now)).toEqual({ from: now - HOUR, to: now - HOUR, open: false });
});
