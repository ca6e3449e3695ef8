import { type DataFrame, type DataQueryError, type DataQueryResponse, LoadingState } from '@grafana/data';
import { withNotices } from '../answer/notices';
import { type Request, underWay } from '../answer/runner';
import { type Answer, emptyFrame } from './answer';
import { type Snapshot } from '../store/snapshot';
import { type Span } from '../store/windows';
import { type Say, type Words } from './say';
import { type Wanted, type WantedQuery } from './wanted';

/** What has come for one line so far, dressed. */
export interface LineSoFar extends Answer {
  line: Wanted;
  /** Of metric data: how far it has come. */
  snapshot?: Snapshot;
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

/** @param v2 whether metric data is read from the family that knows no granularity */
export function draftOf(queries: WantedQuery[], lines: LineSoFar[], done: boolean, v2: boolean): PacketDraft {
  const drafts = queries.map((query, q) =>
    draftOne(
      query,
      lines.filter(({ line }) => line.query === q),
      done,
      v2
    )
  );
  const silent = drafts.every(
    ({ says, coming, query }) => says.length === 0 && coming.length === 0 && query.badGranularity === undefined
  );
  return { drafts, done, silent };
}

function draftOne(query: WantedQuery, lines: LineSoFar[], done: boolean, v2: boolean): Draft {
  const own = lines.filter(({ line }) => line.kind === query.target.queryType);
  const anyThere = own.some(({ absent, error }) => !absent && !error);
  // In a product, pairs that do not exist are left out; where none exists, what is wrong with them is told.
  const left = query.product && (anyThere || !done) ? own.filter(({ absent }) => absent) : [];
  const places = new Set(left.map(({ line }) => line.place));
  const shown = lines.filter(({ line }) => !places.has(line.place));
  const frames = shown.flatMap((item) => item.frames);
  const errors = done ? shown.flatMap(({ error }) => error ?? []) : [];
  const bare = done && frames.length === 0 && errors.length === 0 && query.badGranularity === undefined;
  return {
    query,
    frames: bare ? [emptyFrame(query.refId)] : frames,
    says: [
      ...query.notices,
      ...(v2 && choosesGranularity(query) ? [(words: Words) => words.noGranularity()] : []),
      ...shown.flatMap(({ notices }) => notices),
      ...(done ? coarserSays(shown) : []),
      ...(done && left.length > 0 ? [(words: Words) => words.noSuchPairs(left.map(({ name }) => name))] : []),
    ],
    errors,
    coming: done ? [] : lines.flatMap(({ snapshot }) => snapshot?.coming ?? []),
  };
}

/** Where the service refused what was wanted and a coarser granularity was taken: one notice for all series alike. */
function coarserSays(lines: LineSoFar[]): Say[] {
  const names = new Map<string, string[]>();
  for (const { name, snapshot } of lines) {
    if (snapshot && snapshot.wanted !== snapshot.taken) {
      const both = `${snapshot.wanted} ${snapshot.taken}`;
      names.set(both, [...(names.get(both) ?? []), name]);
    }
  }
  return [...names].map(([both, of]) => {
    const [wanted, taken] = both.split(' ');
    return (words: Words) => words.coarser(wanted, taken, of);
  });
}

/** @param words null where the draft is `silent` */
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
    if (words && query.badGranularity !== undefined && done) {
      errors.push({ refId: query.refId, message: words.unknownGranularity(query.badGranularity) });
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
