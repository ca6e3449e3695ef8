/** A node's metric. */
export interface SeriesId {
  nodeId: string;
  metricId: string;
}

/** A series as a key of maps and sets. @param more other parts that distinguish entries */
export function seriesKey({ nodeId, metricId }: Record<keyof SeriesId, string | null>, ...more: string[]): string {
  return JSON.stringify([nodeId, metricId, ...more]);
}

/**
 * A series as text, split at the first colon: node IDs are integers, metric IDs can contain anything. Null if it is
 * invalid.
 */
export function parseSeries(text: string): SeriesId | null {
  const colon = text.indexOf(':');
  const [nodeId, metricId] = [text.slice(0, Math.max(0, colon)).trim(), text.slice(colon + 1).trim()];
  return nodeId === '' || metricId === '' ? null : { nodeId, metricId };
}

/** The names in the label of a series variable: `<metric> · <node>`. */
export function namesIn(shown: string): { nodeName: string; metricName: string } {
  const [metricName, nodeName, ...more] = shown.split(' · ');
  return nodeName === undefined || more.length > 0 ? { nodeName: '', metricName: '' } : { nodeName, metricName };
}
