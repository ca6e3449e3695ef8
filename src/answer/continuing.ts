import { type DataQueryResponse } from '@grafana/data';
import { defer, finalize, type Observable, tap } from 'rxjs';
import { isStale } from '../service/trust';
import { type RunPlace } from './queryMemory';
import { type Context, isLast } from './runner';

/**
 * Runs queries such that a refresh which comes before Done continues them: what was requested since they began is not
 * requested again. Else no refresh that comes sooner than an answer would ever let one come.
 */
export function continuing(
  { run, context, memory }: RunPlace,
  answer: (context: Context) => Observable<DataQueryResponse>
): Observable<DataQueryResponse> {
  return defer(() => {
    const { operations, store } = context;
    const start = Date.now();
    const before = run.targets.map((target) => memory.of(target));
    const begun = before.flatMap(({ cutOff }) => (cutOff && !isStale('cutOff', cutOff.at, start) ? cutOff.since : []));
    const since = begun.length === before.length ? Math.max(...begun) : undefined;
    const isRefresh = before.every(({ last }) => last?.isWhole);
    let isWhole = false;
    return answer({
      ...context,
      operations: operations.with({ since, isRefresh }),
      store: store.for({ since, isRefresh }),
    }).pipe(
      tap({ next: (packet) => (isWhole ||= isLast(packet)), error: () => (isWhole = true) }),
      finalize(() => {
        const cutOff = isWhole ? undefined : { since: since ?? start, at: Date.now() };
        run.targets.forEach((target) => memory.note(target, { cutOff }));
      })
    );
  });
}
