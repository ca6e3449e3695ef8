import {
  CoreApp,
  type DataFrame,
  DataFrameType,
  type DataQueryResponse,
  DataTopic,
  FieldType,
  LoadingState,
  type QueryResultMetaNotice,
} from '@grafana/data';
import { combineLatest, defaultIfEmpty, filter, map, type Observable, of, skipWhile, startWith } from 'rxjs';
import { uniqueNames } from '../ground/frameNames';
import { andMore, info, type Severity, withNotices } from '../ground/notices';
import { type Context, isLast, type Request, STATE_TIMELINE, underWay, withCalls } from '../table/runner';
import { truncate, uniq, uniqBy } from 'lodash';
import { nothingFound, unusedFilter } from '../judging/readingNotices';
import { record } from '../ground/read';
import { rangeOf, type Span } from '../ground/spans';
import { type RunPlace, withLastAnswer } from './lastAnswer';
import { isRendered, noticeOf, withStatus } from './status';

type Packets = Observable<DataQueryResponse>;

/** A run and its packets so far. */
export interface StartedRun {
  place: RunPlace;
  packets: Packets;
}

/** The packets of all runs as one stream, with the calls of all of them. */
export function finished(runs: StartedRun[], request: Request, context: Context): Observable<DataQueryResponse> {
  return join(runs.map(presentRun), request, context.settings.progressive && !isRendered()).pipe(
    map((packet) => ({ ...packet, data: withCalls(packet.data, context.calls) }))
  );
}

/** What a panel shows of a run's packets, in this order. */
const PASSES: ReadonlyArray<(packets: Packets, place: RunPlace) => Packets> = [
  // First, because what is shown instead of a failed answer is stored with these notices.
  withUnusedFilters,
  // The last answer instead of a failed one, and until a refresh is done.
  withLastAnswer,
  // Last, because it is about what is shown, and is over when the last answer is shown again.
  withStatus,
];

function presentRun({ place, packets }: StartedRun): Packets {
  return PASSES.reduce((passed, pass) => pass(passed, place), packets);
}

/** Notices about the filters that do not apply to queries, once for all of the run; see `Model.filtering`. */
function withUnusedFilters(packets: Packets, { run: { part, targets, modelOf } }: RunPlace): Packets {
  const unfiltered = part === 'panel' ? targets.filter((query) => !modelOf(query).filtering) : [];
  if (unfiltered.every(({ filters }) => filterKeys(filters).length === 0)) {
    return packets;
  }
  return packets.pipe(
    map((packet) => {
      const reported = new Set<string>();
      const data = (packet.data as DataFrame[]).flatMap((frame) => {
        const query = unfiltered.find(({ refId }) => refId === frame.refId);
        const keys = filterKeys(query?.filters).filter((key) => !reported.has(key));
        keys.forEach((key) => reported.add(key));
        return withNotices(
          [frame],
          keys.map((key) => info(unusedFilter(key)))
        );
      });
      return { ...packet, data };
    })
  );
}

function filterKeys(filters: unknown): string[] {
  const keys = (Array.isArray(filters) ? filters : []).map((filter) => record(filter).key);
  return uniq(keys.filter((key): key is string => typeof key === 'string' && key !== ''));
}

/**
 * A packet as its panel shows it: a timeline without rows has a sentence, and notices fit into the panel's header. Both
 * are about all queries of the panel, so they come after joining.
 */
export function forPanel(answer: DataQueryResponse, request: Request): DataQueryResponse {
  if (!isEmptyTimeline(answer, request)) {
    return { ...answer, data: withoutBare(headerNotices(answer.data)) };
  }
  const isKnown = isLast(answer) && (answer.errors ?? []).length === 0;
  const data = emptyTimeline(answer, rangeOf(request), isKnown ? nothingFound() : undefined);
  return { ...answer, data: headerNotices(data) };
}

/** The maximum of characters of a label. Grafana cuts off the beginning of a longer one. */
const LABEL_LENGTH = 36;

