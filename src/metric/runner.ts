import {
  catchError,
  concat,
  defer,
  from,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  scan,
  shareReplay,
  switchMap,
  timeout,
} from 'rxjs';
import { type Context, type Request, type Runner } from '../answer/runner';
import { MAX_RESULTS } from '../query/query';
import { type Arrival, arrivalsOf } from './arrivals';
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
      ({ arrived }, arrival) =>
        arrival
          ? { arrived: new Map(arrived).set(arrival.line, arrival.arrived), done: false }
          : { arrived, done: true },
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
