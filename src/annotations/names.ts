import { type Span } from '../time/span';
import { t } from '@grafana/i18n';
import { uniq } from 'lodash';
import { exploreUrl, type LinkPlace, withMargin } from '../tables/links';
import { type Named } from '../answer/named';
import { anchor, escaped } from './html';

/** As many metrics as a tooltip names, and tags as it can hold. */
const MOST_NAMED = 6;
const MOST_TAGS = 60;

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

/** The metrics as HTML, each a link to its corridors over the span. */
export function metricsHtml(named: readonly Named[], place: LinkPlace, span: Span): string {
  if (named.length === 0) {
    return '';
  }
  const shown = named.slice(0, MOST_NAMED).map((metric) => anchor(labelOf(metric), corridorsUrl(metric, place, span)));
  const more = named.length - shown.length;
  return (
    shown.join('<br>') +
    (more > 0 ? `<br>${escaped(t('annotations.more-metrics', 'and {{number}} more metrics', { number: more }))}` : '')
  );
}

function labelOf({ metricName, metricId, nodeName, nodeId }: Named): string {
  return [metricName || metricId, nodeName || nodeId].filter(Boolean).join(' · ');
}

function corridorsUrl(named: Named, place: LinkPlace, span: Span): string | undefined {
  const { nodeId, metricId } = named;
  if (!nodeId || !metricId) {
    return undefined;
  }
  const names = {
    nodeName: named.nodeName ?? '',
    metricName: named.metricName ?? '',
    systemName: named.systemName ?? '',
  };
  return urlOf(place, { queryType: 'metric', nodeId, metricId, ...names }, span);
}

/** A view of Explore, or undefined where a text cannot be part of a URL. */
export function urlOf(place: LinkPlace, query: Parameters<typeof exploreUrl>[1], span: Span): string | undefined {
  try {
    return exploreUrl(place, query, withMargin(span, place.now));
  } catch {
    // A lone surrogate in a name has no form in a URL.
    return undefined;
  }
}
