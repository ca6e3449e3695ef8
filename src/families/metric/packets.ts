import { type DataFrame, type DataQueryError, type DataQueryResponse, LoadingState } from '@grafana/data';
import { uniqBy } from 'lodash';
import { withNotices } from '../../ground/notices';
import { withReading } from '../../judging/readingNotices';
import { type Context, noteCalls, queryError, type QueryError, type Request, underWay } from '../../table/runner';
import { emptyFrame } from '../../ground/frames';
import { MINUTE } from '../../ground/settings';
import { isUnanswered } from '../../facts/snapshot';
import { rangeOf, type Span, within } from '../../ground/spans';
import { answerOf, type LineAnswer } from './answer';
import { type Line, type LineRead, type PlannedQuery } from './lines';
import { loadingFrame, noticesOf, nowFrame } from './notices';

/**
 * Builds packets from what has arrived: frames, notices, and errors of all queries, in one place, so that no data is shown
 * without its notice.
 */
export function packetMaker(queries: PlannedQuery[], request: Request, context: Context) {
  const draw = drawer(queries, request, context);
  return (reads: readonly LineRead[], isFetching: boolean): DataQueryResponse => {
    const reached = reads.flatMap((read) => draw(read) ?? []);
    const parts = queries.map((query, q) => {
      const own = reached.filter(({ line }) => line.query === q);
      return partOf(query, own, isFetching, { request, context });
    });
    const frames = parts.flatMap((part) => part.frames);
    const errors = parts.flatMap((part) => part.errors);
    const failed = frames.length === 0 && errors.length > 0 ? LoadingState.Error : LoadingState.Done;
    const data = frames.length === 0 ? [] : [...frames, ...presentOf(queries[0], request, context)];
    return { data, ...(errors.length > 0 ? { errors } : {}), state: isFetching ? underWay(request) : failed };
  };
}

const PARTS = ['snapshot', 'forecast', 'error', 'isFetching'] as const;

/** Draws lines; lines that have not changed since the last packet are not drawn again. */
function drawer(queries: PlannedQuery[], request: Request, context: Context) {
  const drawn = new Map<Line, { read: LineRead; answer: LineAnswer | undefined }>();
  return (read: LineRead): LineAnswer | undefined => {
    const before = drawn.get(read.line);
    if (before && PARTS.every((part) => before.read[part] === read[part])) {
      return before.answer;
    }
    const answer = answerOf(read, { query: queries[read.line.query], request, context });
    drawn.set(read.line, { read, answer });
    return answer;
  };
}

/** A mark at the current time if the graph ends later by more than a refresh would explain. */
function presentOf({ refId }: PlannedQuery, request: Request, context: Context): DataFrame[] {
  const { from, to } = rangeOf(request);
  const now = context.now();
  return from < now && now < to - MINUTE ? [nowFrame(refId, now)] : [];
}

/** One query's part of a packet. @param reached the lines for which something has arrived */
function partOf(
  query: PlannedQuery,
  reached: LineAnswer[],
  isFetching: boolean,
  { request, context }: { request: Request; context: Context }
): { frames: DataFrame[]; errors: DataQueryError[] } {
  const { refId, problem } = query;
  const { absent, shown } = sorted(query, reached);
  // If the service refused all pairs of a product, its reason is the error.
  const isRefused = absent.length > 0 && absent.length === query.series.length && absent.every(({ error }) => error);
  const failures: QueryError[] = isRefused
    ? absent.slice(0, 1).flatMap(({ error }) => error ?? [])
    : failuresOf(shown, query, request.timezone);
  const errors = problem ? [...failures, queryError(refId, problem)] : failures;
  const outcome = { shown, absent: isRefused ? [] : absent };
  const notices = noticesOf(query, isFetching ? null : outcome, context);
  const drawn = shown.flatMap(({ frames }) => frames);
  const isBare = !isFetching && drawn.length === 0 && errors.length === 0;
  noteCalls(
    context.calls,
    refId,
    reached.flatMap(({ calls }) => calls)
  );
  const frames = withNotices(isBare ? [emptyFrame(refId)] : drawn, notices);
  const pending = isFetching ? reached.flatMap((answer) => pendingOf(answer, rangeOf(request).to, context.now())) : [];
  return {
    frames: pending.length > 0 ? [...frames, loadingFrame(refId, pending)] : frames,
    errors: isFetching ? [] : errors,
  };
}

/** The lines to show, and those of a product's pairs that do not exist, or of which nothing is known yet. */
function sorted({ product, kinds: [kind] }: PlannedQuery, reached: LineAnswer[]) {
  const main = product ? reached.filter(({ line }) => line.kind === kind) : [];
  const absent = main.filter(({ absence }) => absence);
  const isWaiting = ({ snapshot }: LineAnswer) => snapshot?.isFetching && snapshot.points === 0;
  const hidden = new Set([...absent, ...main.filter(isWaiting)].map(({ line }) => line.place));
  return { absent, shown: reached.filter(({ line }) => !hidden.has(line.place)) };
}

/**
 * The errors of lines with nothing to show. If no request of the query was answered, the points in the store are old, so
 * the reasons are errors, too.
 */
function failuresOf(
  shown: readonly LineAnswer[],
  { refId, kinds: [kind] }: PlannedQuery,
  timeZone: string
): QueryError[] {
  const stale = shown.filter(({ error, snapshot }) => !error && snapshot && isUnanswered(snapshot));
  const isOld = shown.every(
    (one) => one.error || stale.includes(one) || (one.line.kind !== kind && one.snapshot?.answered === false)
  );
  // Lines often fail for one reason.
  const failed = uniqBy(
    shown.filter(({ error }) => error),
    ({ error, readAt }) => [error?.message, readAt].join(' ')
  );
  if (!isOld) {
    return failed.flatMap(({ error, readAt }) => {
      const dated = error && readAt !== undefined && { message: withReading(error.message ?? '', readAt, timeZone) };
      return error ? [{ ...error, ...dated }] : [];
    });
  }
  const failures = failed.flatMap(({ error }) => error ?? []);
  const reasons = stale.map(({ snapshot }) => queryError(refId, snapshot?.missing[0].failure));
  return [...failures, ...uniqBy(reasons, 'message')].map((error) => ({ ...error, isUnanswered: true }));
}

/** The times of a line that are still loading, as it will be drawn: its own values up to now, earlier ones moved. */
function pendingOf({ line, snapshot }: LineAnswer, end: number, now: number): Span[] {
  const shift = snapshot ? end - snapshot.range.to : 0;
  const moved = snapshot?.pending.map(({ from, to }) => ({ from: from + shift, to: to + shift })) ?? [];
  return line.kind === 'metric' ? within(moved, { from: -Infinity, to: now }) : moved;
}
