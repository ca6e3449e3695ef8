import { type Span } from '../time/spans';
import { uniq } from 'lodash';
import { type Named } from '../answer/named';
import { corridorsQuery, exploreUrl, type LinkPlace, type RowSpan, withMargin } from '../tables/links';
import { anchor } from './html';

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

/** The metrics as HTML, a line each that leads to its corridors over the span; those beyond what a tooltip holds counted. */
export function metricsHtml<M extends Named>(
  metrics: readonly M[],
  lineOf: (metric: M) => string,
  place: LinkPlace,
  span: Span
): string {
  const shown = metrics.slice(0, MOST_NAMED).map((metric) => anchor(lineOf(metric), corridorsUrl(metric, place, span)));
  const count = metrics.length - shown.length;
  return [...shown, ...(count > 0 ? [`+${count}`] : [])].join('<br>');
}

function corridorsUrl(named: Named, place: LinkPlace, span: Span): string | undefined {
  return named.nodeId && named.metricId ? urlOf(place, corridorsQuery(named), span) : undefined;
}

/** A view of Explore over the span with a margin, or undefined where a text cannot be part of a URL. */
export function urlOf(place: LinkPlace, query: Parameters<typeof exploreUrl>[1], span: RowSpan): string | undefined {
  try {
    return exploreUrl(place, query, { ...withMargin(span, place.now), open: span.open });
  } catch {
    // A lone surrogate in a name has no form in a URL.
    return undefined;
  }
}
