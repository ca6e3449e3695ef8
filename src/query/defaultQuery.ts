import { CoreApp } from '@grafana/data';
import { type AnomalyQuery, isOfSeries, queryTypeOf } from './query';
import { type Settings } from '../settings';

/**
 * What a new query starts with: the settings' node and metric. In Explore, where nobody has chosen a metric yet, the
 * alerts of now: they need no id and lead to everything else.
 */
export function defaultQuery(app: CoreApp, { defaultNodeId, defaultMetricId }: Settings): Partial<AnomalyQuery> {
  if (app === CoreApp.Explore && (defaultNodeId === '' || defaultMetricId === '')) {
    return { queryType: 'alerts' };
  }
  return { queryType: 'metric', nodeId: defaultNodeId, metricId: defaultMetricId };
}

/** What a stored query may hold and Grafana still calls it empty. */
const SAYS_NOTHING = ['refId', 'hide', 'key', 'queryType', 'datasource', 'label'];

/**
 * The query as it was stored. Before it runs one that says nothing but its type, Grafana puts the default query under it:
 * the default node and metric would narrow all alerts to those of one metric, and nobody asked for that.
 */
export function withoutDefault(query: AnomalyQuery, { defaultNodeId, defaultMetricId }: Settings): AnomalyQuery {
  const { nodeId, metricId, ...rest } = query;
  const isDefault = nodeId === defaultNodeId && metricId === defaultMetricId;
  const empty = Object.keys(rest).every((key) => SAYS_NOTHING.includes(key));
  return isDefault && empty && !isOfSeries(queryTypeOf(query)) ? rest : query;
}
