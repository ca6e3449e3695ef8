import { once, sumBy } from 'lodash';
import { namesSeen } from '../alertbook/names';
import { expand, type Expansion, type WantedSeries } from '../inputs/expand';
import { type Context, type Request } from '../answer/runner';
import { type SeriesIdentity, distinct } from '../corridors/names';
import { granularityOf } from '../query/granularity';
import { isAggregation, MAX_RESULTS } from '../query/query';
import { seriesKey } from '../query/series';
import { pairKey } from '../store/pairs';
import { MOST_PAIRS, MOST_REQUESTS } from '../store/store';
import { LONGEST_SPAN, rangeOf } from '../time/spans';
import { type MetricQuery, type SeriesQuery } from './models';
import { dateTimeForTimeZone } from '@grafana/data';

/** Metric data, its forecast, or its value from an earlier time. */
type LineKind = 'metric' | 'forecast' | 'compare';

/** One line that a query reads for a node and metric. */
export interface Line {
  kind: LineKind;
  /** The index of its query in the list of planned queries. */
  query: number;
  series: WantedSeries;
  /** Unique in the response. */
  name: string;
  /** Its index among all series, which determines the color. The lines of one series share it. */
  place: number;
}

/** A query with replaced variables, and its series. */
export interface PlannedQuery extends Expansion {
  refId: string;
  target: SeriesQuery;
  /** The lines of each of its series, the series itself first. */
  kinds: LineKind[];
  /** The time to compare its values with, as written, and how long ago it was, in milliseconds. 0 if none. */
  compare: string;
  shift: number;
  /** Its requests have a granularity that the user chose. */
  sendsChoice: boolean;
  /** How many requests a line may make. */
  requests: number;
  /** Why the service rejected all pairs of a product, if that was so recent that none is requested again. */
  refusal?: Pick<Error, 'message'>;
  /** Why the query can't run: an unknown variable or word, or several values for one. */
  problem?:
    | { kind: 'variable' | 'granularity' | 'aggregation' | 'compare'; text: string }
    | { kind: 'several'; field: string; values: string[] };
}

/** The lines of all queries, with unique names. */
export function planLines(targets: SeriesQuery[], request: Request, context: Context) {
  const seen = once(
    () =>
      new Set(
        namesSeen(context)
          .all()
          .map((named) => seriesKey(named))
      )
  );
  const queries = targets.map((target) => planQuery(target, request, context, seen));
  // The order of requests, and missing pairs, must not change the colors of other lines.
  const before = queries.map((_, query) => sumBy(queries.slice(0, query), countOf));
  const lines = queries.flatMap(({ series, kinds, compare, refId, problem }, query) =>
    (problem ? [] : series).flatMap((item) => {
      const line = { query, refId, series: item, place: before[query] + item.order };
      const after = {
        metric: '',
        forecast: kinds[0] === 'forecast' ? '' : ' forecast',
        compare: ` ${compare} before`,
      };
      return kinds.map((kind) => ({ ...line, kind, name: item.name + after[kind] }));
    })
  );
  const unique = distinct(lines);
  return { queries, lines: lines.map((line, i): Line => ({ ...line, name: unique[i] })) };
}

/** The number of its series, whether or not they exist. */
function countOf({ series, passed, leftOut, problem }: PlannedQuery): number {
  return problem ? 0 : series.length + passed.length + leftOut.count;
}

/** @param seen keys of the pairs in alerts and anomalies: they are requested first */
function planQuery(
  stored: SeriesQuery,
  request: Request,
  context: Context,
  seen: () => ReadonlySet<string>
): PlannedQuery {
  const { templates, store, now } = context;
  const target = { ...stored };
  const { queryType } = target;
  const range = rangeOf(request);
  const refusals: Array<PlannedQuery['refusal']> = [];
  const rankOf = (identity: SeriesIdentity) => {
    const key = pairKey(identity, queryType);
    if (store.pairs.isAbsent(key, range, now())) {
      refusals.push(store.pairs.refusalOf(key, range, now()));
      return undefined;
    }
    return store.pairs.isThere(key) || seen().has(seriesKey(identity)) ? 0 : 1;
  };
  const found = expand(target, templates, request.scopedVars, { most: MOST_PAIRS, rankOf });
  const [gone] = found.gone;
  const query: PlannedQuery = {
    ...found,
    refId: target.refId,
    target,
    kinds: [queryType],
    compare: '',
    shift: 0,
    sendsChoice: false,
    requests: MOST_REQUESTS,
    refusal: found.series.length === 0 && refusals.every(Boolean) ? refusals[0] : undefined,
    problem:
      gone === undefined ? found.several && { kind: 'several', ...found.several } : { kind: 'variable', text: gone },
  };
  if (target.queryType === 'metric') {
    planMetric(query, target, request, context);
  }
  return query;
}

/** The fields that only a query for metric data has. */
function planMetric(query: PlannedQuery, target: MetricQuery, request: Request, { templates, settings }: Context) {
  const one = (text: string) => templates.one(text, request.scopedVars).trim();
  const granularity = granularityOf(one(target.granularity));
  if (granularity === null) {
    query.problem ??= { kind: 'granularity', text: one(target.granularity) };
  }
  target.granularity = granularity ?? 'auto';
  query.sendsChoice = target.granularity !== 'auto' && settings.metricVersion === 'v1';
  const aggregation = one(target.aggregation);
  if (!isAggregation(aggregation)) {
    query.problem ??= { kind: 'aggregation', text: aggregation };
  }
  query.compare = one(target.compare);
  query.shift = shiftBefore(query.compare, rangeOf(request).from, request.timezone) ?? 0;
  if (query.shift === 0 && query.compare !== '' && query.compare !== 'none') {
    query.problem ??= { kind: 'compare', text: query.compare };
  }
  if (target.forecast) {
    query.kinds.push('forecast');
  }
  if (query.shift) {
    query.kinds.push('compare');
  }
  const most = query.product ? MOST_REQUESTS : MAX_RESULTS;
  const each = query.kinds.filter((kind) => kind !== 'forecast').length;
  const lines = Math.max(1, Math.min(most, query.series.length)) * each;
  query.requests = Math.max(1, Math.floor(MOST_REQUESTS / lines));
}

/**
 * How long before `moment` the compared time was, in milliseconds: `1d`, `7d`, `4w` before, or any whole number of hours,
 * days, or weeks, up to ten years. Days are in the time zone, so that a day with a change of the clocks is longer or
 * shorter. Null for any other text.
 *
 * @param moment epoch milliseconds
 */
function shiftBefore(text: string, moment: number, timeZone: string): number | null {
  const [, count, unit] = /^([1-9]\d{0,3})([hdw])$/.exec(text) ?? [];
  if (unit === undefined) {
    return null;
  }
  const days = Number(count) * (unit === 'w' ? 7 : 1);
  const shift =
    unit === 'h'
      ? Number(count) * 3600_000
      : moment - dateTimeForTimeZone(timeZone, moment).subtract(days, 'd').valueOf();
  return shift > LONGEST_SPAN ? null : shift;
}
