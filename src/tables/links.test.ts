import { CoreApp, type DataLink, dateTime } from '@grafana/data';
import {
  alertEventsLink,
  alertLinks,
  anomalyUpdateLink,
  anomalyUpdatesLink,
  corridorsLink,
  exploreUrl,
  linkPlace,
  metricAlertsLink,
  nodeAlertsLink,
} from './links';

const HOUR = 3600_000;
const to = dateTime(Date.UTC(2026, 0, 31, 12));
const range = { from: dateTime(to.valueOf() - 6 * HOUR), to, raw: { from: 'now-6h', to: 'now' } };
const place = { dataSource: { uid: 'uid', name: 'Anomalies', type: 'anomaly' }, range, now: to.valueOf() + HOUR };

/** Replaces as Grafana does: the row's fields. */
const replacer = (row: Record<string, string>) => (text: string) =>
  text.replace(/\$\{__data\.fields\.(\w+)\}/g, (_, name: string) => row[name] ?? '');

/** The queries that a row's link opens. */
function queriesOf(link: DataLink, row: Record<string, string>): object[] {
  return panes(link.onBuildUrl?.({ origin: null, replaceVariables: replacer(row) }) ?? '').queries;
}

function panes(url: string) {
  const search = new URLSearchParams(url.slice(url.indexOf('?')));
  return JSON.parse(search.get('panes') ?? '').link as { datasource: string; queries: object[]; range: object };
}

describe('links', () => {
  it("open an alert's events over the alert's own time with a margin", () => {
    const span = { from: to.valueOf() - 8 * HOUR, to: to.valueOf() - 4 * HOUR };
    const open = (open: boolean) => {
      const link = alertEventsLink(place, 'id', (field) => (field('id') === 'a "17"' ? { ...span, open } : null));
      return panes(link.onBuildUrl?.({ origin: null, replaceVariables: replacer({ id: 'a "17"' }) }) ?? '');
    };
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
      range: { from: String(span.from - HOUR), to: String(span.to + HOUR) },
    });
    // One that continues is seen as it continues.
    expect(open(true).range).toEqual({ from: String(span.from - HOUR), to: 'now' });
  });

  it('lead from Explore to the Alert dashboard as well, over the same time', () => {
    const span = { from: to.valueOf() - 8 * HOUR, to: to.valueOf() - 4 * HOUR };
    expect(alertLinks(place, 'id', () => span)).toHaveLength(1);
    const [, link] = alertLinks({ ...place, inExplore: true }, 'id', () => span);
    const url = link.onBuildUrl?.({ origin: null, replaceVariables: replacer({ id: 'a "17"' }) }) ?? '';
    const [path, search] = url.split('?');
    expect(path).toBe('/d/anomaly-monitoring-alert/anomaly-alert');
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
      'var-datasource': 'uid',
      'var-alert': 'a "17"',
      from: String(span.from - HOUR),
      to: String(span.to + HOUR),
    });
  });

  it("open a node's alerts", () => {
    expect(queriesOf(nodeAlertsLink(place), { nodeId: '7' })).toMatchObject([
      { queryType: 'alertSearch', nodeId: '7' },
    ]);
  });

  it("open a metric's alerts on all nodes, whatever its id holds", () => {
    const id = 'cpu "0"\\{%&#';
    expect(queriesOf(metricAlertsLink(place), { metricId: id })).toEqual([
      { refId: 'A', datasource: { uid: 'uid', type: 'anomaly' }, queryType: 'alertSearch', metricId: id },
    ]);
  });

  it("open a metric in its corridors over the row's time with a margin that ends now, whatever its id holds", () => {
    const row = { id: 'a', nodeId: '7', metricId: 'cpu "0"\\{%&#', nodeName: 'db', metricName: 'CPU', systemName: '' };
    const span = { from: to.valueOf() - 8 * HOUR, to: to.valueOf() };
    const link = corridorsLink(place, (field) => (field('id') === 'a' ? span : null));
    const url = link.onBuildUrl?.({ origin: null, replaceVariables: replacer(row) }) ?? '';
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

  it('keep the range where the row has no time', () => {
    const url = corridorsLink(place, () => null).onBuildUrl?.({ origin: null, replaceVariables: replacer({}) }) ?? '';
    expect(panes(url).range).toEqual({ from: 'now-6h', to: 'now' });
  });

  it('open the updates of an anomaly from its id, and an update with its metrics', () => {
    const row = { id: 'an 1', updateId: 'u7' };
    expect(queriesOf(anomalyUpdatesLink(place), row)).toMatchObject([
      { queryType: 'anomalies', scope: 'alert', alertId: 'an 1' },
    ]);
    expect(queriesOf(anomalyUpdateLink(place), row)).toMatchObject([
      { queryType: 'anomalies', scope: 'update', alertId: 'an 1', updateId: 'u7', withMetrics: true },
    ]);
  });

  it('say where they lead', () => {
    const all = [
      ...alertLinks({ ...place, inExplore: true }, 'id', () => null),
      nodeAlertsLink(place),
      metricAlertsLink(place),
      anomalyUpdatesLink(place),
      anomalyUpdateLink(place),
      corridorsLink(place, () => null),
    ];
    expect(all.map(({ title }) => title)).toEqual([
      'Events of this alert',
      'Alert dashboard',
      'Alerts of this node',
      'Alerts of this metric',
      'All updates of an anomaly',
      'Single update',
      'This metric in its corridors',
    ]);
  });

  it('leave out names that are not there', () => {
    const row = { nodeId: '7', metricId: 'cpu', nodeName: 'null', metricName: '', systemName: 'Shop' };
    const url = corridorsLink(place, () => null).onBuildUrl?.({ origin: null, replaceVariables: replacer(row) }) ?? '';
    const [query] = panes(url).queries;
    expect(Object.keys(query).filter((name) => name.endsWith('Name'))).toEqual(['systemName']);
    // Where the table has no such column, Grafana leaves the text as it is.
    const bare = (text: string) => (text.endsWith('Name}') ? text : replacer(row)(text));
    const without = corridorsLink(place, () => null).onBuildUrl?.({ origin: null, replaceVariables: bare }) ?? '';
    expect(Object.keys(panes(without).queries[0]).filter((name) => name.endsWith('Name'))).toEqual([]);
  });

  it('can be built where nothing replaces', () => {
    const url =
      alertEventsLink(place, 'id', () => null).onBuildUrl?.({ origin: null, replaceVariables: undefined }) ?? '';
    expect(panes(url).queries).toMatchObject([{ queryType: 'alertEvents', alertId: '' }]);
    const [, dashboard] = alertLinks({ ...place, inExplore: true }, 'id', () => null);
    expect(dashboard.onBuildUrl?.({ origin: null, replaceVariables: undefined })).toContain('var-alert=&');
  });

  it('keep a range of fixed times as milliseconds', () => {
    const raw = { from: range.from, to: range.to };
    const { range: kept } = panes(exploreUrl({ ...place, range: { ...range, raw } }, {}));
    expect(kept).toEqual({ from: String(range.from.valueOf()), to: String(range.to.valueOf()) });
  });

  it.each([
    [CoreApp.Explore, true],
    [CoreApp.Dashboard, false],
  ])('know whether they stand in %s', (app, inExplore) => {
    const context = { dataSource: place.dataSource, now: () => 5 };
    const [request, { now }] = [{ range, app }, context];
    expect(linkPlace(request as never, context as never)).toEqual({ ...place, range, now: now(), inExplore });
  });
});
