import { type DataFrame, type DataQueryError, type DataQueryResponse, LoadingState } from '@grafana/data';
import { t } from '@grafana/i18n';
import { partition, uniqBy, upperFirst } from 'lodash';
import { forecastOf, metricData } from '../../facts/metricData';
import { packetsOf } from '../../facts/packets';
import { type Reader } from '../../facts/reader';
import { isUnanswered } from '../../facts/snapshot';
import { emptyFrame } from '../../ground/frames';
import { info, seriesLeftOut, withNotices } from '../../ground/notices';
import { rangeOf, type Span, union, within, MINUTE } from '../../ground/spans';
import { RAW } from '../../ground/texts';
import { noSuchPairs, readingNotices, withReading } from '../../judging/readingNotices';
import { overlayFrame } from '../../table/marks';
import {
  type Context,
  noteCalls,
  queryError,
  type QueryError,
  type Request,
  type Runner,
  underWay,
} from '../../table/runner';
import { answerOf, type LineAnswer } from './answer';
import { absenceIn, hasPoints, type Line, type LineRead, planLines, type PlannedQuery } from './lines';
import { type SeriesQuery } from './models';

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
runMetric.emptyFrame = ({ refId }) => emptyFrame(refId);

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

/**
 * Builds packets from what has arrived: frames, notices, and errors of all queries, in one place, so that no data is shown
 * without its notice.
 */
function packetMaker(queries: PlannedQuery[], request: Request, context: Context) {
  const draw = drawer(queries, request, context);
  return (reads: readonly LineRead[], isFetching: boolean): DataQueryResponse => {
    const reached = reads.flatMap((read) => draw(read) ?? []);
    const parts = queries.map((query, q) => {
      const own = reached.filter(({ line }) => line.query === q);
      return partOf(query, own, isFetching, { request, context });
    });
    const frames = parts.flatMap((part) => part.frames);
    const errors = parts.flatMap((part) => part.errors);
    const failed = frames.length === 0 && errors.length > 0 ? LoadingState.Error : LoadingState.Done;
    const data = frames.length === 0 ? [] : [...frames, ...presentOf(queries[0], request, context)];
    return { data, ...(errors.length > 0 ? { errors } : {}), state: isFetching ? underWay(request) : failed };
  };
}

const PARTS = ['snapshot', 'forecast', 'error', 'isFetching'] as const;

/** Draws lines; lines that have not changed since the last packet are not drawn again. */
function drawer(queries: PlannedQuery[], request: Request, context: Context) {
  const drawn = new Map<Line, { read: LineRead; answer: LineAnswer | undefined }>();
  return (read: LineRead): LineAnswer | undefined => {
    const before = drawn.get(read.line);
    if (before && PARTS.every((part) => before.read[part] === read[part])) {
      return before.answer;
    }
    const answer = answerOf(read, { query: queries[read.line.query], request, context });
    drawn.set(read.line, { read, answer });
    return answer;
  };
}

/** One query's part of a packet. @param reached the lines for which something has arrived */
function partOf(
  query: PlannedQuery,
  reached: LineAnswer[],
  isFetching: boolean,
  { request, context }: { request: Request; context: Context }
): { frames: DataFrame[]; errors: DataQueryError[] } {
  const { refId, problem } = query;
  const { absent, shown } = sorted(query, reached);
  // If the service refused all pairs of a product, its reason is the error.
  const isRefused = absent.length > 0 && absent.length === query.series.length && absent.every(({ error }) => error);
  const failures: QueryError[] = isRefused
    ? absent.slice(0, 1).flatMap(({ error }) => error ?? [])
    : failuresOf(shown, query, request.timezone);
  const errors = problem ? [...failures, queryError(refId, problem)] : failures;
  const missing = isFetching ? [] : outcomeNotices(query, shown, isRefused ? [] : absent, request.timezone);
  const drawn = shown.flatMap(({ frames }) => frames);
  const isBare = !isFetching && drawn.length === 0 && errors.length === 0;
  noteCalls(
    context.calls,
    refId,
    reached.flatMap(({ calls }) => calls)
  );
  const frames = withNotices(isBare ? [emptyFrame(refId)] : drawn, [...query.notices, ...missing]);
  const pending = isFetching ? reached.flatMap((answer) => pendingOf(answer, rangeOf(request).to, context.now())) : [];
  return {
    frames:
      pending.length > 0
        ? [...frames, grayFrame(`coming-${refId}`, refId, t('preview.loading', 'Loading…'), union(pending))]
        : frames,
    errors: isFetching ? [] : errors,
  };
}

