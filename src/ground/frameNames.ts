import { type DataFrame, type Field, type TimeRange } from '@grafana/data';
import { countBy } from 'lodash';
import { rangeOf, SLOT } from './spans';

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
function freeSuffix(refId: string | undefined, isFree: (suffix: string) => boolean): string {
  let suffix = ` (${refId})`;
  for (let next = 2; !isFree(suffix); next++) {
    suffix = ` (${refId} ${next})`;
  }
  return suffix;
}

/**
 * Makes display names unique in frames of several runners. Without repeated names, the same frames are returned. The
 * argument is not modified.
 */
export function uniqueNames(frames: DataFrame[]): DataFrame[] {
  const taken = new Set<string>();
  return frames.map((frame) => {
    const names = frame.fields.flatMap((field) => field.config.displayNameFromDS ?? []);
    const isFree = (suffix: string) => names.every((name) => !taken.has(name + suffix));
    const suffix = isFree('') ? '' : freeSuffix(frame.refId, isFree);
    names.forEach((name) => taken.add(name + suffix));
    return suffix === '' ? frame : { ...frame, fields: frame.fields.map((field) => withSuffix(field, suffix)) };
  });
}

function withSuffix(field: Field, suffix: string): Field {
  const { displayName, displayNameFromDS, custom } = field.config;
  if (displayNameFromDS === undefined) {
    return field;
  }
  const config = { ...field.config, displayNameFromDS: displayNameFromDS + suffix };
  if (displayName !== undefined) {
    config.displayName = displayName + suffix;
  }
  if (typeof custom?.fillBelowTo === 'string') {
    config.custom = { ...custom, fillBelowTo: custom.fillBelowTo + suffix };
  }
  return { ...field, config };
}

/** A range that ends within this many milliseconds of now is live: it moves with each refresh. */
const LIVE = 30_000;

/**
 * A suffix for the names by which bands find their lower edges: Grafana looks for them in the whole panel, which may show
 * several time ranges (its own time comparison) or data sources. A live range keeps its suffix on each refresh, so that
 * Grafana does not rebuild the graph.
 */
export function partnerSuffix(request: { range: TimeRange }, now: number, uid: string): string {
  const { from, to } = rangeOf(request);
  const range = Math.abs(now - to) < LIVE ? `last ${Math.round((to - from) / SLOT)}` : `${from}-${to}`;
  return ` (${uid} ${range})`;
}

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

/** The names of rows. A name that belongs to several IDs is followed by the ID: `web-1 (12)`. */
export function distinctNames<T>(rows: readonly T[], nameOf: (row: T) => string, idOf: (row: T) => string): string[] {
  const ids = new Map<string, Set<string>>();
  for (const row of rows) {
    const name = nameOf(row);
    ids.set(name, (ids.get(name) ?? new Set()).add(idOf(row)));
  }
  return rows.map((row) => {
    const name = nameOf(row);
    const id = idOf(row);
    return (ids.get(name)?.size ?? 0) > 1 && id !== name ? `${name} (${id})` : name;
  });
}
