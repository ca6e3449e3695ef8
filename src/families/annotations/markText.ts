import { locationUtil, textUtil } from '@grafana/data';
import { uniq } from 'lodash';
import { type Named } from '../../service/alerts';
import { alertLinkTitle, type LinkRow, ownAddresses } from '../../table/links';
import { alertView, corridorsView, type LinkPlace, type RowSpan, targetsOf, urlOf } from '../../table/targets';
import { type Span } from '../../ground/spans';

/**
 * Grafana draws an annotation's title and text as sanitized HTML. All markup is created here, and texts from the service
 * go through `escaped`.
 */

/** The most metrics, and tags, in a tooltip. */
const MOST_NAMED = 6;
const MOST_TAGS = 60;

/** A text with escaped markup. */
export function escaped(text: string): string {
  return textUtil.escapeHtml(text);
}

/** @param html lines of HTML; empty ones are omitted */
export function lines(...html: string[]): string {
  return html.filter((line) => line !== '').join('<br>');
}

/** Plain texts, each once: the given ones, then names of nodes, systems, and metrics (IDs without names). */
export function tagsOf(first: Array<string | null>, named: readonly Named[]): string[] {
  const all = [
    ...first,
    ...named.map(({ nodeName, nodeId }) => nodeName || nodeId),
    ...named.map(({ systemName, systemId }) => systemName || systemId),
    ...named.map(({ metricName, metricId }) => metricName || metricId),
  ];
  return uniq(all.flatMap((tag) => tag || [])).slice(0, MOST_TAGS);
}

/**
 * The metrics as HTML, one line each with a link to its corridors over the span. Metrics that don't fit into a tooltip are
 * counted.
 */
export function metricsHtml<M extends Named>(
  metrics: readonly M[],
  lineOf: (metric: M) => string,
  place: LinkPlace,
  span: Span
): string {
  const [target] = targetsOf('metric', place);
  const shown = metrics.slice(0, MOST_NAMED).map((metric) => {
    const isSeries = metric.nodeId && metric.metricId;
    return target && isSeries
      ? anchor(lineOf(metric), urlOf(target, corridorsView(metric), place, span))
      : escaped(lineOf(metric));
  });
  const count = metrics.length - shown.length;
  return lines(...shown, count > 0 ? `+${count}` : '');
}

/** Links of an alert's annotation, with the alert's time and a margin. */
export function alertLinks(alertId: string, place: LinkPlace, span: RowSpan): string {
  const targets = alertId === '' ? [] : targetsOf('alert', place);
  return targets
    .map((target) => anchor(alertLinkTitle(target), urlOf(target, alertView(alertId), place, span)))
    .join(' · ');
}

/** The administrator's links from an annotation. */
export function ownLinks(row: LinkRow, place: LinkPlace): string {
  return ownAddresses(row, place)
    .map(({ title, url }) => anchor(title, url))
    .join(' · ');
}

/** @param url may lack Grafana's base path; without one, only the label is shown */
function anchor(label: string, url: string): string {
  return url === ''
    ? escaped(label)
    : `<a href="${escaped(locationUtil.assureBaseUrl(url))}" target="_blank">${escaped(label)}</a>`;
}
