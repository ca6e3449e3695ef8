import { type DataQueryResponse } from '@grafana/data';
import { defer, finalize, type Observable, tap } from 'rxjs';
import { perInstance } from '../service/recent';
import { hasShown } from './lastAnswers';
import { type Context, isLast, type Request, type Run } from './runner';
import { ByQuery, fieldsOf } from './sameQuery';

/** When a query began, and when a refresh cut it off; epoch milliseconds. */
interface CutOff {
  since: number;
  at: number;
}

/** A query that starts again within so many milliseconds continues: panels of one page share answers as long. */
const CONTINUES_WITHIN = 5_000;

/** So many queries are remembered. */
const MOST_QUERIES = 500;

const cutOffOf = perInstance(() => new ByQuery<CutOff>(MOST_QUERIES));

/**
 * Runs queries such that a refresh which comes before Done continues them: what was requested since they began is not
 * requested again. Else no refresh that comes sooner than an answer would ever let one come.
 */
export function continuing(
  run: Run,
  request: Request,
  context: Context,
  answer: (context: Context) => Observable<DataQueryResponse>
): Observable<DataQueryResponse> {
  return defer(() => {
    const { operations, store } = context;
    const fields = run.targets.map((target) => fieldsOf(target, run, request, context)).join('\n');
    const cutOff = cutOffOf(operations);
    const start = Date.now();
    const before = cutOff.find(fields, request, start);
    const since = before && start - before.at <= CONTINUES_WITHIN ? before.since : undefined;
    const isRefresh = run.targets.every((target) => hasShown(target, run, request, context));
    let isDone = false;
    return answer({
      ...context,
      operations: operations.with({ since, isRefresh }),
      store: store.for({ since, isRefresh }),
    }).pipe(
      tap({ next: (packet) => (isDone ||= isLast(packet)), error: () => (isDone = true) }),
      finalize(() => {
        const now = Date.now();
        if (isDone) {
          cutOff.delete(fields, request, now);
        } else {
          cutOff.set(fields, request, now, { since: since ?? start, at: now });
        }
      })
    );
  });
}
