import { type DataFrame, type DataQueryResponse, DataTopic, FieldType, LoadingState } from '@grafana/data';
import { pick } from 'lodash';
import {
  catchError,
  concat,
  connect,
  defaultIfEmpty,
  EMPTY,
  endWith,
  first,
  ignoreElements,
  last,
  map,
  mergeMap,
  type Observable,
  of,
  startWith,
  switchMap,
  takeLast,
  takeUntil,
  throwError,
  timeout,
  timer,
} from 'rxjs';
import { withTranslations$ } from '../ground/lazy';
import { warn, withNotices } from '../ground/notices';
import { noResponse, notInTime, stillWaiting, withReading } from '../judging/readingNotices';
import { Client } from '../service/client';
import { ServiceFailure } from '../ground/failure';
import { Operations } from '../service/operations';
import { LONGEST_WAIT } from '../service/status';
import { grafanaUser } from '../table/access';
import { Store } from '../facts/store';
import { type RunPlace, type RunQuery } from './queryMemory';
import { type Context, framesOf, isLast, type Request, type Run, underWay } from '../table/runner';

/** How often a longer wait is checked. */
const LOOK = 1000;

/**
 * The packets of a run. While the service is silent or down, each has a notice, and there is one even if nothing has
 * arrived.
 */
export function reportWait(packets: Observable<DataQueryResponse>, place: RunPlace): Observable<DataQueryResponse> {
  const { status } = place.context.operations;
  const isAnswered = () => !status.isDown && status.silence < LONGEST_WAIT;
  const textOf = () => (status.isDown ? noResponse(status.lastAnswer, place.request.timezone) : stillWaiting());
  const reported = (latest: DataQueryResponse | undefined) =>
    unfinished(latest?.data ?? [], place, textOf).pipe(
      mergeMap((data) => (data.length > 0 ? of({ data, state: underWay(place.request) }) : EMPTY))
    );
  const later = (latest: DataQueryResponse | undefined) =>
    // A moment later than `availability`, whose row reports it itself.
    timer(1.5 * LOOK, LOOK).pipe(
      first(() => !isAnswered()),
      switchMap(() => reported(latest))
    );
  const now = (packet: DataQueryResponse) => {
    if (isLast(packet)) {
      return of(packet);
    }
    return isAnswered() ? concat(of(packet), later(packet)) : reported(packet);
  };
  return packets.pipe(
    connect((shared) =>
      shared.pipe(
        startWith(undefined),
        switchMap((latest) => (latest === undefined ? later(latest) : now(latest))),
        takeUntil(shared.pipe(ignoreElements(), endWith(true)))
      )
    )
  );
}

/** Grafana waits 60 s for a picture. A packet is sent after at most 40 s, including texts. In milliseconds. */
const RENDERED_WITHIN = 34_000;

/** The address can change later, for example when leaving a dashboard. */
const isOpenedToRender = new URLSearchParams(globalThis.location?.search).get('render') === '1';

/** Whether Grafana's image renderer opened the page. It treats the first packet as the complete answer. */
export function isRendered(): boolean {
  return isOpenedToRender || grafanaUser().authenticatedBy === 'render';
}

/** One packet: the last one, or partial data when the time is up, with a notice. */
export function inTime(packets: Observable<DataQueryResponse>, place: RunPlace): Observable<DataQueryResponse> {
  return packets.pipe(
    takeUntil(timer(RENDERED_WITHIN)),
    takeLast(1),
    defaultIfEmpty<DataQueryResponse, DataQueryResponse>({ data: [], state: LoadingState.Streaming }),
    switchMap((packet) =>
      isLast(packet)
        ? of(packet)
        : // Nothing follows it, so annotations and variables have a notice, too.
          unfinished(packet.data, place, notInTime, true).pipe(map((data) => ({ data, state: LoadingState.Done })))
    )
  );
}

/**
 * What is shown of a run that is not done, with a notice: for each query, the rows so far, otherwise its last answer,
 * otherwise its columns, so that an empty panel explains why it is empty. Annotations and variables need no such columns.
 */
function unfinished(
  shown: readonly DataFrame[],
  { run, request, context, memory }: RunPlace,
  textOf: () => string,
  withColumns = run.part === 'panel'
): Observable<DataFrame[]> {
  const isBare = run.targets.some((target) => framesOf(shown, target).length === 0);
  const columns$ = withColumns && isBare ? columnsOf(run, request, context) : of([]);
  return columns$.pipe(
    map((columns) =>
      run.targets.flatMap((target) => {
        const text = textOf();
        const own = framesOf(shown, target);
        const last = own.some(({ length }) => length > 0) ? undefined : memory.lastOf(target);
        if (last && last.data.length > 0) {
          return withNotices(last.data, [warn(withReading(text, last.updatedAt, request.timezone))]);
        }
        const empty = run.part === 'overlay' ? [overlayOf(target)] : framesOf(columns, target);
        return withNotices(own.length > 0 ? own : empty, [warn(text)]);
      })
    )
  );
}

/** An overlay's notice is shown with the values that it belongs to. */
function overlayOf({ refId }: RunQuery): DataFrame {
  return { refId, fields: [], length: 0, meta: { dataTopic: DataTopic.Annotations } };
}

/** The maximum wait for columns, in milliseconds. */
const COLUMNS_WAIT = 5000;

/** One alert, or one of its events. */
const SINGLE = /^v\d\/alerts\/(?!explore)[^/]+(\/events\/[^/]+)?$/;

/** An empty page of any list, an empty anomaly, and empty metric data. */
const NOTHING = {
  ...{ page: 1, limit: 1, total: 0, items: [] },
  ...{ new: [], updated: [], closed: [] },
  ...{ bucket: '1h', buckets: [] },
  id: '',
  data: [],
};

/** A service without data. */
class EmptyService extends Client {
  override get(path: string): Observable<unknown> {
    return SINGLE.test(path) ? throwError(() => new ServiceFailure('notFound', '', { status: 404 })) : of(NOTHING);
  }
}

/**
 * One frame per query with the columns of its answer and no rows, for notices before there is an answer: a panel drops a
 * frame without fields, with its notices. The columns come from an empty answer.
 */
export function columnsOf(run: Run, request: Request, context: Context): Observable<DataFrame[]> {
  const { settings, now, operations } = context;
  const client = new EmptyService({ url: '', name: '', maxConcurrentRequests: 1, patience: COLUMNS_WAIT });
  const nothing = new Operations(client, operations.alertsVersion);
  const alone = { ...context, calls: new Map(), operations: nothing, store: new Store(settings, nothing, now) };
  const { runner, targets } = run;
  const runner$ = 'run' in runner ? of(runner.run) : withTranslations$(runner.load);
  return runner$.pipe(
    switchMap((answer) => answer(targets, request, alone)),
    last(),
    timeout(COLUMNS_WAIT),
    catchError(() => of<DataQueryResponse>({ data: [] })),
    map(({ data }) => targets.map(({ refId }) => withoutRows(data as DataFrame[], refId)))
  );
}

function withoutRows(frames: DataFrame[], refId: string): DataFrame {
  const found = frames.find((frame) => frame.refId === refId && frame.fields.length > 0);
  const fields = found?.fields ?? [{ name: 'time', type: FieldType.time, config: {}, values: [] }];
  // How it is drawn, but not its notices and calls.
  const meta = pick(found?.meta, 'type', 'typeVersion', 'preferredVisualisationType', 'preferredVisualisationPluginId');
  return { refId, name: found?.name, length: 0, fields: fields.map((field) => ({ ...field, values: [] })), meta };
}
