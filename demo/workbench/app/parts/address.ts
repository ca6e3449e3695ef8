import { type DataQuery, dateMath, dateTime, rangeUtil, type TimeRange, urlUtil } from '@grafana/data';

const NOTHING = { queries: [] as DataQuery[], range: { from: 'now-6h', to: 'now' } };

/** Explore's address with these queries and this range. */
export function exploreAddress(queries: DataQuery[], range: TimeRange): string {
  const pane = { datasource: 'anomaly-monitoring', queries, range: inAddress(range) };
  return urlUtil.renderUrl('/explore', { schemaVersion: 1, panes: JSON.stringify({ a: pane }) });
}

/** The queries and the range of an address. */
export function readAddress(search: string): { queries: DataQuery[]; range: TimeRange } {
  const panes = new URLSearchParams(search).get('panes') ?? '{"a":{}}';
  const [pane] = Object.values<Partial<typeof NOTHING>>(JSON.parse(panes));
  const { queries, range } = { ...NOTHING, ...pane };
  return {
    queries: queries.map((query, i) => ({ ...query, refId: query.refId || String.fromCharCode(65 + i) })),
    range: rangeOf(range.from, range.to),
  };
}

/** A range as in an address or a dashboard (`now-6h`, ISO 8601, epoch milliseconds), evaluated now. */
export function rangeOf(from: string, to: string): TimeRange {
  const end = (text: string) => {
    const time = /^-?\d+$/.test(text) ? Number(text) : text;
    return dateMath.isMathString(text) ? text : dateTime(time);
  };
  return rangeUtil.convertRawToRange({ from: end(from), to: end(to) });
}

/** A range for an address: relative ends stay relative, others are epoch milliseconds. */
export function inAddress({ raw: { from, to } }: TimeRange): { from: string; to: string } {
  return { from: String(from.valueOf()), to: String(to.valueOf()) };
}

/** A range by its ends in epoch milliseconds. */
export function absolute(from: number, to: number): TimeRange {
  return rangeOf(String(Math.round(from)), String(Math.round(to)));
}
