import { type DataFrame, type DataQueryError, type DataQueryResponse, LoadingState } from '@grafana/data';
import { withNotices } from '../answer/notices';
import { type Context, type Request, underWay } from '../answer/runner';
import { MAX_RESULTS } from '../query/query';
import { type Span } from '../time/spans';
import { emptyFrame } from '../corridors/frames';
import { type LineAnswer } from './answer';
import { type Arrived } from './arrivals';
import { type Say, type Words } from './say';
import { MOST_ASKED, type Wanted, type WantedQuery } from './wanted';

/** A line, and what has come for it so far: how, and dressed. */
export interface LineSoFar {
  line: Wanted;
  arrived: Arrived;
  answer: LineAnswer;
}

/** What one query gives to a packet, before it is put into words. */
interface Draft {
  query: WantedQuery;
  frames: DataFrame[];
  says: Say[];
  errors: DataQueryError[];
  /** Spans that are still to come. */
  coming: Span[];
}

/** A packet before it is put into words; `silent` where it needs none. */
export interface PacketDraft {
  drafts: Draft[];
  done: boolean;
  silent: boolean;
}

/** @param wanted all lines @param lines those of which something has come */
export function draftOf(
  queries: WantedQuery[],
  wanted: Wanted[],
  lines: LineSoFar[],
  done: boolean,
  context: Context
): PacketDraft {
  const drafts = queries.map((query, q) => {
    const own = lines.filter(({ line }) => line.query === q);
    own.sort((a, b) => a.line.series.order - b.line.series.order);
    const all = wanted.filter((line) => line.query === q);
    return draftOne(query, all, own, done, context);
  });
  const silent = drafts.every(({ says, coming, query }) => says.length === 0 && coming.length === 0 && !query.problem);
  return { drafts, done, silent };
}

function draftOne(
  query: WantedQuery,
  wanted: Wanted[],
  lines: LineSoFar[],
  done: boolean,
  { settings, now }: Context
): Draft {
  const own = lines.filter(({ line }) => line.kind === query.kinds[0]);
  const anyThere = own.some(({ answer }) => !answer.absent && !answer.error);
  // In a product, pairs that do not exist are left out; where none exists, what is wrong with them is told.
  const left = query.product && (anyThere || !done) ? own.filter(({ answer }) => answer.absent) : [];
  const places = new Set(left.map(({ line }) => line.place));
  const shown = lines.filter(({ line }) => !places.has(line.place));
  const frames = shown.flatMap(({ answer }) => answer.frames);
  const errors = done ? shown.flatMap(({ answer }) => answer.error ?? []) : [];
  const bare = done && frames.length === 0 && errors.length === 0 && !query.problem;
  const v2 = settings.metricVersion === 'v2';
  return {
    query,
    frames: withCalls(bare ? [emptyFrame(query.refId)] : frames, lines),
    says: [
      ...query.notices,
      ...(v2 && choosesGranularity(query) ? [(words: Words) => words.noGranularity()] : []),
      ...shown.flatMap(({ answer }) => answer.notices),
      ...(done ? [...coarserSays(shown), ...leftSays(query, wanted, lines, left)] : []),
    ],
    errors,
    coming: done ? [] : lines.flatMap((line) => comingOf(line, now())),
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

/** What was left out: pairs that do not exist, and those that there are too many of. */
function leftSays(query: WantedQuery, wanted: Wanted[], lines: LineSoFar[], left: LineSoFar[]): Say[] {
  const { passed, leftOut } = query;
  const absent = [...left.map(({ answer }) => answer.name), ...passed.first];
  const absentCount = left.length + passed.count;
  const reached = new Set(lines.map(({ line }) => line.place));
  const beyond = wanted
    .filter(({ kind, place }) => kind === query.kinds[0] && !reached.has(place))
    .map(({ name }) => name);
  const beyondCount = beyond.length + leftOut.count;
  const names = [...beyond, ...leftOut.first];
  return [
    ...(absentCount > 0 ? [(words: Words) => words.noSuchPairs(absent, absentCount)] : []),
    ...(beyondCount > 0
      ? [
          (words: Words) =>
            beyond.length > 0
              ? words.leftOut(MAX_RESULTS, names, beyondCount)
              : words.notAsked(MOST_ASKED, names, beyondCount),
        ]
      : []),
  ];
}

/** Where the service refused what was wanted and a coarser granularity was taken: one notice for all series alike. */
function coarserSays(lines: LineSoFar[]): Say[] {
  const names = new Map<string, string[]>();
  for (const { arrived, answer } of lines) {
    if (arrived.kind === 'snapshot' && arrived.snapshot.wanted !== arrived.snapshot.taken) {
      const both = `${arrived.snapshot.wanted} ${arrived.snapshot.taken}`;
      names.set(both, [...(names.get(both) ?? []), answer.name]);
    }
  }
  return [...names].map(([both, of]) => {
    const [wanted, taken] = both.split(' ');
    return (words: Words) => words.coarser(wanted, taken, of);
  });
}

/** @param words null where the draft is `silent`, and where they did not load */
export function packetOf({ drafts, done }: PacketDraft, words: Words | null, request: Request): DataQueryResponse {
  const data: DataFrame[] = [];
  const errors: DataQueryError[] = [];
  for (const { query, frames, says, errors: failed, coming } of drafts) {
    data.push(
      ...(words
        ? withNotices(
            frames,
            says.flatMap((say) => say(words))
          )
        : frames)
    );
    errors.push(...failed);
    if (query.problem && done) {
      errors.push({ refId: query.refId, message: words ? query.problem.say(words) : query.problem.plain });
    }
    const mark = words && coming.length > 0 ? words.comingFrame(query.refId, coming) : null;
    if (mark) {
      data.push(mark);
    }
  }
  const failed = errors.length > 0;
  return {
    data,
    ...(failed ? { errors } : {}),
    state: !done ? underWay(request) : failed && data.length === 0 ? LoadingState.Error : LoadingState.Done,
  };
}

function choosesGranularity({ target }: WantedQuery): boolean {
  return target.queryType === 'metric' && target.granularity !== 'auto';
}
