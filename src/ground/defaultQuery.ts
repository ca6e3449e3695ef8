import { CoreApp } from '@grafana/data';
import { type AnomalyQuery } from './query';
import { type Settings } from './settings';

/**
 * The start of a new query: the settings' node and metric. In Explore without such a metric, the metrics of active alerts:
 * they need no ID, and each is a click away from its corridors.
 */
export function defaultQuery(app: CoreApp, { defaultNodeId, defaultMetricId }: Settings): Partial<AnomalyQuery> {
  if (app === CoreApp.Explore && (defaultNodeId === '' || defaultMetricId === '')) {
    return { queryType: 'alerts', metrics: true };
  }
  return { queryType: 'metric', nodeId: defaultNodeId, metricId: defaultMetricId, series: '' };
}

/** The fields that a stored query may have while Grafana still treats it as empty. */
const SAYS_NOTHING = ['refId', 'hide', 'key', 'queryType', 'datasource', 'label'];

/**
 * The query as it was stored. If it only has a type, Grafana adds the default query before it runs: the default node and
 * metric would limit all alerts to one metric, which the user did not request. Only a default query has `series`; a query
 * about the alerts of that metric doesn't.
 */
export function withoutDefault(query: AnomalyQuery, { defaultNodeId, defaultMetricId }: Settings): AnomalyQuery {
  const { nodeId, metricId, series, ...rest } = query;
  const isDefault = nodeId === defaultNodeId && metricId === defaultMetricId && series === '';
  const empty = Object.keys(rest).every((key) => SAYS_NOTHING.includes(key));
  return isDefault && empty ? rest : query;
}

/**
 * A query about series that was stored without any gets the settings' node and metric, like a new one. Grafana does the
 * same with a query that only has a type, but only when it runs, not for the editor.
 */
export function withDefault(query: AnomalyQuery, { defaultNodeId, defaultMetricId }: Settings): AnomalyQuery {
  const named = query.nodeId !== undefined || query.metricId !== undefined || query.series !== undefined;
  return named ? query : { ...query, nodeId: defaultNodeId, metricId: defaultMetricId };
}
