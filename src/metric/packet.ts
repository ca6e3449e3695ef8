import { type DataFrame, type DataQueryError, type DataQueryResponse, LoadingState } from '@grafana/data';
import { catchError, defer, type Observable, of, timeout } from 'rxjs';
import { withNotices } from '../answer/notices';
import { type Context, type Request, underWay } from '../answer/runner';
import { type Span } from '../time/spans';
import { emptyFrame } from '../corridors/frames';
import { withWords$ } from '../loading/lazy';
import { type Draft, type LineSoFar } from './arrived';
import { type Wanted, type WantedQuery } from './wanted';

type Words = typeof import('./notices');

/** Data does not wait longer for its words, in milliseconds. */
const PATIENCE = 3000;

/** What tells of an answer, or null where it does not load: then data goes out without notices. */
export const words$: Observable<Words | null> = defer(() => withWords$(() => import('./notices'))).pipe(
  timeout(PATIENCE),
  catchError(() => of(null))
);

/** @param wanted all lines @param lines those of which something has come */
export function draftOf(
  query: WantedQuery,
  wanted: Wanted[],
  lines: LineSoFar[],
  done: boolean,
  { settings, now }: Context
): Draft {
  const [kind] = query.kinds;
  const main = lines.filter(({ line }) => line.kind === kind);
  const anyThere = main.some(({ answer }) => !answer.absence && !answer.error);
  // In a product, pairs that do not exist are left out; where none exists, what is wrong with them is told.
  const absent = query.product && (anyThere || !done) ? main.filter(({ answer }) => answer.absence) : [];
  const gone = new Set(absent.map(({ line }) => line.place));
  const shown = lines.filter(({ line }) => !gone.has(line.place));
  shown.sort((a, b) => a.line.series.order - b.line.series.order);
  const reached = new Set(lines.map(({ line }) => line.place));
  const frames = shown.flatMap(({ answer }) => answer.frames);
  const errors = done ? shown.flatMap(({ answer }) => answer.error ?? []) : [];
  const isBare = done && frames.length === 0 && errors.length === 0 && !query.problem;
  const { target } = query;
  return {
    query,
    shown,
    absent,
    unasked: wanted.flatMap((line) => (done && line.kind === kind && !reached.has(line.place) ? line.name : [])),
    frames: withCalls(isBare ? [emptyFrame(query.refId)] : frames, lines),
    errors,
    coming: done ? [] : lines.flatMap((line) => comingOf(line, now())),
    done,
    inVain: settings.metricVersion === 'v2' && target.queryType === 'metric' && target.granularity !== 'auto',
  };
}

/** What is still to come of a line's values, none of it later than now. */
function comingOf({ line, arrived }: LineSoFar, now: number): Span[] {
  const spans = line.kind === 'metric' && arrived.kind === 'snapshot' ? arrived.snapshot.coming : [];
  return spans.flatMap(({ from, to }) => (from < now ? { from, to: Math.min(to, now) } : []));
}

/** Contract: the first frame holds all calls of its query. */
function withCalls([first, ...frames]: DataFrame[], lines: LineSoFar[]): DataFrame[] {
  const executedQueryString = lines.flatMap(({ answer }) => answer.calls).join('\n');
  return first ? [{ ...first, meta: { ...first.meta, executedQueryString } }, ...frames] : [];
}

/** Whether there is nothing to be told, as it is with most panels: then no words are loaded. */
export function isSilent({ query, shown, absent, unasked, coming, done, inVain }: Draft): boolean {
  const { problem, empty, malformed, compare, shift, passed, leftOut } = query;
  const odd =
    problem || empty.length + malformed.length + coming.length > 0 || inVain || (compare && !shift) || filtersOf(query);
  const left = absent.length + unasked.length + passed.count + leftOut.count > 0;
  return !odd && !(done && (left || shown.some(isOdd)));
}

/** Filters, of a dashboard or clicked in Explore, do not apply to a query that names its series. */
function filtersOf({ target: { filters } }: WantedQuery): number {
  return Array.isArray(filters) ? filters.length : 0;
}

function isOdd({ arrived, answer: { thinned, unlearned, beyond, unreadable, absence } }: LineSoFar): boolean {
  const snapshot = arrived.kind === 'snapshot' ? arrived.snapshot : undefined;
  const { missing = [], leftOut, wanted, taken } = snapshot ?? {};
  return (
    Boolean(thinned || unlearned || beyond || unreadable || absence || leftOut) ||
    missing.length > 0 ||
    wanted !== taken
  );
}

/** @param words null where all drafts are silent, and where they did not load */
export function packetOf(drafts: Draft[], words: Words | null, request: Request): DataQueryResponse {
  const data: DataFrame[] = [];
  const errors: DataQueryError[] = [];
  const namedFilters = new Set<string>();
  for (const draft of drafts) {
    const { query, frames, coming, done } = draft;
    const { refId, problem } = query;
    data.push(...(words ? withNotices(frames, words.noticesOf(draft, request.timezone, namedFilters)) : frames));
    errors.push(...draft.errors);
    if (problem && done) {
      errors.push({ refId, message: words ? words.problemOf(problem) : problem.text });
    }
    const mark = words && coming.length > 0 ? words.comingFrame(refId, coming) : null;
    if (mark) {
      data.push(mark);
    }
  }
  const failed = errors.length > 0;
  const done = drafts.every((draft) => draft.done);
  return {
    data,
    ...(failed ? { errors } : {}),
    state: !done ? underWay(request) : failed && data.length === 0 ? LoadingState.Error : LoadingState.Done,
  };
}
