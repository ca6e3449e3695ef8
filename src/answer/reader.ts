import { type DataQuery } from '@grafana/schema';
import { type Observable } from 'rxjs';
import { type Answer, runEach } from './answers';
import { follow, type Reader } from '../known/follow';
import { type Context, type Request, type Runner } from './runner';

/** What an answer shows; the rest (whether more can come, the calls, what could not be read) follows from what it read. */
export type Shown = Omit<Answer, 'isFetching'>;

/**
 * An answer as a function of what is known: it reads what it needs, judges it, and returns what makes the frames, which is
 * called for packets that go out. Null while there is nothing to show. It is called again when something that it read changes.
 */
export type AnswerOf = (reader: Reader) => (() => Shown) | null;

/** The answers of a function of what is known. */
export function answers(answerOf: AnswerOf, progressive: boolean): Observable<Answer> {
  return follow(answerOf, progressive, (make, said): Answer => {
    const shown = make?.() ?? { frames: [], notices: [] };
    const failures = [...(shown.failures ?? []), ...said.failures];
    // That nothing could be read is no empty answer.
    const isFailed = failures.length > 0 && shown.frames.every(({ length }) => length === 0);
    return {
      ...shown,
      frames: isFailed ? [] : shown.frames,
      isFetching: said.isFetching,
      notices: [...shown.notices, ...said.notices],
      calls: [...(shown.calls ?? []), ...said.calls],
      failures,
    };
  });
}

/** The runner of queries whose answers are functions of what is known. */
export function runKnown<Q extends DataQuery>(
  answerOf: (query: Q, request: Request, context: Context) => AnswerOf
): Runner<Q> {
  return runEach((query: Q, request, context) =>
    answers(answerOf(query, request, context), context.settings.progressive)
  );
}