/** Where frames are drawn. */
interface Place {
  panelPluginId?: string;
  app: string;
}

/** Whether a packet's frames are for a state timeline, and none of them has rows. */
function isEmptyTimeline({ data }: DataQueryResponse, { panelPluginId, app }: Place): boolean {
  const drawn = drawnIn(data);
  const isTimeline =
    panelPluginId === STATE_TIMELINE ||
    (app === CoreApp.Explore && drawn.every(({ meta }) => meta?.preferredVisualisationPluginId === STATE_TIMELINE));
  return drawn.length > 0 && isTimeline && drawn.every(({ length }) => length === 0);
}

/**
 * The frames of such a packet. Grafana reports a missing time field if no frame has rows, even if a frame only has a
 * notice. Instead, there is one lane without states, named by the notice or by the other text. Without either, there are
 * no frames, and Grafana shows the panel's own text.
 */
function emptyTimeline({ data }: DataQueryResponse, { from, to }: Span, otherwise?: string): DataFrame[] {
  const drawn = drawnIn(data);
  const text = noticeOf(drawn) ?? otherwise;
  const others = (data as DataFrame[]).filter((frame) => !drawn.includes(frame));
  if (text === undefined) {
    return others;
  }
  const name = truncate(text, { length: LABEL_LENGTH, separator: ' ', omission: ' …' });
  const lane = {
    name,
    type: FieldType.string,
    config: { displayNameFromDS: name, color: { mode: 'fixed', fixedColor: 'transparent' } },
    values: [null, null],
  };
  const [first, ...rest] = drawn;
  const meta = { ...first.meta, preferredVisualisationPluginId: STATE_TIMELINE };
  const fields = [{ name: 'time', type: FieldType.time, config: {}, values: [from, to] }, lane];
  return [{ ...first, meta, length: 2, fields }, ...rest, ...others];
}

function drawnIn(data: DataFrame[]): DataFrame[] {
  return data.filter(({ meta }) => meta?.dataTopic === undefined);
}

/** The number of messages of each severity in a panel's header. */
const MOST = 3;

const SEVERITIES: Severity[] = ['error', 'warning', 'info'];

/** The messages of one query. */
interface QueryNotices {
  refId: string | undefined;
  notices: QueryResultMetaNotice[];
}

/**
 * The frames with notices for a panel's header, which only shows the last notice of each severity in all frames.
 * Therefore, the last query with a message of a severity shows the messages of all queries in one notice, and earlier
 * queries only show their own. All messages of a query are in `meta.custom.notices` of its first frame.
 */
export function headerNotices(frames: DataFrame[]): DataFrame[] {
  const queries = noticesIn(frames);
  const firsts = new Map(queries.map(({ refId }) => [refId, frames.find((frame) => frame.refId === refId)]));
  return frames.map((frame) => {
    const query = queries.find(({ refId }) => refId === frame.refId);
    if (!query || firsts.get(frame.refId) !== frame) {
      return frame.meta?.notices ? { ...frame, meta: { ...frame.meta, notices: undefined } } : frame;
    }
    const notices = SEVERITIES.flatMap((severity) => {
      const own = textsOf([query], severity);
      const isLast = queries.findLast(({ notices }) => notices.some((one) => one.severity === severity)) === query;
      const texts = isLast ? textsOf(queries, severity) : own;
      return own.length === 0 ? [] : [{ severity, text: joined(texts) }];
    });
    return { ...frame, meta: { ...frame.meta, notices, custom: { ...frame.meta?.custom, notices: query.notices } } };
  });
}

function noticesIn(frames: DataFrame[]): QueryNotices[] {
  const refIds = [...new Set(frames.map(({ refId }) => refId))];
  const queries = refIds.map((refId) => {
    const own = frames.filter((frame) => frame.refId === refId).flatMap(({ meta }) => meta?.notices ?? []);
    const all = uniqBy(own, ({ severity, text }) => severity + text);
    return { refId, notices: all.map(({ severity, text }) => ({ severity, text })) };
  });
  return queries.filter(({ notices }) => notices.length > 0);
}

