import { type DataQueryResponse } from '@grafana/data';
import { concatMap, map, type Observable, of } from 'rxjs';
import { paced, type Progress } from '../answer/pace';
import { type Context, type Request } from '../answer/runner';
import { answerOf } from './answer';
import { type Arrived, type LineAnswer } from './arrived';
import { draftOf, isSilent, packetOf, words$ } from './packet';
import { type Wanted, type WantedQuery } from './wanted';

/** How far the lines of all queries have come. */
export interface State extends Pick<Progress, 'done'> {
  arrived: ReadonlyMap<Wanted, Arrived>;
}

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
  const draft = ({ arrived, done }: State) => {
    const before = built;
    built = new Map();
    const lines = wanted.flatMap((line) => {
      const item = arrived.get(line);
      if (!item) {
        return [];
      }
      const answer = before.get(item) ?? answerOf(line, queries[line.query], item, request);
      built.set(item, answer);
      return [{ line, arrived: item, answer }];
    });
    return queries.map((query, q) =>
      draftOf(
        query,
        wanted.filter((line) => line.query === q),
        lines.filter(({ line }) => line.query === q),
        done,
        context
      )
    );
  };
  return paced(states.pipe(map(withProgress)), context.settings.progressive, draft).pipe(
    concatMap((drafts) =>
      (drafts.every(isSilent) ? of(null) : words$).pipe(map((words) => packetOf(drafts, words, request)))
    )
  );
}

function withProgress({ arrived, done }: State): State & Progress {
  let hasAnswer = false;
  let hasContent = false;
  for (const item of arrived.values()) {
    if (item.kind === 'snapshot') {
      const { done, answered, missing, points } = item.snapshot;
      hasAnswer = hasAnswer || done || answered || missing.length > 0;
      hasContent = hasContent || answered || points > 0;
    } else {
      hasAnswer = true;
      hasContent = hasContent || !item.answer.error;
    }
  }
  return { arrived, done, hasAnswer, hasContent };
}
