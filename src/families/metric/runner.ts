import { forecastOf, metricData } from '../../facts/metricData';
import { packetsOf } from '../../facts/packets';
import { type Reader } from '../../facts/reader';
import { type Context, type Request, type Runner } from '../../table/runner';
import { emptyFrame } from '../../ground/frames';
import { rangeOf } from '../../ground/spans';
import { absenceIn, hasPoints, type Line, type LineRead, planLines, type PlannedQuery } from './lines';
import { type SeriesQuery } from './models';
import { packetMaker } from './packets';

/**
 * Metric data and forecasts. Each pair of node and metric is read separately. Data is shown as it arrives, and a failure
 * does not affect the rest.
 */
export const runMetric: Runner<SeriesQuery> = (targets, request, context) => {
  const { queries, lines } = planLines(targets, request, context);
  const packetOf = packetMaker(queries, request, context);
  return packetsOf(
    (reader) => {
      const reads = queries.flatMap((query, q) => {
        const own = lines.filter((line) => line.query === q);
        return readLines(query, own, (line) => readLine(line, query, request, { reader, context }));
      });
      return !reader.isFetching || reads.some(hasContent) ? reads : null;
    },
    context.settings.progressive,
    (reads, isFetching) => (reads ? packetOf(reads, isFetching) : { data: [] })
  );
};
runMetric.withoutRows = ({ refId }) => emptyFrame(refId);

/** The lines of a query. Of a pair that may not exist, only the series itself is read. */
function readLines({ product, kinds }: PlannedQuery, lines: Line[], read: (line: Line) => LineRead) {
  const mains = new Map(lines.filter(({ kind }) => kind === kinds[0]).map((line) => [line.series, read(line)]));
  const isThere = ({ series }: Line) => {
    const main = mains.get(series);
    return main && (hasPoints(main) || (!main.isFetching && absenceIn(main) === null));
  };
  return lines.flatMap((line) =>
    line.kind === kinds[0] ? (mains.get(line.series) ?? []) : !product || isThere(line) ? read(line) : []
  );
}

function readLine(
  line: Line,
  query: PlannedQuery,
  request: Request,
  { reader, context }: { reader: Reader; context: Context }
): LineRead {
  const { kind, series } = line;
  const { nodeId, metricId, aggregation } = series.identity;
  const mayBeAbsent = query.product && kind === query.kinds[0];
  if (kind === 'forecast') {
    const { data, error, isFetching } = reader.read(forecastOf(series.identity, mayBeAbsent, context));
    return { line, forecast: data, error: error ?? data?.refusal, isFetching };
  }
  // Viewers of a shared cache have panels of different widths.
  const { maxDataPoints, intervalMs } = context.settings.sharedCache ? {} : request;
  const ago = kind === 'compare' ? query.shift : 0;
  const { from, to } = rangeOf(request);
  const granularity = query.target.queryType === 'metric' ? query.target.granularity : 'auto';
  const what = { nodeId, metricId, aggregation, granularity, requests: query.requests, mayBeAbsent };
  const span = { from: from - ago, to: to - ago };
  const wanted = metricData({ ...what, ...span, maxDataPoints, intervalMs }, context.store);
  const { data, isFetching, error } = reader.read(wanted);
  return { line, snapshot: data, error, isFetching };
}

function hasContent(read: LineRead): boolean {
  const { snapshot, forecast } = read;
  return hasPoints(read) || snapshot?.answered === true || Boolean(forecast?.forecast);
}
