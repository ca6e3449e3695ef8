import { type DataFrame, type DataQueryError, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type ForecastRead } from '../../facts/metricData';
import { info, warn } from '../../ground/notices';
import { leftOutSpan, spanText, unmarkedPoints, unreadText } from '../../judging/readingNotices';
import { type Context, queryError, type Request } from '../../table/runner';
import { concat, hasCorridor, NO_POINTS } from '../../ground/columns';
import { type Forecast } from '../../ground/decode';
import { corridorFrame } from '../../ground/frames';
import { judge, withoutMinor } from '../../ground/judge';
import { spacingOf } from '../../ground/spacing';
import { finalName, partnerSuffix } from '../../ground/frameNames';
import { RAW } from '../../ground/texts';
import { isUnanswered, type Snapshot } from '../../facts/snapshot';
import { rangeOf } from '../../ground/spans';
import { absenceIn, type Line, type LineRead, type PlannedQuery } from './lines';
import { type DeviationLimits } from '../../ground/fields';
import { type MetricQuery } from './models';
import { stretchFrames } from './stretches';

/** One line's part of the response. */
export interface LineAnswer {
  line: Line;
  /** Its name, with the aggregation of the answer. */
  name: string;
  frames: DataFrame[];
  /** Its requests, one per line. */
  calls: string[];
  error?: DataQueryError;
  /** When the frames were read, if they are shown in spite of the error; epoch milliseconds. */
  readAt?: number;
  /** Why there is no data. Such pairs of a product are omitted. */
  absence: Snapshot['absence'];
  /** The data of the frames, if it is metric data. */
  snapshot?: Snapshot;
  /** What is not drawn of it, once everything has arrived. */
  notices: QueryResultMetaNotice[];
  /** It has values, bands are requested, and no point has a corridor. */
  unlearned?: boolean;
}

/** Where a line is drawn. */
interface Place {
  query: PlannedQuery;
  request: Request;
  context: Context;
}

/** The frames of a line. Undefined while nothing has arrived. */
export function answerOf(read: LineRead, place: Place): LineAnswer | undefined {
  const { line, snapshot, forecast, error } = read;
  const absence = absenceIn(read);
  if (snapshot) {
    return { ...snapshotAnswer(line, snapshot, place), absence };
  }
  const shown = forecast?.forecast && forecastAnswer(line, { ...forecast, forecast: forecast.forecast }, place);
  if (error === undefined) {
    return shown ? { ...shown, absence } : undefined;
  }
  const answer = { ...failed(line, place.query, error, forecast?.calls ?? []), absence };
  // A forecast that existed once still exists.
  return shown && forecast?.forecast?.columns ? { ...answer, frames: shown.frames, readAt: forecast.at } : answer;
}

type Drawn = Omit<LineAnswer, 'absence'>;

/** @param calls the requests for it, one per line */
function failed(line: Line, { refId }: PlannedQuery, error: unknown, calls: string[]): Drawn {
  const name = finalName(line.name, line.series.identity);
  return { line, name, frames: [], notices: [], calls, error: queryError(refId, error) };
}

