import {
  type DataFrame,
  type DataQueryResponse,
  DataTopic,
  type Field,
  type FieldConfig,
  FieldType,
  LoadingState,
  MappingType,
  type QueryResultMetaNotice,
  SpecialValueMatch,
  type ValueMapping,
} from '@grafana/data';
import {
  connect,
  defaultIfEmpty,
  distinctUntilChanged,
  endWith,
  filter,
  ignoreElements,
  map,
  merge,
  type Observable,
  startWith,
  takeLast,
  takeUntil,
  timer,
  withLatestFrom,
} from 'rxjs';
import { isNotRun, warn, withNotices } from '../ground/notices';
import { MINUTE } from '../ground/spans';
import { noResponse, nothingFound, notInTime, staleData, stillWaiting, withReading } from '../judging/readingNotices';
import { LONGEST_WAIT } from '../service/status';
import { grafanaUser } from '../table/access';
import { framesOf, isLast, type QueryError, timeFrame, underWay } from '../table/runner';
import { type RunPlace, type RunQuery } from './lastAnswer';

/*
 * The status of a query: nothing yet, nothing, or failed, and why. It is a notice, and for a query with `emptyRow` also a
 * first row.
 */

type Packets = Observable<DataQueryResponse>;

/** A packet of a run, or none yet. With a reason to wait, the run is not done. */
interface RunState {
  packet?: DataQueryResponse;
  wait?: string;
}

/** The packets of a run with the status of each query. There is one for a reason to wait even if nothing has arrived. */
export function withStatus(packets: Packets, place: RunPlace): Packets {
  const states = isRendered()
    ? inTime(packets)
    : place.context.settings.progressive
      ? waits(packets, place)
      : packets.pipe(map((packet): RunState => ({ packet })));
  const start = Date.now();
  return states.pipe(
    map((state) => shownIn(state, place, start)),
    filter((packet) => isLast(packet) || packet.data.length > 0)
  );
}

/** How often a longer wait is checked. */
const LOOK = 1000;

