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
} from 'rxjs';
import { namesSeen } from '../answer/nameBook';
import { type Context, type Request, type Runner } from '../answer/runner';
import { withWords$ } from '../loading/lazy';
import { MAX_RESULTS } from '../query/query';
import { seriesKey } from '../query/series';
import { rangeOf } from '../time/spans';
import { type Arrived, failed, type LineData, type SimilarStart } from './arrived';
import { type Line, type PlannedQuery, planLines } from './lines';
import { type SeriesQuery } from './models';
import { type State } from './packets';
import { readProduct } from './product';
import { type NoSimilar } from './similar';

/**
 * Metric data and forecasts. Each node and metric that the queries stand for is read on its own; what has arrived so far
 * goes out as it arrives, and a failure leaves the rest.
 */
export const runMetric: Runner<SeriesQuery> = (targets, request, context) => {
  const plan = planLines(targets, request, context, new Set());
  return plan.queries.every(({ leftOut, series }) => leftOut.count === 0 && series.length <= MAX_RESULTS)
    ? run(plan, request, context)
    : run(planLines(targets, request, context, seenPairs(context)), request, context);
};

/** Keys of the pairs that alerts and anomalies named so far. */
function seenPairs({ operations }: Context): ReadonlySet<string> {
  return new Set(
    namesSeen(operations)
      .all()
      .map((named) => seriesKey(named))
  );
}

function run({ queries, lines }: ReturnType<typeof planLines>, request: Request, context: Context) {
  const arrivals = queries.map((query, q) => {
    const groups = query.series.map((series) => lines.filter((line) => line.query === q && line.series === series));
    const read = readerOf(query, request, context);
    const started = groups.filter((group) => group.length > 0);
    return query.product ? readProduct(query, started, read, request, context) : merge(...started.flat().map(read));
  });
  const states = concat(merge(...arrivals), of(null)).pipe(
    scan<Arrived | null, State>(
      ({ arrived }, item) => ({ arrived: item ? new Map(arrived).set(item.line, item) : arrived, done: !item }),
      { arrived: new Map(), done: false }
    ),
    shareReplay({ bufferSize: 1, refCount: true })
  );
  // The requests do not wait for what draws and explains their answers.
  return merge(
    states.pipe(ignoreElements()),
    withWords$(() => import('./packets')).pipe(
      switchMap((room) => room.packetsOf(states, queries, lines, request, context))
    )
  );
}

/** What reads the lines of a query. */
function readerOf(query: PlannedQuery, request: Request, context: Context): (line: Line) => Observable<Arrived> {
  const similar = similarStart(query, request, context);
  const readAny = (line: Line): Observable<Arrived> => {
    switch (line.kind) {
      case 'forecast':
        return from(import('./forecast')).pipe(
          switchMap(({ readForecast }) => readForecast(line, query, request, context))
        );
      case 'similar':
        return similar.pipe(
          switchMap((found) =>
            'shift' in found
              ? readData({ line, similar: found }, query, request, context)
              : of({ line, name: line.name, frames: [], absence: null, ...found })
          )
        );
      default:
        return readData({ line }, query, request, context);
    }
  };
  return (line) => readAny(line).pipe(catchError((error: unknown) => of(failed(line, query, error, []))));
}

/** Found once for all series of a query. */
function similarStart(query: PlannedQuery, request: Request, context: Context): Observable<SimilarStart | NoSimilar> {
  return defer(() => from(import('./similar'))).pipe(
    switchMap((room) => room.readSimilarStart(query, request, context)),
    shareReplay({ bufferSize: 1, refCount: true })
  );
}

function readData(
  { line, similar }: Pick<LineData, 'line' | 'similar'>,
  { target, shift, requests }: PlannedQuery,
  request: Request,
  { store }: Context
): Observable<LineData> {
  const { nodeId, metricId, aggregation } = line.series.identity;
  const ago = similar?.shift ?? (line.kind === 'compare' ? shift : 0);
  const { maxDataPoints, intervalMs } = request;
  const range = rangeOf(request);
  const granularity = target.queryType === 'metric' ? target.granularity : 'auto';
  const span = { from: range.from - ago, to: range.to - ago };
  return store
    .read({ nodeId, metricId, aggregation, granularity, ...span, maxDataPoints, intervalMs, requests })
    .pipe(map((snapshot) => ({ line, similar, snapshot })));
}
