import { type DataQuery, type ScopedVars, type TimeRange, urlUtil } from '@grafana/data';
import { getDataSourceSrv } from '@grafana/runtime';
import { rangeForAddress } from '../dashboard/time';

/** The content of Explore's address: one pane's queries and range. */
export interface ExploreState {
  datasource?: string;
  queries: DataQuery[];
  range: { from: string; to: string };
}

export const EMPTY: ExploreState = { queries: [], range: { from: 'now-6h', to: 'now' } };

/** Explore's address for a panel's queries. The data source replaces their variables, since Explore has none. */
export async function exploreAddress(queries: DataQuery[], range: TimeRange, scopedVars: ScopedVars): Promise<string> {
  const source = await getDataSourceSrv().get(queries[0]?.datasource, scopedVars);
  const replaced = source.interpolateVariablesInQueries?.(queries, scopedVars) ?? queries;
  return addressOf({ datasource: source.uid, queries: replaced, range: rangeForAddress(range.raw) });
}

export function addressOf(state: ExploreState): string {
  return urlUtil.renderUrl('/explore', { schemaVersion: 1, panes: JSON.stringify({ a: state }) });
}

/** Reads the address: Grafana's `panes`, or the older `left` that some table links still have. */
export function readAddress(search: string): ExploreState {
  const parameters = new URLSearchParams(search);
  try {
    const panes = parameters.get('panes');
    const [pane] = panes
      ? Object.values<Partial<ExploreState>>(JSON.parse(panes))
      : [JSON.parse(parameters.get('left') ?? '{}')];
    const queries = (pane?.queries ?? []).map((query: DataQuery, i: number) => ({
      ...query,
      refId: query.refId || String.fromCharCode(65 + i),
    }));
    return { datasource: pane?.datasource, queries, range: { ...EMPTY.range, ...pane?.range } };
  } catch {
    return EMPTY;
  }
}
