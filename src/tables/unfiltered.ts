import { type DataQuery } from '@grafana/schema';
import { map, type Observable } from 'rxjs';
import { type Answer, runEach } from '../answer/answers';
import { type Context, type Request, type Runner } from '../answer/runner';
import { storedFilters, unusedFilters } from './filters';

/** `runEach` for queries that no filter applies to: notices name those that there are. */
export function runUnfiltered<Q extends DataQuery>(
  answer: (query: Q, request: Request, context: Context) => Observable<Answer>
): Runner<Q> {
  return runEach((query: Q, request, context) =>
    answer(query, request, context).pipe(
      map((one) => ({ ...one, notices: [...one.notices, ...unusedFilters(storedFilters(query))] }))
    )
  );
}
