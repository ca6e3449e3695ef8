import { type DataQueryResponse, LoadingState } from '@grafana/data';
import { catchError, concatMap, defer, map, type Observable, of, timeout } from 'rxjs';
import { withNotices } from '../answer/notices';
import { paced, type Progress } from '../answer/pace';
import { type Context, type Request, underWay } from '../answer/runner';
import { withWords$ } from '../loading/lazy';
import { answerOf } from './answer';
import { type Arrived, isSnapshot, type LineAnswer } from './arrived';
import { type Draft, draftOf } from './draft';
import { type Words } from './notices';
import { type Wanted, type WantedQuery } from './wanted';

/** How far the lines of all queries have come. */
export interface State extends Pick<Progress, 'done'> {
  arrived: ReadonlyMap<Wanted, Arrived>;
}

/** Data does not wait longer for its words, in milliseconds. */
const PATIENCE = 3000;

/** What tells of an answer, or null where it does not load: then data goes out without notices. */
const words$: Observable<Words | null> = defer(() => withWords$(() => import('./words'))).pipe(
  timeout(PATIENCE),
  catchError(() => of(null))
);

/**
 * States as packets: frames, notices and errors of all queries. This and what it draws with is loaded beside the first
 * requests, and is there before they are answered.
 */
export function packetsOf(
  states: Observable<State>,
  queries: WantedQuery[],
  wanted: Wanted[],
  request: Request,
  context: Context
): Observable<DataQueryResponse> {
  // What has not changed since the last packet is not made again.
  let built = new Map<Arrived, LineAnswer>();
  const drafts = ({ arrived, done }: State) => {
    const before = built;
    built = new Map();
    const lines = wanted.flatMap((line) => {
      const item = arrived.get(line);
      if (!item) {
        return [];
      }
      const drawn = before.get(item);
      const answer = drawn ?? (isSnapshot(item) ? answerOf(line, queries[line.query], item, request) : item);
      built.set(item, answer);
      return [{ line, answer }];
    });
    const namedFilters = new Set<string>();
    return queries.map((query, q) => {
      const ofQuery = ({ query }: Wanted) => query === q;
      const ownLines = lines.filter(({ line }) => ofQuery(line));
      return draftOf(query, wanted.filter(ofQuery), ownLines, done, { request, context, namedFilters });
    });
  };
  return paced(states.pipe(map(withProgress)), context.settings.progressive, drafts).pipe(
    concatMap((all) => (all.some(needsWords) ? words$ : of(null)).pipe(map((words) => packetOf(all, words, request))))
  );
}

function withProgress({ arrived, done }: State): State & Progress {
  let hasAnswer = false;
  let hasContent = false;
  for (const item of arrived.values()) {
    if (isSnapshot(item)) {
      const { done, answered, missing, points } = item;
      hasAnswer = hasAnswer || done || answered || missing.length > 0;
      hasContent = hasContent || answered || points > 0;
    } else {
      hasAnswer = true;
      hasContent = hasContent || !item.error;
    }
  }
  return { arrived, done, hasAnswer, hasContent };
}

/** With most panels there is nothing to be told: then no words are loaded. */
function needsWords({ notices, problem, coming }: Draft): boolean {
  return notices.length > 0 || problem !== undefined || coming.length > 0;
}

/** @param words null where no draft needs them, and where they did not load */
function packetOf(drafts: Draft[], words: Words | null, request: Request): DataQueryResponse {
  const done = drafts.every((draft) => draft.done);
  const data = drafts.flatMap(({ refId, frames, notices, coming }) => [
    ...withNotices(frames, words ? notices.flatMap((told) => told(words)) : []),
    ...(words && coming.length > 0 ? [words.comingFrame(refId, coming)] : []),
  ]);
  const errors = drafts.flatMap(({ refId, errors, problem }) =>
    problem && done ? [...errors, { refId, message: words ? words.problemOf(problem) : problem.text }] : errors
  );
  const failed = errors.length > 0;
  return {
    data,
    ...(failed ? { errors } : {}),
    state: !done ? underWay(request) : failed && data.length === 0 ? LoadingState.Error : LoadingState.Done,
  };
}
