import { BANDS, type FieldsOf } from './query';
import { isFilled, shownText, someOf, texts } from './shapes';

/** The fields of queries about series: node and metric. */
export const WHICH_SERIES = {
  nodeId: texts('nodeName'),
  metricId: texts('metricName'),
  /** `<nodeId>:<metricId>`. If it is not empty, it replaces `nodeId` and `metricId`. */
  series: texts(),
  /** What the picker showed, only for labels. */
  nodeName: shownText(),
  metricName: shownText(),
  systemName: shownText(),
};

/** The fields of queries that draw series, with their look. */
export const SERIES_FIELDS = {
  ...WHICH_SERIES,
  bands: someOf(...BANDS),
  /** The series' name, possibly with labels. Empty: metric and node. */
  legend: shownText(),
};

/** Whether a query has series. A field with a variable counts as filled. If the variable is empty, there is a notice. */
export function namesSeries({ nodeId, metricId, series }: FieldsOf<typeof WHICH_SERIES>): boolean {
  return isFilled(series) || (isFilled(nodeId) && isFilled(metricId));
}

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