/** The lines to show, and those of a product's pairs that do not exist, or of which nothing is known yet. */
function sorted({ product, kinds: [kind] }: PlannedQuery, reached: LineAnswer[]) {
  const main = product ? reached.filter(({ line }) => line.kind === kind) : [];
  const absent = main.filter(({ absence }) => absence);
  const isWaiting = ({ snapshot }: LineAnswer) => snapshot?.isFetching && snapshot.points === 0;
  const hidden = new Set([...absent, ...main.filter(isWaiting)].map(({ line }) => line.place));
  return { absent, shown: reached.filter(({ line }) => !hidden.has(line.place)) };
}

/**
 * The errors of lines with nothing to show. If no request of the query was answered, the points in the store are old, so
 * the reasons are errors, too.
 */
function failuresOf(
  shown: readonly LineAnswer[],
  { refId, kinds: [kind] }: PlannedQuery,
  timeZone: string
): QueryError[] {
  const [failed, others] = partition(shown, ({ error }) => error);
  const stale = others.filter(({ snapshot }) => snapshot && isUnanswered(snapshot));
  const isOld = others.every(
    (one) => stale.includes(one) || (one.line.kind !== kind && one.snapshot?.answered === false)
  );
  const errors = failed.flatMap(({ error, readAt }): QueryError[] => {
    const isDated = readAt !== undefined && !isOld;
    return error ? [isDated ? { ...error, message: withReading(error.message ?? '', readAt, timeZone) } : error] : [];
  });
  const reasons = isOld ? stale.map(({ snapshot }) => queryError(refId, snapshot?.missing[0].failure)) : [];
  // Lines often fail for one reason.
  return uniqBy([...errors, ...reasons], 'message').map((error) => (isOld ? { ...error, isUnanswered: true } : error));
}

/** The notices of a query once everything has arrived. @param absent the lines of pairs that do not exist */
function outcomeNotices({ leftOut }: PlannedQuery, shown: LineAnswer[], absent: LineAnswer[], timeZone: string) {
  const drawn = shown.filter(({ error }) => !error);
  const readings = drawn.flatMap(({ name, snapshot, unlearned: isBare }) =>
    snapshot ? [{ name, snapshot, isBare }] : []
  );
  return [
    ...readingNotices(readings, timeZone),
    ...drawn.flatMap(({ notices, absence, name }) => (absence === 'empty' ? [...notices, noData(name)] : notices)),
    ...(absent.length > 0 ? [noSuchPairs(absent.map(({ name }) => name))] : []),
    ...(leftOut.count > 0 ? [seriesLeftOut(leftOut.first, leftOut.count)] : []),
  ];
}

function noData(name: string) {
  const values = { name, ...RAW };
  return info(t('metric.no-data', 'No data for {{name}}. Baselines usually exist within 7 days of ingestion.', values));
}

/** The times of a line that are still loading, as it will be drawn: its own values up to now, earlier ones moved. */
function pendingOf({ line, snapshot }: LineAnswer, end: number, now: number): Span[] {
  const shift = snapshot ? end - snapshot.range.to : 0;
  const moved = snapshot?.pending.map(({ from, to }) => ({ from: from + shift, to: to + shift })) ?? [];
  return line.kind === 'metric' ? within(moved, { from: -Infinity, to: now }) : moved;
}

/** A mark at the current time if the graph ends later by more than a refresh would explain. */
function presentOf({ refId }: PlannedQuery, request: Request, context: Context): DataFrame[] {
  const { from, to } = rangeOf(request);
  const now = context.now();
  const title = upperFirst(t('editor.moment.placeholder', 'now'));
  return from < now && now < to - MINUTE ? [grayFrame('now', refId, title, [{ from: now, to: now }])] : [];
}

/** Marks parts of the graph. @param spans regions; a region without length becomes a mark */
function grayFrame(id: string, refId: string, title: string, spans: readonly Span[]): DataFrame {
  const marks = spans.map(({ from, to }) => ({
    id: `${id}-${from}`,
    time: from,
    timeEnd: from === to ? null : to,
    title,
    text: '',
    tags: [],
    color: 'rgba(128, 128, 128, 0.5)',
  }));
  return { ...overlayFrame(marks), refId, name: title };
}
