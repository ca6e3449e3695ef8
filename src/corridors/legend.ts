/** What a series is called, before names are made unique. Names are empty where they are not known. */
export interface SeriesIdentity {
  nodeId: string;
  metricId: string;
  aggregation: string;
  nodeName: string;
  metricName: string;
  systemName: string;
}

/** The labels of a series' value fields (contract): ids always, names where they are known. */
export function labelsOf(identity: SeriesIdentity): Record<string, string> {
  const { nodeId, metricId, aggregation, nodeName, metricName, systemName } = identity;
  return {
    node_id: nodeId,
    metric_id: metricId,
    aggregation,
    ...(nodeName ? { node: nodeName } : {}),
    ...(metricName ? { metric: metricName } : {}),
    ...(systemName ? { system: systemName } : {}),
  };
}

/**
 * The display name: `legend` with its labels (`{{node}}`) put in, else `<metric> · <node>`. A label without a name shows
 * the id.
 */
export function displayName(legend: string, identity: SeriesIdentity): string {
  const node = identity.nodeName || identity.nodeId;
  const metric = identity.metricName || identity.metricId;
  const labels: Record<string, string> = { ...labelsOf(identity), node, metric };
  const named = legend.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, label: string) => labels[label] ?? '').trim();
  return named || `${metric} · ${node}`;
}
