import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { catchError, concat, defer, map, type Observable, of } from 'rxjs';
import { unreadText } from '../answer/listNotices';
import { info, warn } from '../answer/notices';
import { spanText } from '../answer/readingNotices';
import { type Context, type Request } from '../answer/runner';
import { NO_POINTS } from '../corridors/columns';
import { decodeForecast, type Forecast } from '../corridors/forecast';
import { corridorFrame } from '../corridors/frames';
import { RAW } from '../loading/texts';
import { seriesKey } from '../query/series';
import { rangeOf } from '../time/spans';
import { rangeNameOf } from '../corridors/names';
import { optionsOf, withMeta } from './answer';
import { failed, type LineAnswer } from './arrived';
import { type Line, type PlannedQuery } from './lines';

/**
 * The forecast of a line: as it was last read until it has come anew, so that no packet shows less than the answer before.
 * Loaded with the first query that asks for one.
 */
export function readForecast(
  line: Line,
  query: PlannedQuery,
  request: Request,
  context: Context
): Observable<LineAnswer> {
  const { nodeId, metricId } = line.series.identity;
  const { operations, store } = context;
  return defer(() => {
    const key = seriesKey(line.series.identity);
    const last = store.forecasts.get(key);
    const calls: string[] = [];
    const shown = (forecast: Forecast, made: string[]) => answerOf(line, query, forecast, request, made, context);
    const anew = operations
      .with({ note: (call) => calls.push(call) })
      .getForecast(nodeId, metricId, decodeForecast, 1)
      .pipe(
        map((forecast) => shown(store.forecasts.set(key, forecast), calls)),
        catchError((error: unknown) => {
          const answer = failed(line, query, error, calls);
          // The error is shown along with what was read before. What was there once is not absent.
          const kept = store.forecasts.get(key);
          const { frames, absence } = kept?.columns ? shown(kept, calls) : answer;
          return of({ ...answer, frames, absence });
        })
      );
    return last ? concat(of(shown(last, [])), anew) : anew;
  });
}

function answerOf(
  line: Line,
  query: PlannedQuery,
  forecast: Forecast,
  request: Request,
  calls: string[],
  context: Context
): LineAnswer {
  const { columns, raw, isEmpty } = forecast;
  const { from, to } = rangeOf(request);
  const options = optionsOf(line, query, null, rangeNameOf(request, context.now(), context.dataSource.uid));
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
