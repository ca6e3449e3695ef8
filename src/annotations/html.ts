import { locationUtil, textUtil } from '@grafana/data';

/**
 * Grafana draws an annotation's title and text as sanitised HTML. All markup is made here; whatever comes from the
 * service goes through `escaped`.
 */

/** A text as HTML shows it letter by letter. */
export function escaped(text: string): string {
  return textUtil.escapeHtml(text);
}

/** @param url within Grafana, without its base path; undefined gives the label alone */
export function anchor(label: string, url: string | undefined): string {
  return url === undefined
    ? escaped(label)
    : `<a href="${escaped(breakable(locationUtil.assureBaseUrl(url)))}" target="_blank">${escaped(label)}</a>`;
}

/** @param html lines of HTML; empty ones are left out */
export function lines(...html: string[]): string {
  return html.filter((line) => line !== '').join('<br>');
}

/**
 * The same address with spaces in it, between the parts of a view of Explore: Grafana's annotation editor shows the text
 * as it stands, and a word of two thousand letters makes the page as wide. Browsers read a space in a query as `%20`, and
 * JSON reads over it.
 */
function breakable(url: string): string {
  const [path, panes] = url.split('panes=');
  if (panes === undefined) {
    return url;
  }
  const spaced = encodeURIComponent(JSON.stringify(JSON.parse(decodeURIComponent(panes)), null, 1));
  return `${path}panes=${spaced.replace(/%0A(?:%20)*/g, ' ').replaceAll('%20', ' ')}`;
}
