import { BANDS } from './query';
import { list, text, texts } from './shapes';

/** The fields of queries that stand for series: of which node and metric, and how a series looks. */
export const SERIES_FIELDS = {
  nodeId: texts('nodeName'),
  metricId: texts('metricName'),
  /** `<nodeId>:<metricId>`; where it is not empty it takes the place of `nodeId` and `metricId`. */
  series: texts(),
  bands: list(...BANDS),
  /** The series' name; may name labels. Empty: metric and node. */
  legend: text(),
  /** What the picker showed, for labels only. */
  nodeName: text(),
  metricName: text(),
  systemName: text(),
};

/** A node's metric. */
export interface SeriesId {
  nodeId: string;
  metricId: string;
}

/** A series as text, cut at the first colon: node ids are integers, metric ids may hold anything. Null where it is none. */
export function parseSeries(text: string): SeriesId | null {
  const colon = text.indexOf(':');
  const [nodeId, metricId] = [text.slice(0, Math.max(0, colon)).trim(), text.slice(colon + 1).trim()];
  return nodeId === '' || metricId === '' ? null : { nodeId, metricId };
}
