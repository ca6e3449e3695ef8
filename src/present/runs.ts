import { type DataQueryResponse, LoadingState } from '@grafana/data';
import {
  catchError,
  concatMap,
  defer,
  finalize,
  from,
  map,
  Observable,
  of,
  ReplaySubject,
  share,
  shareReplay,
  switchMap,
  tap,
  throwError,
  timer,
} from 'rxjs';
import { perInstance } from '../service/recent';
import { MINUTE } from '../ground/settings';
import { type Context, isLast, type QueryError, queryError, type Request, type Run } from '../table/runner';
import { ByQuery, fieldsOf, QueryMemory, type RunPlace, type StartedRun } from './queryMemory';
import { withTranslations$ } from '../ground/lazy';
import { type Model, type QueryOf } from '../ground/query';
import { hasRange } from '../ground/spans';

/** Builds a panel's answer from packets. It is loaded while the first requests are running. */
const finish$ = () => from(import(/* webpackChunkName: "panel" */ './present'));

/** The answers of all runs as one stream of packets; see `join`. */
export function answerRuns(runs: Run[], request: Request, given: Context): Observable<DataQueryResponse> {
  const context = { ...given, calls: new Map() };
  if (!hasRange(request)) {
    return withTranslations$(() => import(/* webpackChunkName: "panel" */ './refused')).pipe(
      map((module) => module.withoutRange(runs))
    );
  }
  const answer = (shared: Request) =>
    new Observable<DataQueryResponse>((subscriber) => {
      const started = runs.map((run): StartedRun => {
        // Metric data is cut to the exact range. The store rounds its requests.
        const own = 'run' in run.runner ? request : shared;
        const place = placeOf(run, own, context);
        const { packets, begun } = begin(packetsOf(place));
        subscriber.add(begun);
        return { place, packets };
      });
      const joined = finish$().pipe(switchMap((module) => module.finished(started, request, context)));
      subscriber.add(joined.subscribe(subscriber));
    });
  const packets = context.settings.sharedCache
    ? from(import('./shared')).pipe(switchMap((module) => module.answerShared(request, context.operations, answer)))
    : answer(request);
  const forPanel = oneAnswer(runs, request, context, packets).pipe(
    concatMap((packet) => finish$().pipe(map((module) => module.forPanel(packet, request))))
  );
  return orUnloaded(forPanel, runs);
}

/** Panels without an answer go before refreshes. */
function placeOf(run: Run, request: Request, context: Context): RunPlace {
  const memory = new QueryMemory(run, request, context);
  const isRefresh = run.targets.every((target) => memory.of(target).last?.isWhole);
  const operations = context.operations.with({ isRefresh });
  return { run, request, context: { ...context, operations, store: context.store.for({ isRefresh }) }, memory };
}

/** Starts at once. A later subscriber to the packets can end it. */
function begin(packets: Observable<DataQueryResponse>) {
  const shared = packets.pipe(shareReplay({ bufferSize: 1, refCount: true }));
  const begun = shared.subscribe();
  const later = new Observable<DataQueryResponse>((subscriber) => {
    subscriber.add(shared.subscribe(subscriber));
    begun.unsubscribe();
  });
  return { packets: later, begun };
}

/** The packets of a run, each of its queries with a frame, an error, or nothing. */
function packetsOf(place: RunPlace): Observable<DataQueryResponse> {
  const { run, request, context } = place;
  const { runner } = run;
  const runner$ = 'run' in runner ? of(runner.run) : withTranslations$(runner.load);
  return runner$.pipe(
    switchMap((answer) =>
      withFlags$(run, request, context).pipe(
        switchMap(({ queries, errors }) => {
          const packets: Observable<DataQueryResponse> =
            queries.length > 0 ? answer(queries, request, context) : of({ data: [] });
          return errors.length === 0 ? packets : packets.pipe(map((packet) => withErrors(packet, errors)));
        })
      )
    ),
    catchError((error) => of({ data: [], errors: errorsOf(run, error) }))
  );
}

