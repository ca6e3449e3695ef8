import { CoreApp } from '@grafana/data';
import { type AnomalyQuery } from './query';
import { type Settings } from './settings';

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
