import {
  catchError,
  concat,
  concatMap,
  defer,
  forkJoin,
  map,
  merge,
  type Observable,
  of,
  scan,
  startWith,
  switchMap,
  throwError,
} from 'rxjs';
import { decodeMetricData } from '../ground/decode';
import { type Granularity, ruleGranularity, STEP, stepOf } from '../ground/granularity';
import { isFailure, type ServiceFailure } from '../ground/failure';
import { type MetricDataRequest, type Operations } from '../service/operations';
import { record } from '../ground/read';
import { down, halves, type Span } from '../ground/spans';
import { LATE, type Limits } from './plan';
import { type Granularities, isRefusal, type WindowLimit } from './refusals';
import { type Metadata, type Series } from './series';

/** The place of an answer whose granularity the service may have chosen. @param isChosen it did: none was sent */
type Settle = (metadata: Metadata, isChosen: boolean) => PartTarget;

/** The parts of a request, except its span. */
export interface PartTarget {
  request: Omit<MetricDataRequest, 'from' | 'to'> & { granularity?: Granularity };
  series: Series;
  /** Milliseconds: the step of the requested granularity. */
  step: number;
  granularities: Granularities;
  /** The read that it belongs to; see `WindowLimit`. */
  owner: object;
  /** If present, the service may choose the granularity, because the metric's is not known yet. */
  settle?: Settle;
}

export interface PartTools {
  operations: Operations;
  windows: WindowLimit;
  /** Epoch milliseconds. */
  now: () => number;
  limits: Limits;
  /** Called when a series has grown. */
  grown: (series: Series) => void;
}

/** A span that could not be read, and why. */
export interface Missing extends Span {
  failure: ServiceFailure;
}

/** The result of reading a part. */
interface PartAnswer {
  /** The spans with data: the whole part, or its halves. */
  read: Span[];
  /** What couldn't be read. */
  missing: Missing[];
  /** Its requests, one per line. */
  calls: string[];
}

/** The results of the parts so far. */
export interface Progress extends PartAnswer {
  /** Spans that are still loading, newest first. */
  pending: Span[];
  /** The newest part, or one whose window is too long, if the service did not accept it. */
  refusal: Missing | null;
}

type Answered = PartAnswer & { part: Span };

/**
 * Reads one part into its series. If the service takes too long, the part is retried once in halves.
 *
 * @param turn for the queue
 */
export function readPart(target: PartTarget, span: Span, turn: number, tools: PartTools): Observable<PartAnswer> {
  return attempt(target, span, turn, tools).pipe(
    concatMap((whole) => {
      const tooLong = whole.missing.some(({ failure }) => failure.kind === 'timeout');
      const parts = tooLong ? halves(span, target.step) : [];
      return parts.length < 2
        ? of(whole)
        : forkJoin(parts.map((half) => attempt({ ...target, settle: undefined }, half, turn, tools))).pipe(
            map((answers) => ({
              read: answers.flatMap(({ read }) => read),
              missing: answers.flatMap(({ missing }) => missing),
              calls: [whole, ...answers].flatMap(({ calls }) => calls),
            }))
          );
    })
  );
}

/** The same, completely or not at all. */
function attempt(target: PartTarget, span: Span, turn: number, tools: PartTools): Observable<PartAnswer> {
  return defer(() => {
    const calls: string[] = [];
    const operations = tools.operations.with({ note: (call) => calls.push(call) });
    const sent = { at: tools.now(), inside: target.series.hasPointsAfter(span.to) };
    const { settle, request, granularities } = target;
    const omits = settle !== undefined && ruleGranularity(span.to - span.from) === request.granularity;
    const granularity = omits ? undefined : request.granularity;
    const how = { turn, isSettled: tools.limits.sharedCache && span.to <= sent.at - LATE };
    const send = () => operations.getMetricData({ ...request, ...span, granularity }, how);
    return tools.windows.pass(span, target.owner, send).pipe(
      map((body): PartAnswer => {
        if (granularity) {
          granularities.accept(granularity);
        }
        insertBody(body, { ...sent, isChosen: omits }, target, span, tools);
        return { read: [span], missing: [], calls };
      }),
      catchError((failure: unknown) =>
        isFailure(failure) ? of({ read: [], missing: [{ ...span, failure }], calls }) : throwError(() => failure)
      )
    );
  });
}

/**
 * Reads the parts, and reports their progress: at once, and with every part.
 *
 * @param parts newest first
 * @param read reads one of them; `turn` is its place
 * @param how `isAlone`: it is unknown what the service accepts, so the newest part is sent alone; `decides`: a refusal of
 *   this part is about all of them
 */
