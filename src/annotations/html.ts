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
    : `<a href="${escaped(locationUtil.assureBaseUrl(url))}" target="_blank">${escaped(label)}</a>`;
}

/** @param html lines of HTML; empty ones are left out */
export function lines(...html: string[]): string {
  return html.filter((line) => line !== '').join('<br>');
}
