/**
 * Ad hoc filters: their keys, and who applies them. Each model decides for its own queries (`Model.filtering`). The table
 * of all query types is in docs/annotations-and-variables.md.
 */

/** The keys with their columns. A filter may also use the name of any other column, and then compares that one. */
export const FILTER_KEYS = {
  node: ['nodeId', 'nodeName'],
  metric: ['metricId', 'metricName'],
  impact: ['impact'],
  text: [],
  system: ['systemId', 'systemName'],
  severity: ['severity', 'metricSeverity'],
  type: ['type', 'metricType'],
} as const;

export type FilterKey = keyof typeof FILTER_KEYS;

/** Which keys are applied, and by whom. Others are ignored, and reported in a notice. */
export interface Filtering {
  /** The service applies = and _One of_ with IDs, and the plugin the rest. */
  service?: readonly FilterKey[];
  /** The service applies = and _One of_ with IDs. The rest is ignored. */
  onlyService?: readonly FilterKey[];
  /** The plugin compares rows, for every operator. */
  plugin?: readonly FilterKey[];
}

export type AppliedBy = keyof Filtering;

/** Keys whose values the service can search, and the others. */
export const SEARCHED_KEYS: readonly FilterKey[] = ['node', 'metric', 'impact', 'text'];
export const COMPARED_KEYS: readonly FilterKey[] = ['system', 'severity', 'type'];

/** Alerts are searched, and compared with values that the service can't search. */
export const BY_SEARCH: Filtering = { service: SEARCHED_KEYS, plugin: COMPARED_KEYS };

/** Rows are compared with all filters. */
export const BY_PLUGIN: Filtering = { plugin: [...SEARCHED_KEYS, ...COMPARED_KEYS] };

/** Filters select the alerts. Their displayed values are not compared. */
export const BY_ALERTS: Filtering = { service: ['node', 'metric', 'text'], plugin: ['system'] };

/** An event keeps its impact when its alert changes. */
export const BY_EVENT: Filtering = { service: ['node', 'metric', 'text'], plugin: ['impact', ...COMPARED_KEYS] };

/** Who applies filters with this key. Undefined if they are ignored. */
export function appliedBy(key: FilterKey, table: Filtering = {}): AppliedBy | undefined {
  return (['service', 'onlyService', 'plugin'] as const).find((by) => table[by]?.includes(key));
}

/** The key of a filter: its own, or the key of its column. */
export function filterKeyOf(key: string): FilterKey | undefined {
  return [...SEARCHED_KEYS, ...COMPARED_KEYS].find(
    (one) => one === key || (FILTER_KEYS[one] as readonly string[]).includes(key)
  );
}

/** Whether a filter is applied. A column without a key is compared if the rows have it. */
export function isApplied({ key, operator }: { key: string; operator: string }, table?: Filtering): boolean {
  const own = filterKeyOf(key);
  if (!table || !own) {
    return table !== undefined;
  }
  const by = appliedBy(own, table);
  return by === 'onlyService' ? operator === '=' || operator === '=|' : by !== undefined;
}
