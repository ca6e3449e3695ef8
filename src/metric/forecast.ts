import { concat, defer, map, type Observable, of } from 'rxjs';
import { type Context, type Request } from '../answer/runner';
import { NO_POINTS } from '../corridors/columns';
import { decodeForecast, type Forecast } from '../corridors/forecast';
import { corridorFrame } from '../corridors/frames';
import { isFailure } from '../service/failure';
import { pathOf } from '../service/path';
import { optionsOf, withMeta } from './answer';
import { failed, type LineAnswer } from './arrived';
import { type Wanted, type WantedQuery } from './wanted';

/**
 * The forecast of a line: as it was last read until it has come anew, so that no packet shows less than the answer before.
 * Loaded with the first query that asks for one.
 */
export function readForecast(
  line: Wanted,
  query: WantedQuery,
  request: Request,
  { operations, store }: Context
): Observable<LineAnswer> {
  const { nodeId, metricId } = line.series.identity;
  return defer(() => {
    const last = store.forecasts.open(JSON.stringify([nodeId, metricId]));
    const anew = operations.getForecast(nodeId, metricId, 1).pipe(
      map((body) => {
        last.forecast = decodeForecast(body);
        return answerOf(line, query, last.forecast, request, [callOf(line)]);
      })
    );
    return last.forecast ? concat(of(answerOf(line, query, last.forecast, request, [])), anew) : anew;
  });
}

/** The answer to a forecast that failed: the error, beside what was read before. What was there once is not absent. */
export function failedForecast(
  line: Wanted,
  query: WantedQuery,
  request: Request,
  { store }: Context,
  error: unknown
): LineAnswer {
  const { nodeId, metricId } = line.series.identity;
  const answer = failed(line, query, error, isFailure(error) && error.kind === 'input' ? [] : [callOf(line)]);
  const last = store.forecasts.open(JSON.stringify([nodeId, metricId])).forecast;
  const { frames, absence } = last?.columns ? answerOf(line, query, last, request, answer.calls) : answer;
  return { ...answer, frames, absence };
}

function answerOf(line: Wanted, query: WantedQuery, forecast: Forecast, request: Request, calls: string[]): LineAnswer {
  const { columns, raw, isEmpty } = forecast;
  const options = optionsOf(line, query, null);
  const { frame } = corridorFrame([columns ?? NO_POINTS], {
    ...options,
    kind: 'forecast',
    outliers: false,
    deviation: false,
  });
  const [from, to] = [request.range.from.valueOf(), request.range.to.valueOf()];
  const last = columns ? columns.time[columns.length - 1] : -Infinity;
  return {
    name: options.name,
    frames: [withMeta(frame, calls, columns ? undefined : { raw })],
    calls,
    absence: isEmpty ? 'empty' : null,
    beyond: columns && last > to ? { from: Math.min(from, columns.time[0]), to: last } : undefined,
    unreadable: columns === null && !isEmpty,
  };
}

function callOf({ series: { identity } }: Wanted): string {
  return `GET /${pathOf(['v2', 'corridors', { value: identity.nodeId }, { value: identity.metricId }, 'forecast'])}`;
}
