import { type DataQuery, type RawTimeRange, type ScopedVars, type TimeRange, urlUtil } from '@grafana/data';
import { getDataSourceSrv, getTemplateSrv } from '@grafana/runtime';
import { rangeForAddress } from '../dashboard/time';

/** What Explore's address holds: one pane's queries and range. */
export interface ExploreState {
  datasource?: string;
  queries: DataQuery[];
  range: { from: string; to: string };
}

export const EMPTY: ExploreState = { queries: [], range: { from: 'now-6h', to: 'now' } };

/** Explore's address for a panel's queries, their variables replaced, since Explore has none. */
export function exploreAddress(queries: DataQuery[], range: TimeRange, scopedVars: ScopedVars): string {
  const replaced = queries.map((query) => replaceDeep(query, scopedVars));
  return addressOf({
    datasource: uidOf(replaced),
    queries: replaced,
    range: rangeForAddress(range.raw as RawTimeRange),
  });
}

export function addressOf(state: ExploreState): string {
  return urlUtil.renderUrl('/explore', { schemaVersion: 1, panes: JSON.stringify({ a: state }) });
}

/** Reads the address: Grafana's `panes`, or the older `left` that links from tables still have. */
export function readAddress(search: string): ExploreState {
  const parameters = new URLSearchParams(search);
  try {
    const panes = parameters.get('panes');
    const [pane] = panes
      ? Object.values<Partial<ExploreState>>(JSON.parse(panes))
      : [JSON.parse(parameters.get('left') ?? '{}')];
    const queries = (pane?.queries ?? []).map((query: DataQuery, i: number) => ({
      ...query,
      refId: query.refId || letter(i),
    }));
    return { datasource: pane?.datasource, queries, range: { ...EMPTY.range, ...pane?.range } };
  } catch {
    return EMPTY;
  }
}

export function letter(place: number): string {
  return place < 26 ? String.fromCharCode(65 + place) : `Q${place}`;
}

function uidOf(queries: DataQuery[]): string | undefined {
  return getDataSourceSrv().getInstanceSettings(queries[0]?.datasource)?.uid;
}

function replaceDeep<T>(value: T, scopedVars: ScopedVars): T {
  if (typeof value === 'string') {
    return getTemplateSrv().replace(value, scopedVars, 'csv') as T;
  }
  if (Array.isArray(value)) {
    return value.map((item) => replaceDeep(item, scopedVars)) as T;
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceDeep(item, scopedVars)])) as T;
  }
  return value;
}
