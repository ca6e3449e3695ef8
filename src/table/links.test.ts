import { dateTime } from '@grafana/data';
import { type BackendSrv, setBackendSrv } from '@grafana/runtime';
import { DASHBOARDS, searchDashboards } from './access';
import { alertLinks, corridorsLinks, laneLinks, type LinkRow, metricAlertsLinks, nodeLinks, rowSpan } from './links';
import { alertsView, alertView, urlOf } from './targets';
import { HOUR } from '../ground/spans';

const to = dateTime(Date.UTC(2026, 0, 31, 12));
const range = { from: dateTime(to.valueOf() - 6 * HOUR), to, raw: { from: 'now-6h', to: 'now' } };
const place = { dataSource: { uid: 'uid', name: 'Anomalies', type: 'anomaly' }, range, now: to.valueOf() + HOUR };

/** The queries that an address opens. */
const queriesOf = (url: string) => panes(url).queries;

function panes(url: string) {
  const search = new URLSearchParams(url.slice(url.indexOf('?')));
  return JSON.parse(search.get('panes') ?? '').link as { datasource: string; queries: object[]; range: object };
}

/** The row is what links know about it. */
const own = (row: LinkRow) => row;
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
    alertLinks({ ...place, inExplore }, own).map(({ urlOf }) => urlOf({ alert: ALERT, span: { ...SPAN, ...more } }));

  it("open an alert's events over the alert's own time with a margin", () => {
    const open = (open: boolean) => panes(toAlert({ open })[0]);
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

  it('open the Alert dashboard over the same time and at least 90 minutes before it, and in Explore also the events', async () => {
    await finding(DASHBOARDS.alert);
    expect([toAlert(), toAlert({}, true)].map(({ length }) => length)).toEqual([1, 2]);
    const [path, search] = toAlert()[0].split('?');
    expect(path).toBe('/d/anomaly-monitoring-alert/anomaly-alert');
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
      'var-datasource': 'uid',
      'var-alert': 'a "17"',
      from: String(SPAN.from - 1.5 * HOUR),
      to: String(SPAN.to + HOUR),
    });
  });

  it("open the Overview with a filter that shows the node's name", () => {
    expect(alertsView('node', '7', 'db, main').variables).toEqual({ 'var-filters': 'node|=|7,db__gfc__ main' });
    expect(alertsView('node', '7', '').variables).toEqual({ 'var-filters': 'node|=|7' });
  });

  it("open a metric's alerts on all nodes, whatever its ID contains", () => {
    const id = 'cpu "0"\\{%&#';
    expect(queriesOf(metricAlertsLinks(place, own)[0].urlOf({ metric: { metricId: id } }))).toEqual([
      { refId: 'A', datasource: { uid: 'uid', type: 'anomaly' }, queryType: 'alertSearch', metricId: id },
    ]);
  });

  it("open a metric in its corridors over the row's time with a margin that ends now, whatever its ID contains", () => {
    const row = { id: 'a', nodeId: '7', metricId: 'cpu "0"\\{%&#', nodeName: 'db', metricName: 'CPU', systemName: '' };
    const span = { from: to.valueOf() - 8 * HOUR, to: to.valueOf() };
    const [link] = corridorsLinks(place, own);
    const url = link.urlOf({ alert: { id: 'a' }, metric: row, span });
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
    const metric = { nodeId: '7', metricId: 'cpu' };
    const kept = { from: 'now-6h', to: 'now' };
    expect(panes(corridorsLinks(place, own)[0].urlOf({ metric })).range).toEqual(kept);
    expect(panes(laneLinks(place)({ metric })[0].url).range).toEqual(kept);
    expect(laneLinks(place)({ metric: { nodeId: '7' } })).toEqual([]);
  });

  it('omit unknown names of a metric', () => {
    const metric = { nodeId: '7', metricId: 'cpu', nodeName: 'db', metricName: '', systemName: null };
    const [query] = queriesOf(corridorsLinks(place, own)[0].urlOf({ metric }));
    expect(query).toMatchObject({ nodeId: '7', metricId: 'cpu', nodeName: 'db' });
    expect(Object.keys(query).filter((name) => name.endsWith('Name'))).toEqual(['nodeName']);
  });

  it('have no address if a row has no alert, node, or metric', async () => {
    await finding(...Object.values(DASHBOARDS));
    const links = [
      ...alertLinks({ ...place, inExplore: true }, own),
      ...nodeLinks(place, own),
      ...metricAlertsLinks(place, own),
      ...corridorsLinks(place, own),
    ];
    for (const row of [{}, { metric: null }, { alert: { id: '' }, metric: {} }]) {
      expect(links.map(({ urlOf }) => urlOf(row))).toEqual(links.map(() => ''));
    }
  });

  it('keep a range of fixed times as milliseconds', () => {
    const raw = { from: range.from, to: range.to };
    const { range: kept } = panes(urlOf('explore', alertView('a'), { ...place, range: { ...range, raw } }, null));
    expect(kept).toEqual({ from: String(range.from.valueOf()), to: String(range.to.valueOf()) });
  });
});

it('the span of an alert that ended before it began has no negative length', () => {
  const now = to.valueOf();
  const alert = { active: false, firstSeenAt: now - HOUR, lastSeenAt: now - 2 * HOUR };
  expect(rowSpan(alert, now)).toEqual({ from: now - HOUR, to: now - HOUR, open: false });
});
