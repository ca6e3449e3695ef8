import {
  catchError,
  concat,
  concatMap,
  defer,
  from,
  map,
  merge,
  type Observable,
  of,
  scan,
  switchMap,
  timeout,
} from 'rxjs';
import { paced, type Progress } from '../answer/pace';
import { type Context, type Request, type Runner } from '../answer/runner';
import { MAX_RESULTS } from '../query/query';
import { answerOf, type Arrived, type LineAnswer } from './answer';
import { arrivalsOf } from './arrivals';
import { type SeriesQuery } from './models';
import { draftOf, isSilent, packetOf } from './packet';
import { words$ } from './say';
import { pairKey, type Wanted, wantedOf, type WantedQuery } from './wanted';

interface State extends Progress {
  arrived: ReadonlyMap<Wanted, Arrived>;
}

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
  const nothing: State = { arrived: new Map(), done: false, landed: false, worth: false };
  const states = concat(merge(...arrivals), of(null)).pipe(
    scan(
      (state, arrival) =>
        arrival ? stateOf(new Map(state.arrived).set(arrival.line, arrival.arrived)) : { ...state, done: true },
      nothing
    )
  );
  // What has not changed since the last packet is not made again.
  let built = new Map<Arrived, LineAnswer>();
  const draft = ({ arrived, done }: State) => {
    const before = built;
    built = new Map();
    const lines = wanted.flatMap((line) => {
      const item = arrived.get(line);
      if (!item) {
        return [];
      }
      const answer = before.get(item) ?? answerOf(line, queries[line.query], item, request);
      built.set(item, answer);
      return [{ line, arrived: item, answer }];
    });
    return queries.map((query, q) =>
      draftOf(
        query,
        wanted.filter((line) => line.query === q),
        lines.filter(({ line }) => line.query === q),
        done,
        context
      )
    );
  };
  return paced(states, context.settings.progressive, draft).pipe(
    concatMap((drafts) =>
      (drafts.every(isSilent) ? of(null) : words$).pipe(map((words) => packetOf(drafts, words, request)))
    )
  );
}

function stateOf(arrived: State['arrived']): State {
  let landed = false;
  let worth = false;
  for (const item of arrived.values()) {
    if (item.kind === 'snapshot') {
      const { done, answered, missing, points } = item.snapshot;
      landed = landed || done || answered || missing.length > 0;
      worth = worth || answered || points > 0;
    } else {
      landed = true;
      worth = worth || !item.answer.error;
    }
  }
  return { arrived, done: false, landed, worth };
}
