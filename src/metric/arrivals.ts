import { catchError, concat, defer, EMPTY, from, map, merge, type Observable, of, switchMap, tap } from 'rxjs';
import { type Context, type Request } from '../answer/runner';
import { MAX_RESULTS } from '../query/query';
import { absenceOf, type Arrived, failed } from './arrived';
import { pairKey, type Wanted, type WantedQuery } from './wanted';

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
    (line.kind === 'forecast'
      ? forecastOf(line, query, request, context)
      : snapshotsOf(line, query, request, context)
    ).pipe(
      catchError((error: unknown) => of<Arrived>({ kind: 'answer', answer: failed(line, query, error, []) })),
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

function snapshotsOf(line: Wanted, query: WantedQuery, request: Request, { store }: Context): Observable<Arrived> {
  const { target, requests } = query;
  const { nodeId, metricId, aggregation } = line.series.identity;
  const shift = line.kind === 'compare' ? query.shift : 0;
  const { range, maxDataPoints, intervalMs } = request;
  const [from, to] = [range.from.valueOf() - shift, range.to.valueOf() - shift];
  const granularity = target.queryType === 'metric' ? target.granularity : 'auto';
  return store
    .read({ nodeId, metricId, aggregation, granularity, from, to, maxDataPoints, intervalMs, requests })
    .pipe(map((snapshot): Arrived => ({ kind: 'snapshot', snapshot })));
}

function forecastOf(line: Wanted, query: WantedQuery, request: Request, context: Context): Observable<Arrived> {
  return from(import('./forecast')).pipe(
    switchMap(({ readForecast }) => readForecast(line, query, request, context)),
    map((answer): Arrived => ({ kind: 'answer', answer }))
  );
}

/** Notes whether a pair is there. */
function remember(line: Wanted, query: WantedQuery, arrived: Arrived, { range }: Request, { store, now }: Context) {
  const key = pairKey(line.series.identity, query.target.queryType);
  const absence = absenceOf(arrived, query);
  if (absence) {
    store.pairs.isNot(key, { from: range.from.valueOf(), to: range.to.valueOf() }, now(), absence === 'refused');
  } else if (arrived.kind === 'snapshot' ? arrived.snapshot.points > 0 : !arrived.answer.error) {
    store.pairs.exists(key);
  }
  return absence !== null;
}
