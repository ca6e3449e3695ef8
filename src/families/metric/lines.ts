import { dateTimeForTimeZone } from '@grafana/data';
import { t } from '@grafana/i18n';
import { sumBy } from 'lodash';
import { type ForecastRead } from '../../facts/metricData';
import { expand, type Expansion, NO_SERIES, type WantedSeries } from '../../ground/expand';
import { type Context, type Request } from '../../table/runner';
import { distinct } from '../../ground/frameNames';
import { granularityOf } from '../../ground/granularity';
import { isDeclined, isFailure, ServiceFailure } from '../../ground/failure';
import { EmptyField, Inputs } from '../../ground/inputs';
import { info } from '../../ground/notices';
import { invalidText } from '../../ground/shapes';
import { MOST_REQUESTS } from '../../facts/store';
import { type Snapshot } from '../../facts/snapshot';
import { LONGEST_SPAN, rangeOf, HOUR } from '../../ground/spans';
import { FORECAST, METRIC, type MetricQuery, type SeriesQuery } from './models';

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
  /** How many requests a line may make. */
  requests: number;
  /** Why the query can't run. */
  problem?: ServiceFailure;
}

/** The lines of all queries, with unique names. */
export function planLines(targets: SeriesQuery[], request: Request, context: Context) {
  const queries = targets.map((target) => planQuery(target, request, context));
  const before = queries.map((_, query) => sumBy(queries.slice(0, query), countOf));
  const lines = queries.flatMap(({ series, kinds, compare, refId }, query) =>
    series.flatMap((item, i) => {
      const line = { query, refId, series: item, place: before[query] + i };
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
function countOf({ series, leftOut }: PlannedQuery): number {
  return series.length + leftOut.count;
}

function planQuery(target: SeriesQuery, request: Request, context: Context): PlannedQuery {
  const { refId, queryType } = target;
  const bare = { refId, target, kinds: [queryType], compare: '', shift: 0, requests: MOST_REQUESTS };
  const nothing = { ...bare, ...NO_SERIES };
  try {
    return target.queryType === 'metric'
      ? planMetric(target, request, context)
      : { ...bare, ...expand(target, new Inputs(request, context, FORECAST)) };
  } catch (problem) {
    if (problem instanceof EmptyField) {
      return { ...nothing, notices: [problem.notice] };
    }
    if (!isFailure(problem)) {
      throw problem;
    }
    return { ...nothing, problem };
  }
}

/** @throws ServiceFailure (`input`) if a field is invalid */
function planMetric(stored: MetricQuery, request: Request, context: Context): PlannedQuery {
  const inputs = new Inputs(request, context, METRIC);
  const refuse = (field: keyof typeof METRIC.fields, text: string): never => {
    throw new ServiceFailure('input', invalidText(METRIC.fields[field], text));
  };
  const found = expand(stored, inputs, inputs.wordOf(stored.aggregation, 'aggregation'));
  const step = inputs.one(stored.granularity, 'granularity');
  const overlay = inputs.wordOf(stored.overlay, 'overlay');
  const target: MetricQuery = {
    ...stored,
    granularity: granularityOf(step) ?? refuse('granularity', step),
    overlay: overlay === 'outside' ? overlay : stored.overlay,
    minDeviation: inputs.number(stored.minDeviation, 'minDeviation', 0),
  };
  const compare = inputs.one(stored.compare, 'compare');
  const isCompared = compare !== '' && compare !== 'none';
  const shift = isCompared
    ? (shiftBefore(compare, rangeOf(request).from, request.timezone) ?? refuse('compare', compare))
    : 0;
  const kinds: LineKind[] = ['metric', ...(target.forecast ? ['forecast' as const] : [])];
  if (shift > 0) {
    kinds.push('compare');
  }
  const read = kinds.filter((kind) => kind !== 'forecast').length;
  // Pairs that are known not to exist need no requests.
  const isAbsent = ({ identity }: WantedSeries) =>
    found.product && context.store.absenceOf({ ...identity, ...rangeOf(request) });
  const lines = Math.max(1, found.series.filter((item) => !isAbsent(item)).length) * read;
  const requests = Math.max(1, Math.floor(MOST_REQUESTS / lines));
  const isIgnored = target.granularity !== 'auto' && context.settings.metricVersion === 'v2';
  const ignored = () => info(t('metric.v2-granularity', 'Granularity is ignored: the v2 API chooses it.'));
  const notices = isIgnored ? [...found.notices, ignored()] : found.notices;
  return { ...found, notices, refId: target.refId, target, kinds, compare, shift, requests };
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
    unit === 'h' ? Number(count) * HOUR : moment - dateTimeForTimeZone(timeZone, moment).subtract(days, 'd').valueOf();
  return shift > LONGEST_SPAN ? null : shift;
}

/** What has arrived for one line. */
export interface LineRead {
  line: Line;
  snapshot?: Snapshot;
  forecast?: ForecastRead;
  error: unknown;
  isFetching: boolean;
}

/** Whether a line has points. */
export function hasPoints({ snapshot, forecast }: LineRead): boolean {
  return (snapshot?.points ?? forecast?.forecast?.columns?.length ?? 0) > 0;
}

/** Why there is no data; see `Snapshot`. */
export function absenceIn(read: LineRead): Snapshot['absence'] {
  const { snapshot, forecast, error, isFetching } = read;
  if (snapshot) {
    return snapshot.absence;
  }
  if (isFetching || hasPoints(read)) {
    return null;
  }
  return isFailure(error) && isDeclined(error) ? 'refused' : forecast?.forecast?.isEmpty ? 'empty' : null;
}
