import { type DataQueryResponse } from '@grafana/data';
import { defer, finalize, type Observable, tap } from 'rxjs';
import { isStale } from '../service/trust';
import { queryMemory } from './queryMemory';
import { type Context, isLast, type Request, type Run } from './runner';

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
    const memory = queryMemory(run, request, context);
    const start = Date.now();
    const before = run.targets.map((target) => memory.of(target));
    const begun = before.flatMap(({ cutOff }) => (cutOff && !isStale('cutOff', cutOff.at, start) ? cutOff.since : []));
    const since = begun.length === before.length ? Math.max(...begun) : undefined;
    const isRefresh = before.every(({ shown }) => shown?.isDone);
    let isDone = false;
    return answer({
      ...context,
      operations: operations.with({ since, isRefresh }),
      store: store.for({ since, isRefresh }),
    }).pipe(
      tap({ next: (packet) => (isDone ||= isLast(packet)), error: () => (isDone = true) }),
      finalize(() => {
        const cutOff = isDone ? undefined : { since: since ?? start, at: Date.now() };
        run.targets.forEach((target) => memory.note(target, { cutOff }));
      })
    );
  });
}
