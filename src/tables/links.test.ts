import { type DataLink, dateTime, type LinkModel, mapInternalLinkToExplore } from '@grafana/data';
import { alertEventsLink, alertLinks, corridorsLink, nodeAlertsLink } from './links';

const HOUR = 3600_000;
const to = dateTime(Date.UTC(2026, 0, 31, 12));
const range = { from: dateTime(to.valueOf() - 6 * HOUR), to, raw: { from: 'now-6h', to: 'now' } };
const place = { dataSource: { uid: 'uid', name: 'Anomalies', type: 'anomaly' }, range, now: to.valueOf() + HOUR };

/** Replaces as Grafana does: the row's fields, and the cell's own value. */
const replacer =
  (row: Record<string, string>, value = '') =>
  (text: string) =>
    text.replace(/\$\{__data\.fields\.(\w+)\}/g, (_, name: string) => row[name] ?? '').replace('${__value.raw}', value);

function opened(link: DataLink, row: Record<string, string>, value?: string): LinkModel {
  return mapInternalLinkToExplore({
    link,
    internalLink: link.internal!,
    scopedVars: {},
    range: link.internal!.range,
    field: { name: 'id', type: 'string', config: {}, values: [] } as never,
    replaceVariables: replacer(row, value),
  });
}

/** What Explore is opened with, as the address says. */
function explored({ href }: LinkModel): { datasource: string; queries: object[]; range: object } {
  return JSON.parse(new URLSearchParams(href.slice(href.indexOf('?'))).get('left') ?? '');
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
    // One that goes on is seen as it goes on.
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

  it("open a node's alerts from its name", () => {
    const left = explored(opened(nodeAlertsLink(place, 'nodeId'), { nodeId: '7' }, 'db-1'));
    expect(left.queries).toMatchObject([{ queryType: 'alertSearch', nodeId: '7' }]);
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
});
