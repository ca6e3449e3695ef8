import { CoreApp } from '@grafana/data';
import { type AnomalyQuery } from './query';
import { type Settings } from '../settings';

/**
 * What a new query starts with: the settings' node and metric. In Explore, while no metric is chosen, the
 * metrics of the alerts of now: they need no id, and each is a click away from its corridors.
 */
export function defaultQuery(app: CoreApp, { defaultNodeId, defaultMetricId }: Settings): Partial<AnomalyQuery> {
  if (app === CoreApp.Explore && (defaultNodeId === '' || defaultMetricId === '')) {
    return { queryType: 'alerts', metrics: true };
  }
  return { queryType: 'metric', nodeId: defaultNodeId, metricId: defaultMetricId };
}

/** What a stored query may hold and Grafana still calls it empty. */
const SAYS_NOTHING = ['refId', 'hide', 'key', 'queryType', 'datasource', 'label'];

/**
 * The query as it was stored. Before it runs one that says nothing but its type, Grafana puts the default query under it:
 * the default node and metric would narrow all alerts to one metric, which the user did not request.
 */
export function withoutDefault(query: AnomalyQuery, { defaultNodeId, defaultMetricId }: Settings): AnomalyQuery {
  const { nodeId, metricId, ...rest } = query;
  const isDefault = nodeId === defaultNodeId && metricId === defaultMetricId;
  const empty = Object.keys(rest).every((key) => SAYS_NOTHING.includes(key));
  return isDefault && empty ? rest : query;
}

/**
 * A query of series that was stored without naming any: the settings' node and metric, which a new one starts with, fill
 * it. Grafana does the same with a query that says nothing but its type, yet only when it runs, and not for the editor.
 */
export function withDefault(query: AnomalyQuery, { defaultNodeId, defaultMetricId }: Settings): AnomalyQuery {
  const named = query.nodeId !== undefined || query.metricId !== undefined || query.series !== undefined;
  return named ? query : { ...query, nodeId: defaultNodeId, metricId: defaultMetricId };
}