/** The queries with flags instead of variables in flags' fields. Few queries have any. */
function withFlags$({ targets, modelOf }: Run, { scopedVars }: Request, { templates }: Context) {
  const holdsText = (query: QueryOf<Model>) => {
    const { fields } = modelOf(query);
    return Object.entries(query).some(([field, value]) => fields[field]?.kind === 'flag' && typeof value === 'string');
  };
  return targets.some(holdsText)
    ? withTranslations$(() => import('../ground/inputs')).pipe(
        map(({ withFlags }) => {
          const queries: Array<QueryOf<Model>> = [];
          const errors: QueryError[] = [];
          for (const target of targets) {
            try {
              queries.push(withFlags(target, modelOf(target), templates, scopedVars));
            } catch (error) {
              errors.push(queryError(target.refId, error));
            }
          }
          return { queries, errors };
        })
      )
    : of({ queries: targets, errors: [] });
}

function withErrors(packet: DataQueryResponse, more: QueryError[]): DataQueryResponse {
  return isLast(packet) ? { ...packet, errors: [...(packet.errors ?? []), ...more] } : packet;
}

/** In English, because translations are files as well. */
const UNLOADED = "Couldn't load a file of the plugin. Refresh the panel, or reload the page.";

/** Whether a file of the plugin did not load. The next refresh loads it again. */
function isUnloaded(error: unknown): boolean {
  return error instanceof Error && error.name === 'ChunkLoadError';
}

/** The errors of queries that all fail with one error. */
function errorsOf({ targets }: Run, error: unknown): QueryError[] {
  return targets.map(({ refId }) => queryError(refId, isUnloaded(error) ? new Error(UNLOADED) : error));
}

/** The packets. If the code that builds them does not load, every query fails. */
function orUnloaded(packets: Observable<DataQueryResponse>, runs: Run[]): Observable<DataQueryResponse> {
  return packets.pipe(
    catchError((error) => {
      const errors = runs.flatMap((run) => errorsOf(run, error));
      return isUnloaded(error)
        ? of({ data: [], errors, error: errors[0], state: LoadingState.Error })
        : throwError(() => error);
    })
  );
}

/** How long an answer that its panel has left waits for a refresh of the panel, in milliseconds. */
const LINGERS = 480;
/** While the service has been silent for this long, no answer is joined, because it may never answer the requests. */
const SILENT = MINUTE;
const MOST_ANSWERS = 200;

interface Running {
  packets: Observable<DataQueryResponse>;
  isOver: boolean;
  /** No panel reads it at present. */
  isLeft: boolean;
}

const runningOf = perInstance(() => new ByQuery<Running>(MOST_ANSWERS));

/**
 * A refresh joins the answer of its panel that is still running. Otherwise, refreshes that are faster than answers would
 * never let one complete.
 */
export function oneAnswer(
  runs: Run[],
  request: Request,
  context: Context,
  answer: Observable<DataQueryResponse>
): Observable<DataQueryResponse> {
  return defer(() => {
    const { timezone, maxDataPoints, app } = request;
    const queries = runs.flatMap((run) => run.targets.map((target) => fieldsOf(target, run, request, context)));
    const key = JSON.stringify([queries, timezone, maxDataPoints, app]);
    const [answers, now] = [runningOf(context.operations), context.now()];
    const known = answers.find(key, request, now);
    if (known && !known.isOver && context.operations.status.silence < SILENT) {
      known.isLeft = false;
      return known.packets;
    }
    const over = () => timer(running.isLeft ? LINGERS : 0).pipe(tap(() => (running.isOver = true)));
    const running: Running = {
      isOver: false,
      isLeft: false,
      packets: answer.pipe(
        finalize(() => (running.isOver ||= !running.isLeft)),
        share({
          connector: () => new ReplaySubject(1),
          resetOnRefCountZero: () => {
            running.isLeft = true;
            return over();
          },
          // What ends after its panel has left is for the refresh.
          resetOnComplete: over,
        })
      ),
    };
    answers.set(key, request, now, running);
    return running.packets;
  });
}