export function readParts(
  parts: Span[],
  read: (part: Span, turn: number) => Observable<PartAnswer>,
  { isAlone, decides }: { isAlone: boolean; decides: (part: Span) => boolean }
): Observable<Progress> {
  const start: Progress = { pending: parts, missing: [], read: [], calls: [], refusal: null };
  const answers = parts.map((part, turn) => ({
    part,
    answer: read(part, turn).pipe(map((answer) => ({ part, ...answer }))),
  }));
  return (isAlone ? oneThenAll(answers) : merge(...answers.map(({ answer }) => answer))).pipe(
    scan((progress, { part, read, missing, calls }) => {
      const refused = decides(part)
        ? missing.find(({ to, failure }) => to === part.to && isRefusal(failure))
        : undefined;
      return {
        pending: progress.pending.filter((one) => one !== part),
        missing: [...progress.missing, ...missing],
        read: [...progress.read, ...read],
        calls: [...progress.calls, ...calls],
        refusal: progress.refusal ?? refused ?? null,
      };
    }, start),
    startWith(start)
  );
}

/** The newest part alone, then the rest. After two refusals in a row, the rest is not requested. */
function oneThenAll(
  [first, ...rest]: Array<{ part: Span; answer: Observable<Answered> }>,
  refusals = 0
): Observable<Answered> {
  return first.answer.pipe(
    switchMap((answer) => {
      const [missing] = answer.missing;
      const next = defer(() => {
        if (!isRefusal(missing?.failure) || rest.length === 0) {
          return merge(...rest.map((one) => one.answer));
        }
        const likewise = ({ from, to }: Span) => [{ from, to, failure: missing.failure }];
        return refusals === 0
          ? oneThenAll(rest, 1)
          : of(...rest.map(({ part }) => ({ part, read: [], missing: likewise(part), calls: [] })));
      });
      return concat(of(answer), next);
    })
  );
}

/**
 * When a part was requested (epoch milliseconds), whether newer points were known then than it could return, and whether
 * it left the granularity to the service.
 */
interface RequestTime {
  at: number;
  inside: boolean;
  isChosen: boolean;
}

/** Inserts a body's data points into the series, and stores what the read covered. */
function insertBody(
  body: unknown,
  { at, inside, isChosen }: RequestTime,
  requested: PartTarget,
  span: Span,
  { limits, grown }: Pick<PartTools, 'limits' | 'grown'>
) {
  const { columns, ...metadata } = decodeMetricData(body);
  const target = requested.settle?.(metadata, isChosen) ?? requested;
  const { series, granularities } = target;
  const answer = record(body);
  if (series.taken.has(answer)) {
    return;
  }
  series.taken.add(answer);
  const step = Math.max(target.step, stepOf(metadata.granularity) ?? 0);
  series.insert(columns, span);
  series.metadata = metadata;
  const newest = inside ? span.to : columns.time[columns.length - 1];
  const { settled, seen } = countsUntil(span, newest, step, at, limits.refreshOverlap);
  const isWhole = isOfClass(target, span);
  const serves = isWhole ? settled : span.from;
  if (isWhole && span.to >= (series.justRead?.to ?? 0)) {
    series.justRead = { ...span, at };
  }
  const reuseFor = limits.reuseData ? limits.reuseFor : 0;
  series.cover({ from: span.from, to: serves, kind: 'read', at }, at, reuseFor);
  series.cover({ from: serves, to: seen, kind: 'seen' }, at, reuseFor);
  granularities.noteSource(stepOf(metadata.sourceGranularity), span.to < at - LATE);
  grown(series);
}

/**
 * Whether the service, if it chooses the granularity by the range, chose the same for a half as for the whole part. If not,
 * it is shown, but not reused.
 */
function isOfClass({ request, step }: PartTarget, { from, to }: Span): boolean {
  return request.granularity !== undefined || STEP[ruleGranularity(to - from)] === step;
}

/** How far a read of a span counts: up to `settled` it is reused, from there to `seen` its points may still change. */
interface Counts {
  settled: number;
  seen: number;
}

/**
 * In the last 24 h, a span only counts as read up to the newest point, so that late data is found. The newest
 * `refreshOverlap`, at least the two newest steps, must be read again. If the data ends before the span, the two newest
 * steps are those of the data.
 *
 * @param newest the time of the newest point of the answer, or undefined if it was empty
 * @param now when the request was sent, epoch milliseconds
 */
function countsUntil(
  span: Span,
  newest: number | undefined,
  step: number,
  now: number,
  refreshOverlap: number
): Counts {
  const within = (time: number) => Math.min(span.to, Math.max(span.from, time));
  const dataEnd = newest === undefined ? -Infinity : newest + step;
  const moving = Math.min(now - refreshOverlap, down(now, step) - step);
  const settled = Math.min(moving, dataEnd < span.to ? dataEnd - 2 * step : span.to);
  return { settled: within(Math.max(now - LATE, settled)), seen: within(Math.max(now - LATE, dataEnd)) };
}
