import { expand, type Expansion, type WantedSeries } from '../answer/expand';
import { type Context, type Request } from '../answer/runner';
import { type Named } from '../answer/named';
import { type SeriesIdentity } from '../corridors/legend';
import { distinct } from '../corridors/names';
import { granularityOf } from '../query/granularity';
import { MAX_RESULTS } from '../query/query';
import { MOST_REQUESTS } from '../store/store';
import { shiftBefore } from '../time/before';
import { type SeriesQuery } from './models';

/** Contract: so many pairs of node and metric are asked for at most, to find those that exist. */
export const MOST_ASKED = 300;

/** Metric data, its forecast, or its value of a time before. */
export type Kind = 'metric' | 'forecast' | 'compare';

/** One line in one corridor: what a query wants of one node and metric. */
export interface Wanted {
  kind: Kind;
  /** The place of its query in `WantedQuery[]`. */
  query: number;
  series: WantedSeries;
  /** Unique over the response. */
  name: string;
  /** Its place among all series, which gives the colour; the lines of one series share it. */
  place: number;
}

export interface WantedQuery extends Expansion {
  refId: string;
  target: SeriesQuery;
  /** What each of its series has, itself first. */
  kinds: Kind[];
  /** What its values are compared with, as written, and how far back that lies, in milliseconds; 0 where it is nothing. */
  compare: string;
  shift: number;
  /** How many requests a line may take. */
  requests: number;
  /** Why the query cannot be asked: a variable or a granularity that there is not. */
  problem?: { kind: 'variable' | 'granularity'; text: string };
}

/**
 * Everything that the queries want, each line under a name of its own.
 *
 * @param seen keys (`pairKey`) of the pairs that were named somewhere: they are asked for first
 */
export function wantedOf(targets: SeriesQuery[], request: Request, context: Context, seen: ReadonlySet<string>) {
  const queries = targets.map((target) => queryOf(target, request, context, seen));
  let place = 0;
  const lines = queries.flatMap(({ series, kinds, compare, refId, problem }, query) =>
    (problem ? [] : series).flatMap((item) => {
      const line = { query, refId, series: item, place: place++ };
      const after = { metric: '', forecast: kinds[0] === 'forecast' ? '' : ' forecast', compare: ` ${compare} before` };
      return kinds.map((kind) => ({ ...line, kind, name: item.name + after[kind] }));
    })
  );
  const unique = distinct(lines);
  return { queries, wanted: lines.map((line, i): Wanted => ({ ...line, name: unique[i] })) };
}

function queryOf(stored: SeriesQuery, request: Request, context: Context, seen: ReadonlySet<string>): WantedQuery {
  const { templates, store, now } = context;
  const target = { ...stored };
  const { queryType } = target;
  const range = { from: request.range.from.valueOf(), to: request.range.to.valueOf() };
  const rankOf = (identity: SeriesIdentity) => {
    const key = pairKey(identity, queryType);
    const first = store.pairs.isThere(key) || seen.has(pairKey(identity));
    return store.pairs.isAbsent(key, range, now()) ? undefined : first ? 0 : 1;
  };
  const found = expand(target, templates, request.scopedVars, { most: MOST_ASKED, rankOf });
  const [gone] = found.gone;
  const query: WantedQuery = {
    ...found,
    refId: target.refId,
    target,
    kinds: [queryType],
    compare: '',
    shift: 0,
    requests: MOST_REQUESTS,
    problem: gone === undefined ? undefined : { kind: 'variable', text: gone },
  };
  if (target.queryType === 'metric') {
    const one = (text: string) => templates.one(text, request.scopedVars).trim();
    const granularity = granularityOf(one(target.granularity));
    if (granularity === null) {
      query.problem ??= { kind: 'granularity', text: one(target.granularity) };
    }
    target.granularity = granularity ?? 'auto';
    query.compare = one(target.compare);
    query.shift = shiftBefore(query.compare, range.from, request.timezone) ?? 0;
    query.kinds.push(...(target.forecast ? ['forecast' as const] : []), ...(query.shift ? ['compare' as const] : []));
    const lines = Math.max(1, Math.min(MAX_RESULTS, found.series.length)) * (query.shift ? 2 : 1);
    query.requests = Math.floor(MOST_REQUESTS / lines);
  }
  return query;
}

/** By which a pair is remembered: its node and metric, and what was asked of it where a query type and identity say so. */
export function pairKey(pair: Named | SeriesIdentity, type?: SeriesQuery['queryType']): string {
  const asked = type === 'metric' && 'aggregation' in pair ? pair.aggregation : type;
  return JSON.stringify([pair.nodeId, pair.metricId, asked]);
}
