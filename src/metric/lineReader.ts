import { type Reader } from '../known/follow';
import { loaded } from '../known/derived';
import { metricData } from '../entries/metricData';
import { type Context, type Request } from '../answer/runner';
import { rangeOf } from '../time/spans';
import { type LineResult, failed, type LineAnswer } from './lineResult';
import { type Line, type PlannedQuery } from './lines';

/** The state of one line. */
export interface LineRead {
  /** Undefined until something has arrived. */
  arrived: LineResult | undefined;
  isFetching: boolean;
}

export type ReadLine = (line: Line, reader: Reader) => LineRead;

/** Forecasts have their own file, which is loaded with the first query that needs it. */
const FORECAST = loaded('forecast', () => import(/* webpackChunkName: "besides" */ './forecast'));

/** Reads the lines of a query. If one fails, the others are shown. */
export function lineReader(query: PlannedQuery, request: Request, context: Context): ReadLine {
  const readForecast = forecastReader(query, request, context);
  return (line, reader) =>
    line.kind === 'forecast' ? readForecast(line, reader) : readData(line, query, request, { reader, context });
}

function readData(
  line: Line,
  query: PlannedQuery,
  request: Request,
  { reader, context }: { reader: Reader; context: Context }
): LineRead {
  const { kind, series } = line;
  const { nodeId, metricId, aggregation } = series.identity;
  // Viewers of a shared cache have panels of different widths.
  const { maxDataPoints, intervalMs } = context.settings.sharedCache ? {} : request;
  const ago = kind === 'compare' ? query.shift : 0;
  const range = rangeOf(request);
  const span = { from: range.from - ago, to: range.to - ago };
  const granularity = query.target.queryType === 'metric' ? query.target.granularity : 'auto';
  const what = { nodeId, metricId, aggregation, granularity, requests: query.requests };
  const wanted = metricData({ ...what, ...span, maxDataPoints, intervalMs }, context.store);
  const { data, isFetching, error } = reader.attempt(wanted);
  if (error !== undefined) {
    return { arrived: failed(line, query, error, []), isFetching };
  }
  return { arrived: data && { line, snapshot: data }, isFetching };
}

/** A line about which nothing is known yet. @param error why its code could not be loaded */
function waiting(line: Line, query: PlannedQuery, error: unknown): LineRead {
  return error === undefined
    ? { arrived: undefined, isFetching: true }
    : { arrived: failed(line, query, error, []), isFetching: false };
}

function forecastReader(query: PlannedQuery, request: Request, context: Context): ReadLine {
  // Unchanged lines are not drawn again.
  const drawn = new WeakMap<object, LineAnswer>();
  return (line, reader) => {
    const { data: module, error } = reader.attempt(FORECAST);
    if (!module) {
      return waiting(line, query, error);
    }
    const { nodeId, metricId } = line.series.identity;
    const known = reader.attempt(module.forecastOf(nodeId, metricId, context));
    const arrived = drawn.get(known) ?? module.forecastAnswer(known, line, query, { request, context });
    if (arrived) {
      drawn.set(known, arrived);
    }
    return { arrived, isFetching: known.isFetching };
  };
}
