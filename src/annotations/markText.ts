import { locationUtil, textUtil } from '@grafana/data';
import { t } from '@grafana/i18n';
import { uniq } from 'lodash';
import { type Named } from '../service/alerts';
import {
  alertDashboardUrl,
  corridorsQuery,
  exploreUrl,
  type LinkPlace,
  type RowSpan,
  withMargin,
} from '../tables/links';
import { type Span } from '../time/spans';

/**
 * Grafana draws an annotation's title and text as sanitised HTML. All markup is made here; whatever comes from the
 * service goes through `escaped`.
 */

/** As many metrics as a tooltip names, and tags as it can hold. */
const MOST_NAMED = 6;
const MOST_TAGS = 60;

/** A text as HTML shows it letter by letter. */
export function escaped(text: string): string {
  return textUtil.escapeHtml(text);
}

/** @param html lines of HTML; empty ones are left out */
export function lines(...html: string[]): string {
  return html.filter((line) => line !== '').join('<br>');
}

/** Plain texts, each once: what is given first, then names of nodes, systems and metrics (or ids without a name). */
export function tagsOf(first: Array<string | null>, named: readonly Named[]): string[] {
  const all = [
    ...first,
    ...named.map(({ nodeName, nodeId }) => nodeName || nodeId),
    ...named.map(({ systemName, systemId }) => systemName || systemId),
    ...named.map(({ metricName, metricId }) => metricName || metricId),
  ];
  return uniq(all.flatMap((tag) => tag || [])).slice(0, MOST_TAGS);
}

/** The metrics as HTML, a line each that leads to its corridors over the span; those beyond what a tooltip holds counted. */
export function metricsHtml<M extends Named>(
  metrics: readonly M[],
  lineOf: (metric: M) => string,
  place: LinkPlace,
  span: Span
): string {
  const shown = metrics.slice(0, MOST_NAMED).map((metric) => {
    const isSeries = metric.nodeId && metric.metricId;
    return isSeries
      ? anchor(lineOf(metric), () => exploreUrl(place, corridorsQuery(metric), withMargin(span, place.now)))
      : escaped(lineOf(metric));
  });
  const count = metrics.length - shown.length;
  return lines(...shown, count > 0 ? `+${count}` : '');
}

/**
 * Ways on from an annotation of an alert, over the alert's own time with a margin: the Alert dashboard that ships with the
 * plugin, and the alert's events in Explore.
 */
export function alertLinks(alertId: string, place: LinkPlace, span: RowSpan): string {
  if (alertId === '') {
    return '';
  }
  const events = { queryType: 'alertEvents', alertId, changes: true };
  return [
    anchor(t('links.alert-dashboard', 'Alert dashboard'), () => alertDashboardUrl(place, alertId, span)),
    anchor(t('links.alert-events', 'Events of this alert'), () =>
      exploreUrl(place, events, { ...withMargin(span, place.now), open: span.open })
    ),
  ].join(' · ');
}

/** @param makeUrl a URL within Grafana, without its base path; where it throws, the label stands alone */
function anchor(label: string, makeUrl: () => string): string {
  try {
    return `<a href="${escaped(locationUtil.assureBaseUrl(makeUrl()))}" target="_blank">${escaped(label)}</a>`;
  } catch {
    // A lone surrogate in a name has no form in a URL.
    return escaped(label);
  }
}