/** The packets, and why there is none or no later one while the service is silent or down. */
function waits(packets: Packets, { request, context }: RunPlace): Observable<RunState> {
  const { status } = context.operations;
  const reasonOf = () => {
    const isSilent = status.silence >= LONGEST_WAIT;
    return status.isDown ? noResponse(status.lastAnswer, request.timezone) : isSilent ? stillWaiting() : undefined;
  };
  const stateOf = (packet: DataQueryResponse | undefined) => ({ packet, wait: reasonOf() });
  return packets.pipe(
    connect((shared) =>
      merge(
        shared.pipe(map((packet): RunState => (isLast(packet) ? { packet } : stateOf(packet)))),
        // A moment later than `availability`, whose row reports it itself.
        timer(1.5 * LOOK, LOOK).pipe(
          withLatestFrom(shared.pipe(startWith(undefined))),
          map(([, packet]) => stateOf(packet)),
          filter(({ wait }) => wait !== undefined)
        )
      ).pipe(
        distinctUntilChanged((a, b) => a.packet === b.packet && a.wait === b.wait),
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

/** One packet: the last one, or the one so far when the time is up. */
function inTime(packets: Packets): Observable<RunState> {
  return packets.pipe(
    takeUntil(timer(RENDERED_WITHIN)),
    takeLast(1),
    defaultIfEmpty(undefined),
    map((packet) => (packet && isLast(packet) ? { packet } : { packet, wait: notInTime() }))
  );
}

/** @param start when the run began */
function shownIn({ packet, wait }: RunState, place: RunPlace, start: number): DataQueryResponse {
  const { run, request } = place;
  const arrived = packet ?? { data: [], state: underWay(request) };
  const data = run.targets.flatMap((target) => {
    const own = framesOf(arrived.data, target);
    const frames =
      wait === undefined
        ? withNotices(own, noticesOf(own, arrived, target, { ...place, start }))
        : waiting(own, target, wait, place);
    return needsRow(arrived, target, frames, place) ? withRow(frames, arrived, target, place) : frames;
  });
  // Nothing follows a picture.
  const state = wait === undefined ? arrived.state : isRendered() ? LoadingState.Done : underWay(request);
  return { ...arrived, data, ...(state === undefined ? {} : { state }) };
}

/** About old answers of a cache, and why the variable of a query that did not run may be empty. */
function noticesOf(
  own: DataFrame[],
  packet: DataQueryResponse,
  { refId }: RunQuery,
  { run, request, context: { operations, calls, settings }, start }: RunPlace & { start: number }
): QueryResultMetaNotice[] {
  const { stale, trouble: reason } = operations.status;
  const isStale = settings.sharedCache && stale !== undefined && stale.at >= start;
  const isIdle = own.every(({ length }) => length === 0) && isNotRun(own) && !calls.get(refId)?.size;
  const trouble = isLast(packet) && run.part === 'panel' && isIdle ? reason : undefined;
  return [
    ...(isStale ? [warn(staleData(Date.parse(stale.date), request.timezone))] : []),
    ...(trouble === undefined ? [] : [warn(trouble)]),
  ];
}

/**
 * What is shown of a query that waits, with a notice: the rows so far, otherwise its last answer, otherwise its columns, so
 * that an empty panel explains why it is empty. Marks need no such columns, except in a picture, because nothing follows.
 */
function waiting(own: DataFrame[], target: RunQuery, wait: string, place: RunPlace): DataFrame[] {
  const { run, request, memory } = place;
  const last = own.some(({ length }) => length > 0) ? undefined : memory.framesOf(target);
  if (last && last.data.length > 0) {
    return withNotices(last.data, [warn(withReading(wait, last.at, request.timezone))]);
  }
  const hasColumns = run.part === 'panel' || run.part === 'overlay' || isRendered();
  return withNotices(own.length > 0 || !hasColumns ? own : [frameWithoutRows(target, place)], [warn(wait)]);
}

/** A query's frame without rows. An overlay's notice is shown with the values that it belongs to. */
function frameWithoutRows(target: RunQuery, { run, request, context, runner }: RunPlace): DataFrame {
  const { refId } = target;
  return run.part === 'overlay'
    ? { refId, fields: [], length: 0, meta: { dataTopic: DataTopic.Annotations } }
    : { ...(runner?.emptyFrame?.(target, request, context) ?? timeFrame()), refId };
}

/** The columns for the sentence, the best first. */
const SENTENCES = [['sentence'], ['incident'], ['title'], ['metricName'], ['metric'], ['figure']];

/**
 * Whether a query gets a first row with a sentence: Grafana's table draws no text for a frame without rows, so the panel
 * would look broken. A loading answer needs none, unless a notice explains why there is nothing yet.
 */
function needsRow(packet: DataQueryResponse, target: RunQuery, own: DataFrame[], { run, context }: RunPlace): boolean {
  if (run.part !== 'panel' || target.emptyRow !== true) {
    return false;
  }
  return own.every(({ length }) => length === 0)
    ? isLast(packet) || noticeOf(own) !== undefined
    : context.operations.status.trouble !== undefined && failureOf(packet, target) !== undefined;
}

function withRow(own: DataFrame[], packet: DataQueryResponse, target: RunQuery, place: RunPlace): DataFrame[] {
  const failure = failureOf(packet, target);
  const isOver = isNotRun(own) && place.context.operations.status.trouble === undefined;
  const hasRows = own.some(({ length }) => length > 0);
  const trouble = isOver ? undefined : troubleOf(place, hasRows ? undefined : failure);
  const sentence = trouble ?? failure?.message ?? noticeOf(own) ?? nothingFound();
  return withSentence(own.length > 0 ? own : [frameWithoutRows(target, place)], sentence);
}

function failureOf({ errors }: DataQueryResponse, { refId }: RunQuery): QueryError | undefined {
  return errors?.find((error) => error.refId === refId);
}

/** The most important notice of some frames. */
export function noticeOf(own: DataFrame[]): string | undefined {
  const notices = own.flatMap(({ meta }) => meta?.notices ?? []);
  return (notices.find(({ severity }) => severity !== 'info') ?? notices[0])?.text;
}

/**
 * The sentence if the service does not respond. Otherwise undefined: while it answers other requests, what is wrong is the
 * failure of this query. Above rows, the sentence is always this short one, because the panel's header has the failure.
 */
function troubleOf({ request, context: { operations, now } }: RunPlace, failure: QueryError | undefined) {
  const { trouble, lastAnswer } = operations.status;
  const responds = failure !== undefined && lastAnswer !== undefined && now() - lastAnswer < MINUTE;
  return trouble === undefined || responds ? undefined : noResponse(lastAnswer, request.timezone);
}

/** The first frame with a first row that only has the sentence. */
function withSentence([frame, ...others]: DataFrame[], sentence: string): DataFrame[] {
  const texts = frame.fields.filter(isText).map(({ name }) => name);
  const places = SENTENCES.find((names) => names.some((name) => texts.includes(name)));
  if (places === undefined) {
    return [frame, ...others];
  }
  const isAlone = frame.length === 0;
  const fields = frame.fields.map((field) => ({
    ...field,
    values: [places.includes(field.name) && isText(field) ? sentence : null, ...field.values],
    config: { ...field.config, ...neutral(field, isAlone), ...(isAlone ? { links: undefined } : {}) },
  }));
  return [{ ...frame, length: frame.length + 1, fields }, ...others];
}

/**
 * Without a value, a colored cell would have the color of Grafana's lowest threshold, which is green. A column without other
 * rows has no word for a missing value either: the row is no metric without data.
 */
function neutral({ config: { mappings } }: Field, isAlone: boolean): FieldConfig {
  const others = mappings?.filter(({ type }) => !isAlone || type !== MappingType.SpecialValue);
  return others ? { mappings: [...others, NO_COLOR] } : {};
}

const NO_COLOR: ValueMapping = {
  type: MappingType.SpecialValue,
  options: { match: SpecialValueMatch.Null, result: { color: 'text', index: 0 } },
};

function isText({ type }: Field): boolean {
  return type === FieldType.string;
}
