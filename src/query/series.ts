import { BANDS, type FieldsOf } from './query';
import { isFilled, shownText, someOf, texts } from './shapes';

/** The fields of queries that are about series: of which node and metric. */
export const WHICH_SERIES = {
  nodeId: texts('nodeName'),
  metricId: texts('metricName'),
  /** `<nodeId>:<metricId>`; if it is not empty it takes the place of `nodeId` and `metricId`. */
  series: texts(),
  /** What the picker showed, for labels only. */
  nodeName: shownText(),
  metricName: shownText(),
  systemName: shownText(),
};

/** The fields of queries that draw series, with how they look. */
export const SERIES_FIELDS = {
  ...WHICH_SERIES,
  bands: someOf(...BANDS),
  /** The series' name; may name labels. Empty: metric and node. */
  legend: shownText(),
};

/** Whether a query says of which series it is. A field that holds a variable counts as filled; what the variable leaves empty causes a notice. */
export function namesSeries({ nodeId, metricId, series }: FieldsOf<typeof WHICH_SERIES>): boolean {
  return isFilled(series) || (isFilled(nodeId) && isFilled(metricId));
}

/** A node's metric. */
export interface SeriesId {
  nodeId: string;
  metricId: string;
}

/** A series as a key of maps and sets. @param more what else distinguishes entries */
export function seriesKey({ nodeId, metricId }: Record<keyof SeriesId, string | null>, ...more: string[]): string {
  return JSON.stringify([nodeId, metricId, ...more]);
}

/** A series as text, cut at the first colon: node ids are integers, metric ids can contain anything. Null if it is none. */
export function parseSeries(text: string): SeriesId | null {
  const colon = text.indexOf(':');
  const [nodeId, metricId] = [text.slice(0, Math.max(0, colon)).trim(), text.slice(colon + 1).trim()];
  return nodeId === '' || metricId === '' ? null : { nodeId, metricId };
}
