import { type DataQuery } from '@grafana/schema';
import { type AnswerOf, runKnown } from '../answer/reader';
import { type Context, type Request, type Runner } from '../answer/runner';
import { storedFilters, unusedFilters } from './filters';

/** `runKnown` for queries that no filter applies to: notices name those that there are. */
export function runUnfiltered<Q extends DataQuery>(
  answerOf: (query: Q, request: Request, context: Context) => AnswerOf
): Runner<Q> {
  return runKnown((query: Q, request, context) => {
    const answer = answerOf(query, request, context);
    const unused = unusedFilters(storedFilters(query));
    return (reader) => {
      const make = answer(reader);
      return (
        make &&
        (() => {
          const said = make();
          return { ...said, notices: [...said.notices, ...unused] };
        })
      );
    };
  });
}
