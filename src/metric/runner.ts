import { catchError, concatMap, map, merge, type Observable, of, scan, startWith } from 'rxjs';
import { type Context, type Request, type Runner } from '../answer/runner';
import { pathOf } from '../service/path';
import { type Answer, answerOf, type Arrived } from './answer';
import { type SeriesQuery } from './models';
import { paced, type Progress } from '../answer/pace';
import { draftOf, packetOf } from './packet';
import { words$ } from './say';
import { type Wanted, wantedOf, type WantedQuery } from './wanted';

interface State extends Progress {
  arrived: ReadonlyArray<Arrived | undefined>;
}

/**
 * Metric data and forecasts. Every node and metric that the queries stand for is read on its own; what has come so far
 * goes out as it comes, and what failed leaves the rest.
 */
export const runMetric: Runner<SeriesQuery> = (targets, request, context) => {
  const { queries, wanted } = wantedOf(targets, request, context.templates);
  const lines = wanted.map((line, i) =>
    arrivalsOf(line, queries[line.query], request, context).pipe(
      catchError((error) => of<Arrived>({ kind: 'failed', error })),
      map((arrived) => ({ i, arrived }))
    )
  );
  const nothing: State = {
    arrived: wanted.map(() => undefined),
    done: wanted.length === 0,
    landed: false,
    worth: false,
  };
  const states: Observable<State> = merge(...lines).pipe(
    scan((state, { i, arrived }) => stateOf(state.arrived.map((other, j) => (j === i ? arrived : other))), nothing),
    startWith(nothing)
  );
  // What has not changed since the last packet is not made again.
  let built = new Map<Arrived, Answer>();
  const draft = ({ arrived, done }: State) => {
    const before = built;
    built = new Map();
    const lines = wanted.flatMap((line, i) => {
      const item = arrived[i];
      if (!item) {
        return [];
      }
      const answer = before.get(item) ?? answerOf(line, queries[line.query], item, request);
      built.set(item, answer);
      return [{ line, ...answer, snapshot: item.kind === 'snapshot' ? item.snapshot : undefined }];
    });
    return draftOf(queries, lines, done, context.settings.metricVersion === 'v2');
  };
  return paced(states, context.settings.progressive, draft).pipe(
    concatMap((packet) =>
      packet.silent
        ? of(packetOf(packet, null, request))
        : words$.pipe(map((words) => packetOf(packet, words, request)))
    )
  );
};

function arrivalsOf(line: Wanted, { target }: WantedQuery, request: Request, context: Context): Observable<Arrived> {
  const { nodeId, metricId, aggregation } = line.series.identity;
  if (line.kind === 'forecast') {
    return context.operations.getForecast(nodeId, metricId, 1).pipe(
      map((body): Arrived => ({
        kind: 'forecast',
        body,
        path: pathOf(['v2', 'corridors', { value: nodeId }, { value: metricId }, 'forecast']),
      }))
    );
  }
  return context.store
    .read({
      nodeId,
      metricId,
      aggregation,
      granularity: target.queryType === 'metric' ? target.granularity : 'auto',
      from: request.range.from.valueOf(),
      to: request.range.to.valueOf(),
      maxDataPoints: request.maxDataPoints,
      intervalMs: request.intervalMs,
    })
    .pipe(map((snapshot): Arrived => ({ kind: 'snapshot', snapshot })));
}

function stateOf(arrived: State['arrived']): State {
  let done = true;
  let landed = false;
  let worth = false;
  for (const item of arrived) {
    if (item?.kind === 'snapshot') {
      const { snapshot } = item;
      done = done && snapshot.done;
      landed = landed || snapshot.done || snapshot.answered || snapshot.missing.length > 0;
      worth = worth || snapshot.answered || snapshot.points > 0;
    } else {
      done = done && item !== undefined;
      landed = landed || item !== undefined;
      worth = worth || item?.kind === 'forecast';
    }
  }
  return { arrived, done, landed, worth };
}
