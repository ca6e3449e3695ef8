import { type ScopedVars } from '@grafana/data';
import { displayName, type SeriesIdentity, toldName } from '../corridors/legend';
import { type ForecastQuery, type GranularityChoice, MAX_RESULTS, type MetricQuery } from '../query/query';
import { type Templates } from './templates';

/** One series that a query stands for, its variables replaced. */
export interface WantedSeries {
  identity: SeriesIdentity;
  /** Before it is made unique over the response. */
  name: string;
}

export interface Expansion {
  series: WantedSeries[];
  /** Names of the series beyond the bound. */
  leftOut: string[];
  /** Fields whose variables left nothing. */
  empty: Array<'nodeId' | 'metricId'>;
}

type Names = Partial<Pick<MetricQuery, 'nodeName' | 'metricName' | 'systemName' | 'aggregation'>>;

/** The product of the query's nodes and metrics. */
export function expand(
  query: Pick<ForecastQuery, 'nodeId' | 'metricId' | 'legend'> & Names,
  templates: Templates,
  scopedVars?: ScopedVars
): Expansion {
  const nodes = named(query.nodeId, query.nodeName, templates, scopedVars);
  const metrics = named(query.metricId, query.metricName, templates, scopedVars);
  const legend = templates.one(query.legend, scopedVars);
  const systemName = nodes.length === 1 ? (query.systemName ?? '') : '';
  const all = nodes.flatMap((node) =>
    metrics.map((metric): WantedSeries => {
      const identity = {
        nodeId: node.id,
        metricId: metric.id,
        aggregation: templates.one(query.aggregation ?? '', scopedVars),
        nodeName: node.name,
        metricName: metric.name,
        systemName: templates.one(systemName, scopedVars),
      };
      return { identity, name: displayName(legend, identity) };
    })
  );
  return {
    series: all.slice(0, MAX_RESULTS),
    leftOut: all.slice(MAX_RESULTS).map(({ name, identity }) => toldName(name, identity)),
    empty: [...(nodes.length === 0 ? ['nodeId' as const] : []), ...(metrics.length === 0 ? ['metricId' as const] : [])],
  };
}

/** The ids that a field stands for, each with its name where the query or a variable's text gives one. */
function named(field: string, picked: string | undefined, templates: Templates, scopedVars?: ScopedVars) {
  const ids = templates.all(field, scopedVars);
  if (!templates.holdsVariable(field)) {
    return ids.map((id) => ({ id, name: templates.one(picked ?? '', scopedVars) }));
  }
  const texts = templates.texts(field, scopedVars);
  return ids.map((id) => ({ id, name: texts.get(id) ?? '' }));
}

/** The granularity that a text names, its variables replaced; null where it names none of the contract's. */
export function granularityOf(text: string): GranularityChoice | null {
  switch (text) {
    case '':
    case 'auto':
      return 'auto';
    case '60m':
    case '1h':
      return '1h';
    case '1m':
    case '15m':
      return text;
    default:
      return null;
  }
}
