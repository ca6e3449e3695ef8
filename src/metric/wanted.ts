import { expand, type Expansion, type WantedSeries } from '../answer/expand';
import { type Context, type Request } from '../answer/runner';
import { type Named } from '../answer/named';
import { type SeriesIdentity } from '../corridors/legend';
import { distinct } from '../corridors/names';
import { granularityOf } from '../query/granularity';
import { MAX_RESULTS } from '../query/query';
import { MOST_REQUESTS } from '../store/store';
import { shiftBefore } from '../time/before';
import { type MetricQuery, type SeriesQuery } from './models';
import { type Say, type Words } from './say';

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

export interface WantedQuery extends Pick<Expansion, 'series' | 'product' | 'passed' | 'leftOut'> {
  refId: string;
  target: SeriesQuery;
  /** What each of its series has, itself first. */
  kinds: Kind[];
  /** What its values are compared with: how long before, as written and in milliseconds. */
  compare: { text: string; shift: number };
  /** How many requests a line may take. */
  requests: number;
  notices: Say[];
  /** Why the query cannot be asked, in words and without. */
  problem?: { plain: string; say: (words: Words) => string };
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
      const own = {
        metric: '',
        forecast: kinds[0] === 'forecast' ? '' : ' forecast',
        compare: ` ${compare.text} before`,
      };
      return kinds.map((kind) => ({ ...line, kind, name: item.name + own[kind] }));
    })
  );
  const unique = distinct(lines);
  return { queries, wanted: lines.map((line, i): Wanted => ({ ...line, name: unique[i] })) };
}

function queryOf(stored: SeriesQuery, request: Request, context: Context, seen: ReadonlySet<string>): WantedQuery {
  const { templates, store, now } = context;
  const target = { ...stored };
  const range = { from: request.range.from.valueOf(), to: request.range.to.valueOf() };
  const rankOf = (identity: SeriesIdentity) => {
    const key = pairKey(identity, target.queryType);
    const first = store.pairs.isThere(key) || seen.has(pairKey(identity));
    return store.pairs.isAbsent(key, range, now()) ? undefined : first ? 0 : 1;
  };
  const choice = { most: MOST_ASKED, rankOf };
  const { gone, empty, malformed, ...expansion } = expand(target, templates, request.scopedVars, choice);
  const query: WantedQuery = {
    ...expansion,
    refId: target.refId,
    target,
    kinds: ['forecast'],
    compare: { text: '', shift: 0 },
    requests: MOST_REQUESTS,
    notices: [
      ...(empty.length > 0 ? [(words: Words) => words.nothingAsked(empty)] : []),
      ...(malformed.length > 0 ? [(words: Words) => words.noSeries(malformed)] : []),
    ],
    problem: gone.length > 0 ? { plain: gone[0], say: (words) => words.variableMissing(gone[0]) } : undefined,
  };
  if (target.queryType === 'metric') {
    setMetric(query, target, request, context);
  }
  return query;
}

/** What only metric queries have: granularity, forecast, comparison. */
function setMetric(query: WantedQuery, target: MetricQuery, request: Request, { templates }: Context) {
  const text = templates.one(target.granularity, request.scopedVars).trim();
  const granularity = granularityOf(text);
  if (granularity === null) {
    query.problem ??= { plain: text, say: (words) => words.unknownGranularity(text) };
  }
  target.granularity = granularity ?? 'auto';
  const compare = templates.one(target.compare, request.scopedVars).trim();
  const shift = shiftBefore(compare, request.range.from.valueOf(), request.timezone);
  query.compare = { text: compare, shift: shift ?? 0 };
  query.kinds = [
    'metric',
    ...(target.forecast ? (['forecast'] as const) : []),
    ...(shift ? (['compare'] as const) : []),
  ];
  query.requests = Math.floor(
    MOST_REQUESTS / Math.max(1, Math.min(MAX_RESULTS, query.series.length)) / (shift ? 2 : 1)
  );
  if (shift === null && compare !== '' && compare !== 'none') {
    query.notices.push((words) => words.unknownCompare(compare));
  }
}

/** By which a pair is remembered: its node and metric, and what was asked of it where a query type and identity say so. */
export function pairKey(pair: Named | SeriesIdentity, type?: SeriesQuery['queryType']): string {
  const asked = type === 'metric' && 'aggregation' in pair ? pair.aggregation : type;
  return JSON.stringify([pair.nodeId, pair.metricId, asked]);
}
