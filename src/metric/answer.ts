import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { info } from '../notices/notices';
import { leftOutSpan, missingNotices } from '../notices/readingNotices';
import { type Context, type Request } from '../answer/runner';
import { hasCorridor } from '../corridors/columns';
import { corridorFrame } from '../corridors/frames';
import { finalName, distinctionOf } from '../corridors/names';
import { RAW } from '../loading/texts';
import { clockText } from '../time/clock';
import { isUnanswered } from '../store/snapshot';
import { absenceOf, failed, type LineAnswer, type LineData } from './lineResult';
import { FOUND_LATER, type Line, type PlannedQuery } from './lines';

/** The frames of a line's data. */
export function answerOf(data: LineData, query: PlannedQuery, request: Request, context: Context): LineAnswer {
  const { snapshot, similar } = data;
  const { columns, range, metadata, step } = snapshot;
  const calls = [...(similar?.calls ?? []), ...snapshot.calls];
  const { target } = query;
  const { compare, shift } = beforeOf(data, query, request.timezone);
  const line = similar ? { ...data.line, name: data.line.name.replace(FOUND_LATER, compare) } : data.line;
  if (snapshot.points === 0 && isUnanswered(snapshot)) {
    return { ...failed(line, query, snapshot.missing[0].failure, calls), snapshot };
  }
  const options = optionsOf(line, query, metadata.aggregation, request, context);
  const isBefore = compare !== '';
  const { thin, outliers, deviation } = target.queryType === 'metric' ? target : {};
  const { frame, thinned } = corridorFrame(columns, {
    ...options,
    step,
    ...(isBefore ? { kind: 'compare', bands: [], compare } : {}),
    outliers: !isBefore && outliers === true,
    deviation: !isBefore && deviation === true,
    thin: thin && request.maxDataPoints ? { pixels: request.maxDataPoints, ...range } : undefined,
  });
  const frames = [withMeta(isBefore ? moved(frame, shift) : frame, calls, { ...metadata })];
  const unlearned =
    !snapshot.isFetching && snapshot.points > 0 && options.bands.length > 0 && !isBefore && !hasCorridor(columns);
  const notices = [...(similar?.notices ?? []), ...missingNotices(snapshot.missing, request.timezone)];
  if (snapshot.leftOut && line.kind === 'metric') {
    notices.push(leftOutSpan(snapshot.leftOut, request.timezone));
  }
  if (thinned) {
    const values = { ...thinned, ...RAW };
    notices.push(info(t('metric.thinned', 'Showing {{rows}} of {{points}} points. Zoom in to see all.', values)));
  }
  return { line, name: options.name, frames, notices, calls, absence: absenceOf(data, query), snapshot, unlearned };
}

/** For a line from an earlier time: which one, as in its label, and how long before. */
function beforeOf({ line, similar }: LineData, { compare, shift }: PlannedQuery, timeZone: string) {
  if (similar) {
    // A label is the same in every language.
    return { compare: clockText(similar.start, timeZone, 'YYYY-MM-DD HH:mm'), shift: similar.shift };
  }
  return line.kind === 'compare' ? { compare, shift } : { compare: '', shift: 0 };
}

/** The look of a line's frames. */
export function optionsOf(
  line: Line,
  { refId, target: { bands, legend } }: PlannedQuery,
  aggregation: string | null,
  request: Request,
  context: Context
) {
  const identity = aggregation ? { ...line.series.identity, aggregation } : line.series.identity;
  const name = finalName(line.name, identity);
  const distinction = distinctionOf(request, context.now(), context.dataSource, legend);
  const place = bands.length > 0 ? distinction.firstPlace + line.place : null;
  return { refId, name, identity, place, bands, distinction };
}

export function withMeta(frame: DataFrame, calls: string[], custom?: Record<string, unknown>): DataFrame {
  return { ...frame, meta: { ...frame.meta, ...(custom ? { custom } : {}), executedQueryString: calls.join('\n') } };
}

/** The frame, moved to later times. */
function moved(frame: DataFrame, shift: number): DataFrame {
  const [time, ...fields] = frame.fields;
  return { ...frame, fields: [{ ...time, values: time.values.map((at: number) => at + shift) }, ...fields] };
}
