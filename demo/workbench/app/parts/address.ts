import { type DataQuery, type TimeRange, urlUtil } from '@grafana/data';
import { inAddress, rangeOf } from './range';

const NOTHING = { queries: [] as DataQuery[], range: { from: 'now-6h', to: 'now' } };

/** Explore's address with these queries and this range. */
export function exploreAddress(queries: DataQuery[], range: TimeRange): string {
  const pane = { datasource: 'anomaly-monitoring', queries, range: inAddress(range) };
  return urlUtil.renderUrl('/explore', { schemaVersion: 1, panes: JSON.stringify({ a: pane }) });
}

/** The queries and the range of an address: Grafana's `panes`, or the older `left` that some table links still have. */
export function readAddress(search: string): { queries: DataQuery[]; range: TimeRange } {
  const parameters = new URLSearchParams(search);
  const panes = parameters.get('panes') ?? `{"a":${parameters.get('left') ?? '{}'}}`;
  const [pane] = Object.values<Partial<typeof NOTHING>>(JSON.parse(panes));
  const { queries, range } = { ...NOTHING, ...pane };
  return {
    queries: queries.map((query, i) => ({ ...query, refId: query.refId || String.fromCharCode(65 + i) })),
    range: rangeOf(range.from, range.to),
  };
}