/**
 * The messages of several queries: each query's first message comes before any second one, because the first is the most
 * important.
 */
function textsOf(queries: readonly QueryNotices[], wanted: Severity): string[] {
  const lists = queries.map(({ notices }) => notices.filter(({ severity }) => severity === wanted));
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
  return [...new Set(inTurn.map(({ text }) => text))];
}

function joined(texts: readonly string[]): string {
  if (texts.length === 1) {
    return texts[0];
  }
  // Bullets separate the messages if a tooltip does not break lines.
  const shown = texts.slice(0, MOST).map((text) => `• ${text}`);
  return texts.length > MOST ? andMore([...shown, '•'].join('\n'), texts.length - MOST) : shown.join('\n');
}

/** All packets of the data source have this key, so that each replaces the previous one. */
const KEY = 'anomaly-monitoring';

/**
 * Joins the answers of several runners into one stream of cumulative packets: frames in the order of the queries, Done
 * once all are done. Errors are sent with the last packet, because Grafana treats a packet with errors as the end.
 *
 * @param progressive whether packets are sent before the last one
 */
export function join(
  answers: Array<Observable<DataQueryResponse>>,
  request: Request,
  progressive: boolean
): Observable<DataQueryResponse> {
  if (answers.length === 0) {
    return of({ key: KEY, data: [], state: LoadingState.Done });
  }
  const order = new Map(request.targets.map((target, place) => [target.refId, place]));
  const place = (frame: DataFrame) => order.get(frame.refId ?? '') ?? order.size;
  return combineLatest(
    answers.map((answer) =>
      answer.pipe(defaultIfEmpty<DataQueryResponse, DataQueryResponse>({ data: [] }), startWith(undefined))
    )
  ).pipe(
    map((packets) => packets.filter((packet) => packet !== undefined)),
    skipWhile((packets) => packets.length === 0),
    map((packets) => {
      const frames: DataFrame[] = packets.flatMap((packet) => packet.data);
      const sorted = packets.length > 1 ? frames.sort((a, b) => place(a) - place(b)) : frames;
      const data = withOneWide(sorted);
      const isFetching = packets.length < answers.length || !packets.every(isLast);
      const errors = packets.flatMap((packet) => packet.errors ?? []);
      if (isFetching) {
        return { key: KEY, data: uniqueNames(data), state: underWay(request) };
      }
      return errors.length > 0
        ? {
            key: KEY,
            data: uniqueNames(data),
            errors,
            error: errors[0],
            state: data.length > 0 ? LoadingState.Done : LoadingState.Error,
          }
        : { key: KEY, data: uniqueNames(data), state: LoadingState.Done };
    }),
    // An overlay that arrives before the values would clear the panel, so it is sent together with them.
    filter((packet) => isLast(packet) || (progressive && packet.data.some(isDrawn)))
  );
}

/** Frames without fields only contain notices. A query with other frames doesn't need them. */
function withoutBare(frames: DataFrame[]): DataFrame[] {
  return frames.filter(
    (frame) =>
      frame.fields.length > 0 || !frames.some(({ refId, fields }) => refId === frame.refId && fields.length > 0)
  );
}

function isDrawn({ meta }: DataFrame): boolean {
  return meta?.dataTopic !== DataTopic.Annotations;
}

/** Grafana's data plane allows only one wide frame in a response. If there are several, none has that type. */
function withOneWide(frames: DataFrame[]): DataFrame[] {
  const isWide = ({ meta }: DataFrame) => meta?.type === DataFrameType.TimeSeriesWide;
  return frames.filter(isWide).length < 2
    ? frames
    : frames.map((frame) =>
        isWide(frame) ? { ...frame, meta: { ...frame.meta, type: undefined, typeVersion: undefined } } : frame
      );
}
