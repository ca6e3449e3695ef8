import { type TimeRange } from '@grafana/data';
import { countBy } from 'lodash';
import { rangeOf, SLOT } from '../time/spans';

/**
 * Unique display names for a list. A repeated name gets its refId (`cpu · db (B)`), and if that is not enough, a number
 * (`cpu · db (B 2)`). Grafana finds the other edge of a band by display name, so it would mix up bands with the same name.
 */
export function distinct(names: ReadonlyArray<{ name: string; refId: string }>): string[] {
  const count = countBy(names, ({ name }) => name);
  const taken = new Set<string>();
  return names.map(({ name, refId }) => {
    const isFree = (suffix: string) => !taken.has(name + suffix);
    const unique = count[name] === 1 && isFree('') ? name : name + freeSuffix(refId, isFree);
    taken.add(unique);
    return unique;
  });
}

/** A suffix that makes a name unique, from its refId. */
export function freeSuffix(refId: string | undefined, isFree: (suffix: string) => boolean): string {
  let suffix = ` (${refId})`;
  for (let next = 2; !isFree(suffix); next++) {
    suffix = ` (${refId} ${next})`;
  }
  return suffix;
}

/** A range that ends within this many milliseconds of now is live: it moves with each refresh. */
const LIVE = 30_000;

/** What distinguishes an answer from others if a panel combines several: suffixes of names, and colors. */
export interface Distinction {
  /** For the name by which a band finds its lower edge. */
  partner: string;
  /** For the name that people read: the data source in a mixed panel, where names are compared too. */
  shown: string;
  /** The same for the line itself. A legend is used as it was entered. */
  line: string;
  /** The place of the first series: in a mixed panel, each data source begins with another color. */
  firstPlace: number;
}

/**
 * Distinguishes a time range and a data source from others in the same panel: Grafana's own time comparison
 * combines answers for two ranges, and a mixed panel combines several data sources. The suffix of a live range is the
 * same on each refresh, so that Grafana does not rebuild the graph.
 */
export function distinctionOf(
  request: { range: TimeRange; requestId?: string },
  now: number,
  { uid, name }: { uid: string; name: string },
  legend = ''
): Distinction {
  const { from, to } = rangeOf(request);
  const range = Math.abs(now - to) < LIVE ? `last ${Math.round((to - from) / SLOT)}` : `${from}-${to}`;
  const mixed = request.requestId?.match(MIXED);
  const shown = mixed ? ` (${name})` : '';
  return { partner: ` (${uid} ${range})`, shown, line: legend ? '' : shown, firstPlace: Number(mixed?.[1] ?? 0) };
}

/** Grafana starts the IDs of requests with it if a panel's queries have different data sources. */
const MIXED = /^mixed-(\d+)/;

/** The parts of a series' name, before it is made unique. Unknown names are empty. */
export interface SeriesIdentity {
  nodeId: string;
  metricId: string;
  aggregation: string;
  nodeName: string;
  metricName: string;
  systemName: string;
}

/** The labels of a series' value fields: IDs, and known names. */
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

/** The placeholder in a display name for the aggregation that the service chooses. */
const FILLED_LATER = '{{aggregation}}';

/**
 * The display name: `legend` with its labels (`{{node}}`) filled in, otherwise `<metric> · <node>`. A label without a name
 * shows the ID. `finalName` adds an aggregation that is not known yet.
 */
export function displayName(legend: string, identity: SeriesIdentity): string {
  const labels = new Map(Object.entries({ ...labelsOf(identity), ...shownNames(identity) }));
  labels.set('aggregation', identity.aggregation || FILLED_LATER);
  return (
    legend.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, label) => labels.get(label) ?? '').trim() || plainName(identity)
  );
}

/** The display name with the answer's aggregation, or without it if the answer has none. */
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
