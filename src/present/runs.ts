import { type DataQueryResponse, type DateTime, dateTime, LoadingState } from '@grafana/data';
import { type DataQuery } from '@grafana/schema';
import { t } from '@grafana/i18n';
import { uniq } from 'lodash';
import {
  catchError,
  defer,
  finalize,
  from,
  map,
  type Observable,
  of,
  ReplaySubject,
  share,
  switchMap,
  tap,
  timer,
} from 'rxjs';
import { hasRange, slotOf, MINUTE } from '../ground/spans';
import { type Context, type QueryError, queryError, type Request, type Run } from '../table/runner';
import { finished, forPanel } from './present';
import { fieldsOf, KeptByQuery, LastAnswers, type RunPlace } from './lastAnswer';

/** The answers of all runs as one stream of packets; see `join`. */
export function answerRuns(runs: Run[], request: Request, given: Context): Observable<DataQueryResponse> {
  const context = { ...given, calls: new Map() };
  if (!hasRange(request)) {
    const refIds = uniq(runs.flatMap(({ targets }) => targets.map(({ refId }) => refId)));
    const error = new Error(t('inputs.no-range', 'The time range is missing or not valid.'));
    return failed(refIds.map((refId) => queryError(refId, error)));
  }
  const shared = context.settings.sharedCache ? sharedRequest(request) : request;
  const answer = defer(() => {
    const started = runs.map((run) => {
      // Metric data is cut to the exact range. The store rounds its requests.
      const isOfSeries = run.part === 'panel' && run.targets.every((target) => run.modelOf(target).ofSeries);
      const place = placeOf(run, isOfSeries ? request : shared, context);
      return { place, packets: packetsOf(place) };
    });
    return finished(started, request, context);
  });
  return oneAnswer(runs, request, context, answer).pipe(map((packet) => forPanel(packet, request)));
}

/**
 * The request in the form for all viewers of a shared cache: relative ends of its range are rounded down, and the panel's
 * width is omitted. Metric data has its own grid; see `facts/blocks`.
 */
function sharedRequest(request: Request): Request {
  const { range } = request;
  const rounded = (time: DateTime, raw: unknown) =>
    typeof raw === 'string' && raw.includes('now') ? dateTime(slotOf(time.valueOf())) : time;
  const [from, to] = [rounded(range.from, range.raw?.from), rounded(range.to, range.raw?.to)];
  return { ...request, range: { ...range, from, to }, maxDataPoints: undefined };
}

/** Panels without an answer go before refreshes. */
function placeOf(run: Run, request: Request, context: Context): RunPlace {
  const memory = new LastAnswers(run, request, context);
  const isRefresh = run.targets.every((target) => memory.of(target)?.isWhole);
  const operations = context.operations.with({ isRefresh });
  return { run, request, context: { ...context, operations, store: context.store.for({ isRefresh }) }, memory };
}

/** The packets of a run, each of its queries with a frame, an error, or nothing. */
function packetsOf(place: RunPlace): Observable<DataQueryResponse> {
  const { run, request, context } = place;
  return defer(() => from(run.runner())).pipe(
    switchMap((answer) => {
      place.runner = answer;
      return answer(run.targets, request, context);
    }),
    catchError((error) => of({ data: [], errors: errorsOf(run, error) }))
  );
}

/** The errors of queries that all fail with one error. The next refresh loads a file again that did not load. */
function errorsOf({ targets }: Run, error: unknown): QueryError[] {
  const isUnloaded = error instanceof Error && error.name === 'ChunkLoadError';
  const shown = isUnloaded ? new Error(UNLOADED) : error;
  return targets.map(({ refId }) => queryError(refId, shown));
}

/** In English, because translations are files as well. */
const UNLOADED = "Couldn't load a file of the plugin. Refresh the panel, or reload the page.";

/** An error for each query that can't be read. */
export function runRefused(targets: Array<DataQuery & { problem: unknown }>): Observable<DataQueryResponse> {
  return failed(targets.map(({ refId, problem }) => queryError(refId, problem)));
}

function failed(errors: QueryError[]): Observable<DataQueryResponse> {
  return of({ data: [], errors, error: errors[0], state: LoadingState.Error });
}

/** How long an answer that its panel has left waits for a refresh of the panel, in milliseconds. */
const LINGERS = 480;
/** While the service has been silent for this long, no answer is joined, because it may never answer the requests. */
const SILENT = MINUTE;
/** An answer in progress takes about as much memory as this many rows. */
const SIZE = 100;

interface Running {
  packets: Observable<DataQueryResponse>;
  isOver: boolean;
  /** No panel reads it at present. */
  isLeft: boolean;
}

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
    const kept = new KeptByQuery<Running>(['running', queries, timezone, maxDataPoints, app], request, context);
    const known = kept.value;
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
    kept.keep(running, () => SIZE);
    return running.packets;
  });
}
