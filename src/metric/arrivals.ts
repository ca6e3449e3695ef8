import { catchError, concat, defer, EMPTY, from, map, merge, type Observable, of, switchMap, tap } from 'rxjs';
import { type Context, type Request } from '../answer/runner';
import { type Forecast } from '../corridors/forecast';
import { MAX_RESULTS } from '../query/query';
import { isFailure, type ServiceFailure } from '../service/failure';
import { pathOf } from '../service/path';
import { type Snapshot } from '../store/snapshot';
import { pairKey, type Wanted, type WantedQuery } from './wanted';

/** What has come for one line so far. */
export type Arrived =
  | { kind: 'snapshot'; snapshot: Snapshot }
  | ({ kind: 'forecast'; calls: string[] } & Forecast)
  | { kind: 'failed'; error: unknown; calls: string[] };

export interface Arrival {
  line: Wanted;
  arrived: Arrived;
}

/**
 * What comes for the lines of one query. Of a product pairs may not exist, which only asking tells: as many are asked for
 * at a time as may be shown, and each that is not there makes room for the next. What else is wanted of a pair is asked
 * for once it is there.
 *
 * @param lines in the order in which they are to be asked for, those of one series together, itself first
 */
export function arrivalsOf(
  query: WantedQuery,
  lines: Wanted[],
  request: Request,
  context: Context
): Observable<Arrival> {
  const read = (line: Wanted) =>
    readLine(line, query, request, context).pipe(
      catchError((error: unknown) => {
        const wasAsked = line.kind === 'forecast' && !(isFailure(error) && error.kind === 'input');
        return of<Arrived>({ kind: 'failed', error, calls: wasAsked ? [forecastCall(line)] : [] });
      }),
      map((arrived): Arrival => ({ line, arrived }))
    );
  return defer(() => {
    const queue = query.series.map((series) => lines.filter((line) => line.series === series));
    const next = (): Observable<Arrival> => {
      const [main, ...others] = queue.shift() ?? [];
      if (!main) {
        return EMPTY;
      }
      if (!query.product) {
        return merge(...[main, ...others].map(read));
      }
      let last: Arrived | undefined;
      return concat(
        read(main).pipe(tap(({ arrived }) => (last = arrived))),
        defer(() => (last && remember(main, query, last, request, context) ? next() : merge(...others.map(read))))
      );
    };
    return merge(...queue.slice(0, MAX_RESULTS).map(next));
  });
}

function readLine(line: Wanted, query: WantedQuery, request: Request, context: Context): Observable<Arrived> {
  const { target, requests } = query;
  const { nodeId, metricId, aggregation } = line.series.identity;
  if (line.kind === 'forecast' || target.queryType === 'forecast') {
    return readForecast(line, context);
  }
  const shift = line.kind === 'compare' ? query.compare.shift : 0;
  const { range, maxDataPoints, intervalMs } = request;
  return context.store
    .read({
      nodeId,
      metricId,
      aggregation,
      granularity: target.granularity,
      from: range.from.valueOf() - shift,
      to: range.to.valueOf() - shift,
      maxDataPoints,
      intervalMs,
      requests,
    })
    .pipe(map((snapshot): Arrived => ({ kind: 'snapshot', snapshot })));
}

/** The forecast as it was last read, until it has come anew: no packet shows less than the answer before. */
function readForecast(line: Wanted, { operations, store }: Context): Observable<Arrived> {
  return defer(() => {
    const { nodeId, metricId } = line.series.identity;
    const last = store.forecasts.open(JSON.stringify([nodeId, metricId]));
    const anew = operations.getForecast(nodeId, metricId, 1).pipe(
      switchMap((body) => from(import('../corridors/forecast')).pipe(map((room) => room.decodeForecast(body)))),
      map((forecast): Arrived => {
        last.forecast = forecast;
        return { kind: 'forecast', ...forecast, calls: [forecastCall(line)] };
      })
    );
    return last.forecast ? concat(of<Arrived>({ kind: 'forecast', ...last.forecast, calls: [] }), anew) : anew;
  });
}

function forecastCall({ series: { identity } }: Wanted): string {
  return `GET /${pathOf(['v2', 'corridors', { value: identity.nodeId }, { value: identity.metricId }, 'forecast'])}`;
}

/** Why nothing is there (so far): it is empty, or refused as unknown; null where something is, or may be. */
export function absenceOf(arrived: Arrived, { target }: WantedQuery): 'empty' | 'refused' | null {
  // A 400 to a granularity that was chosen may be about that.
  const isMetric = target.queryType === 'metric';
  const isUnknown = ({ kind }: ServiceFailure) =>
    kind === 'notFound' || (kind === 'invalid' && !(isMetric && target.granularity !== 'auto'));
  switch (arrived.kind) {
    case 'snapshot': {
      const { points, done, answered, missing } = arrived.snapshot;
      if (points > 0) {
        return null;
      }
      return missing.length === 0 ? 'empty' : done && !answered && isUnknown(missing[0].failure) ? 'refused' : null;
    }
    case 'forecast':
      return arrived.isEmpty ? 'empty' : null;
    case 'failed':
      return isFailure(arrived.error) && isUnknown(arrived.error) ? 'refused' : null;
  }
}

/** Notes whether a pair is there. */
function remember(line: Wanted, query: WantedQuery, arrived: Arrived, { range }: Request, { store, now }: Context) {
  const key = pairKey(line.series.identity, query.target.queryType);
  const absence = absenceOf(arrived, query);
  if (absence) {
    const span = { from: range.from.valueOf(), to: range.to.valueOf() };
    store.pairs.isNot(key, span, now(), absence === 'refused');
  } else if (arrived.kind === 'forecast' || (arrived.kind === 'snapshot' && arrived.snapshot.points > 0)) {
    store.pairs.exists(key);
  }
  return absence !== null;
}
