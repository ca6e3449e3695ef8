import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Known } from '../known/follow';
import { type ForecastRead } from '../entries/forecastEntry';
import { unreadText } from '../notices/listNotices';
import { info, warn } from '../notices/notices';
import { spanText } from '../notices/readingNotices';
import { type Context, type Request } from '../answer/runner';
import { NO_POINTS } from '../corridors/columns';
import { type Forecast } from '../corridors/forecast';
import { corridorFrame } from '../corridors/frames';
import { RAW } from '../loading/texts';
import { rangeOf } from '../time/spans';
import { optionsOf, withMeta } from './answer';
import { failed, type LineAnswer } from './lineResult';
import { type Line, type PlannedQuery } from './lines';

export { forecastOf } from '../entries/forecastEntry';

/** The forecast of a line. Undefined while nothing has arrived. An error is shown together with earlier data. */
export function forecastAnswer(
  { data, error }: Known<ForecastRead>,
  line: Line,
  query: PlannedQuery,
  { request, context }: { request: Request; context: Context }
): LineAnswer | undefined {
  const shown = data?.forecast && answerOf(line, query, { ...data, forecast: data.forecast }, request, context);
  if (error === undefined) {
    return shown ?? undefined;
  }
  const answer = failed(line, query, error, data?.calls ?? []);
  // A forecast that existed once still exists.
  return shown && data?.forecast?.columns
    ? { ...answer, frames: shown.frames, absence: shown.absence, readAt: data.at }
    : answer;
}

function answerOf(
  line: Line,
  query: PlannedQuery,
  { forecast, calls }: { forecast: Forecast; calls: string[] },
  request: Request,
  context: Context
): LineAnswer {
  const { columns, raw, isEmpty } = forecast;
  const { from, to } = rangeOf(request);
  const options = optionsOf(line, query, null, request, context);
  const { frame } = corridorFrame([columns ?? NO_POINTS], {
    ...options,
    kind: 'forecast',
    outliers: false,
    deviation: false,
  });
  const { name } = options;
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
  const frames = [withMeta(frame, calls, columns ? undefined : { raw })];
  return { line, name, frames, notices, calls, absence: isEmpty ? 'empty' : null };
}
