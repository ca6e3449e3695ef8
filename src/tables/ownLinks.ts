import { type DataLink } from '@grafana/data';
import { config } from '@grafana/runtime';
import { fillIn, type LinkedKind, type OwnLink, type Placeholder } from '../linkSettings';
import { fieldsOf, type LinkRow, type LinkRows } from './linkRows';
import { type LinkPlace, withMargin } from './targets';

/** The administrator's links on cells of a kind. If a row lacks values that a link needs, the link has no address. */
export function ownLinks(kind: LinkedKind, place: LinkPlace, rows: LinkRows): DataLink[] {
  return linksOn([kind], place)
    .filter((link) => rows.all().some((row) => ownUrl(link, row, place) !== ''))
    .map((link) =>
      dataLink(link, (fields) => {
        const row = rows.find(fields);
        return row ? ownUrl(link, row, place) : '';
      })
    );
}

/**
 * The administrator's links on values over time. A tooltip also shows a link without an address, so every metric that may
 * have the value must have all values for the link.
 */
export function ownValueLinks(
  place: LinkPlace,
  metrics: ReadonlyArray<LinkRow['metric']>,
  at: (time: number) => LinkRow
): DataLink[] {
  return linksOn(['metric', 'node'], place)
    .filter((link) => metrics.every((metric) => ownUrl(link, { metric }, place) !== ''))
    .map((link) => ({
      ...dataLink(link, () => ''),
      onBuildUrl: ({ replaceVariables }) =>
        ownUrl(link, at(Number(replaceVariables?.('${__value.time}') || NaN)), place),
    }));
}

/** All links with an address for a row, because an annotation has its alert, metric, and node together. */
export function ownAddresses(row: LinkRow, place: LinkPlace): Array<{ title: string; url: string }> {
  return (place.links ?? []).flatMap((link) => {
    const url = ownUrl(link, row, place);
    return url === '' ? [] : [{ title: link.title, url }];
  });
}

function linksOn(kinds: readonly LinkedKind[], { links = [] }: LinkPlace): OwnLink[] {
  return links.filter(({ on }) => kinds.some((kind) => on.includes(kind)));
}

function dataLink({ title }: OwnLink, urlOf: (fields: (name: string) => string) => string): DataLink {
  return { title, url: '', targetBlank: true, onBuildUrl: ({ replaceVariables }) => urlOf(fieldsOf(replaceVariables)) };
}

/** @returns '' if the row lacks a value for the link. A path in Grafana gets Grafana's base path. */
function ownUrl({ url }: Pick<OwnLink, 'url'>, row: LinkRow, place: Pick<LinkPlace, 'range' | 'now'>): string {
  const filled = fillIn(url, (name) => valueOf(name, row, place) || null);
  return filled.startsWith('/') ? `${config.appSubUrl ?? ''}${filled}` : filled;
}

function valueOf(
  name: Placeholder,
  { alert, metric, span }: LinkRow,
  { range, now }: Pick<LinkPlace, 'range' | 'now'>
): string | null | undefined {
  const time = span ? withMargin(span, now) : { from: range.from.valueOf(), to: range.to.valueOf() };
  switch (name) {
    case 'title':
      return alert?.title;
    case 'alertId':
      return alert?.id;
    case 'impact':
      return alert?.impact;
    case 'node':
      return metric?.nodeName || metric?.nodeId;
    case 'metric':
      return metric?.metricName || metric?.metricId;
    case 'system':
      return metric?.systemName;
    case 'from':
    case 'to':
      return String(time[name]);
    default:
      return metric?.[name];
  }
}
