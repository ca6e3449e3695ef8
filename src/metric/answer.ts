import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { info } from '../notices/notices';
import { leftOutSpan, missingNotices } from '../notices/readingNotices';
import { type Context, type Request } from '../answer/runner';
import { hasCorridor } from '../corridors/columns';
import { corridorFrame } from '../corridors/frames';
import { finalName, partnerSuffix } from '../corridors/names';
import { RAW } from '../loading/texts';
import { isUnanswered } from '../store/snapshot';
import { absenceOf, failed, type LineAnswer, type LineData } from './lineResult';
import { type Line, type PlannedQuery } from './lines';

/** The frames of a line's data. */
export function answerOf(data: LineData, query: PlannedQuery, request: Request, context: Context): LineAnswer {
  const { line, snapshot } = data;
  const { calls, columns, range, metadata, step } = snapshot;
  const { target } = query;
  if (snapshot.points === 0 && isUnanswered(snapshot)) {
    return { ...failed(line, query, snapshot.missing[0].failure, calls), snapshot };
  }
  const options = optionsOf(line, query, metadata.aggregation, request, context);
  const isBefore = line.kind === 'compare';
  const { thin, outliers, deviation } = target.queryType === 'metric' ? target : {};
  const { frame, thinned } = corridorFrame(columns, {
    ...options,
    step,
    ...(isBefore ? { kind: 'compare', bands: [], compare: query.compare } : {}),
    outliers: !isBefore && outliers === true,
    deviation: !isBefore && deviation === true,
    thin: thin && request.maxDataPoints ? { pixels: request.maxDataPoints, ...range } : undefined,
  });
  const frames = [withMeta(isBefore ? moved(frame, query.shift) : frame, calls, { ...metadata })];
  const unlearned =
    !snapshot.isFetching && snapshot.points > 0 && options.bands.length > 0 && !isBefore && !hasCorridor(columns);
  const notices = missingNotices(snapshot.missing, request.timezone);
  if (snapshot.leftOut && line.kind === 'metric') {
    notices.push(leftOutSpan(snapshot.leftOut, request.timezone));
  }
  if (thinned) {
    const values = { ...thinned, ...RAW };
    notices.push(info(t('metric.thinned', 'Showing {{rows}} of {{points}} points. Zoom in to see all.', values)));
  }
  return { line, name: options.name, frames, notices, calls, absence: absenceOf(data, query), snapshot, unlearned };
}

/** The look of a line's frames. */
export function optionsOf(
  line: Line,
  { refId, target: { bands } }: PlannedQuery,
  aggregation: string | null,
  request: Request,
  context: Context
) {
  const identity = aggregation ? { ...line.series.identity, aggregation } : line.series.identity;
  const name = finalName(line.name, identity);
  const partner = partnerSuffix(request, context.now(), context.dataSource.uid);
  return { refId, name, identity, place: bands.length > 0 ? line.place : null, bands, partner };
}

export function withMeta(frame: DataFrame, calls: string[], custom?: Record<string, unknown>): DataFrame {
  return { ...frame, meta: { ...frame.meta, ...(custom ? { custom } : {}), executedQueryString: calls.join('\n') } };
}

/** The frame, moved to later times. */
function moved(frame: DataFrame, shift: number): DataFrame {
  const [time, ...fields] = frame.fields;
  return { ...frame, fields: [{ ...time, values: time.values.map((at: number) => at + shift) }, ...fields] };
}