function snapshotAnswer(line: Line, snapshot: Snapshot, place: Place): Drawn {
  const { calls, columns, range, metadata, step } = snapshot;
  const { query, request, context } = place;
  if (snapshot.points === 0 && isUnanswered(snapshot)) {
    return { ...failed(line, query, snapshot.missing[0].failure, calls), snapshot };
  }
  const options = optionsOf(line, place, metadata.aggregation);
  const isBefore = line.kind === 'compare';
  const metric = query.target.queryType === 'metric' && !isBefore ? query.target : null;
  const thin = query.target.queryType === 'metric' && query.target.thin;
  const limits = metric && limitsOf(metric);
  const points = judge(concat(columns));
  const { frame, thinned } = corridorFrame(points, {
    ...options,
    step,
    ...(isBefore ? { kind: 'compare', bands: [], compare: query.compare } : {}),
    outliers: metric?.outliers === true,
    deviation: metric?.deviation === true,
    limits: limits ?? undefined,
    thin: thin && request.maxDataPoints ? { pixels: request.maxDataPoints, ...range } : undefined,
  });
  const frames = [withMeta(isBefore ? moved(frame, query.shift) : frame, calls, { ...metadata })];
  const marked = limits && withoutMinor(points, limits);
  if (marked && metric?.overlay === 'outside') {
    const drawn = {
      ...options,
      step: spacingOf(marked.judged, step).interval,
      now: context.now(),
      timeZone: request.timezone,
    };
    frames.push(...stretchFrames(marked.judged, drawn, context.store));
  }
  const unlearned =
    !snapshot.isFetching && snapshot.points > 0 && options.bands.length > 0 && !isBefore && !hasCorridor(columns);
  const notices: QueryResultMetaNotice[] = [];
  if (snapshot.leftOut && line.kind === 'metric') {
    notices.push(leftOutSpan(snapshot.leftOut, request.timezone));
  }
  if (marked && marked.unmarked > 0) {
    notices.push(unmarkedPoints(marked.unmarked));
  }
  if (thinned) {
    const values = { ...thinned, ...RAW };
    notices.push(info(t('metric.thinned', 'Showing {{rows}} of {{points}} points. Zoom in to see all.', values)));
  }
  return { line, name: options.name, frames, notices, calls, snapshot, unlearned };
}

function forecastAnswer(line: Line, { forecast, calls }: ForecastRead & { forecast: Forecast }, place: Place): Drawn {
  const { columns, raw, isEmpty } = forecast;
  const { request } = place;
  const { from, to } = rangeOf(request);
  const options = optionsOf(line, place, null);
  const { name } = options;
  const { frame } = corridorFrame(judge(columns ?? NO_POINTS), {
    ...options,
    kind: 'forecast',
    outliers: false,
    deviation: false,
  });
  const notices: QueryResultMetaNotice[] = [];
  const last = columns ? columns.time[columns.length - 1] : -Infinity;
  if (columns && last > to) {
    const span = spanText({ from: Math.min(from, columns.time[0]), to: last }, request.timezone);
    const values = { span, ...RAW };
    notices.push(
      info(t('forecast.beyond', 'The forecast is longer than the time range. To see all of it: {{span}}.', values))
    );
  }
  if (!columns && !isEmpty) {
    const reason = t('failure.lack-something', 'unknown format');
    notices.push(warn(unreadText(`${t('label.forecast', 'Forecast')} (${name})`, reason)));
  }
  return { line, name, frames: [withMeta(frame, calls, columns ? undefined : { raw })], notices, calls };
}

/** Null if they leave nothing out and no times outside are drawn: most panels need no judgment. */
function limitsOf({ overlay, minDeviation, minDeviationIn, side }: MetricQuery): DeviationLimits | null {
  const isLimited = Number(minDeviation) > 0 || side !== 'both';
  return isLimited || overlay === 'outside' ? { minDeviation: Number(minDeviation), minDeviationIn, side } : null;
}

/** The look of a line's frames. */
function optionsOf(line: Line, { query, request, context }: Place, aggregation: string | null) {
  const { refId, target } = query;
  const { bands } = target;
  const identity = aggregation ? { ...line.series.identity, aggregation } : line.series.identity;
  const name = finalName(line.name, identity);
  const partner = partnerSuffix(request, context.now(), context.dataSource.uid);
  return { refId, name, identity, place: bands.length > 0 ? line.place : null, bands, partner };
}

function withMeta(frame: DataFrame, calls: string[], custom?: Record<string, unknown>): DataFrame {
  return { ...frame, meta: { ...frame.meta, ...(custom ? { custom } : {}), executedQueryString: calls.join('\n') } };
}

/** The frame, moved to later times. */
function moved(frame: DataFrame, shift: number): DataFrame {
  const [time, ...fields] = frame.fields;
  return { ...frame, fields: [{ ...time, values: time.values.map((at: number) => at + shift) }, ...fields] };
}
