import {
  catchError,
  concat,
  defer,
  EMPTY,
  from,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  scan,
  shareReplay,
  switchMap,
  tap,
  timeout,
} from 'rxjs';
import { type Context, type Request, type Runner } from '../answer/runner';
import { MAX_RESULTS } from '../query/query';
import { absenceOf, type Arrived, failed, isSnapshot } from './arrived';
import { type SeriesQuery } from './models';
import { type State } from './packets';
import { pairKey, type Wanted, wantedOf, type WantedQuery } from './wanted';

/** The catalogue only says what to ask for first: nobody waits longer for it, in milliseconds. */
const PATIENCE = 1000;

/**
 * Metric data and forecasts. Every node and metric that the queries stand for is read on its own; what has come so far
 * goes out as it comes, and what failed leaves the rest.
 */
export const runMetric: Runner<SeriesQuery> = (targets, request, context) => {
  const { queries, wanted } = wantedOf(targets, request, context, new Set());
  return queries.every(({ leftOut, series }) => leftOut.count === 0 && series.length <= MAX_RESULTS)
    ? run(queries, wanted, request, context)
    : seenPairs(context).pipe(
        switchMap((seen) => {
          const chosen = wantedOf(targets, request, context, seen);
          return run(chosen.queries, chosen.wanted, request, context);
        })
      );
};

/** Keys of the pairs that alerts and anomalies named so far; none where that is not known. */
function seenPairs(context: Context): Observable<ReadonlySet<string>> {
  return defer(() => from(context.catalogue())).pipe(
    map((catalogue) => new Set(catalogue.remembered().map((named) => pairKey(named)))),
    timeout(PATIENCE),
    catchError(() => of(new Set<string>()))
  );
}

function run(queries: WantedQuery[], wanted: Wanted[], request: Request, context: Context) {
  const arrivals = queries.map((query, q) =>
    arrivalsOf(
      query,
      wanted.filter((line) => line.query === q),
      request,
      context
    )
  );
  const states = concat(merge(...arrivals), of(null)).pipe(
    scan<Arrival | null, State>(
      ({ arrived }, arrival) => ({ arrived: arrival ? new Map(arrived).set(...arrival) : arrived, done: !arrival }),
      { arrived: new Map(), done: false }
    ),
    shareReplay({ bufferSize: 1, refCount: true })
  );
  // The requests do not wait for what draws their answers.
  return merge(
    states.pipe(ignoreElements()),
    defer(() => import('./packets')).pipe(
      switchMap((room) => room.packetsOf(states, queries, wanted, request, context))
    )
  );
}

type Arrival = [line: Wanted, arrived: Arrived];

/**
 * What comes for the lines of one query. Of a product pairs may not exist, which only asking tells: as many are asked for
 * at a time as may be shown, and each that is not there makes room for the next. What else is wanted of a pair is asked
 * for once it is there.
 *
 * @param lines in the order in which they are to be asked for, those of one series together, itself first
 */
function arrivalsOf(query: WantedQuery, lines: Wanted[], request: Request, context: Context): Observable<Arrival> {
  const read = (line: Wanted) =>
    (line.kind === 'forecast' ? forecastOf : snapshotsOf)(line, query, request, context).pipe(
      catchError((error: unknown) => of<Arrived>(failed(line, query, error, []))),
      map((arrived): Arrival => [line, arrived])
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
        read(main).pipe(tap(([, arrived]) => (last = arrived))),
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
  return store.read({ nodeId, metricId, aggregation, granularity, from, to, maxDataPoints, intervalMs, requests });
}

function forecastOf(line: Wanted, query: WantedQuery, request: Request, context: Context): Observable<Arrived> {
  return from(import('./forecast')).pipe(switchMap(({ readForecast }) => readForecast(line, query, request, context)));
}

/** Notes whether a pair is there. @returns whether it is not */
function remember(line: Wanted, query: WantedQuery, arrived: Arrived, { range }: Request, { store, now }: Context) {
  const key = pairKey(line.series.identity, query.target.queryType);
  const absence = absenceOf(arrived, query);
  if (absence) {
    store.pairs.isNot(key, { from: range.from.valueOf(), to: range.to.valueOf() }, now(), absence === 'refused');
  } else if (isSnapshot(arrived) ? arrived.points > 0 : !arrived.error) {
    store.pairs.exists(key);
  }
  return absence !== null;
}
