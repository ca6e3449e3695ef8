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

/** Stands in a display name for the aggregation that the service decides on. */
const FILLED_LATER = '{{aggregation}}';

/**
 * The display name: `legend` with its labels (`{{node}}`) put in, else `<metric> · <node>`. A label without a name shows
 * the id. An aggregation that is not known yet is left to `finalName`.
 */
export function displayName(legend: string, identity: SeriesIdentity): string {
  const labels = new Map(Object.entries({ ...labelsOf(identity), ...shownNames(identity) }));
  labels.set('aggregation', identity.aggregation || FILLED_LATER);
  return (
    legend.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, label) => labels.get(label) ?? '').trim() || plainName(identity)
  );
}

/** The display name once the answer has told the aggregation, or has not. */
export function finalName(name: string, identity: SeriesIdentity): string {
  return name.split(FILLED_LATER).join(identity.aggregation).trim() || plainName(identity);
}

function plainName(identity: SeriesIdentity): string {
  const { node, metric } = shownNames(identity);
  return `${metric} · ${node}`;
}

function shownNames({ nodeId, metricId, nodeName, metricName }: SeriesIdentity) {
  return { node: nodeName || nodeId, metric: metricName || metricId };
}
