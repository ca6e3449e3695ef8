import { type DataQueryResponse } from '@grafana/data';
import { defer, type Observable, tap } from 'rxjs';
import { isStale } from '../service/trust';
import { type CutOff, type RunPlace } from './queryMemory';
import { type Context, isLast } from './runner';

/**
 * Runs queries so that a refresh before Done continues them: requests since their start are not repeated. Otherwise,
 * refreshes that are faster than answers would never let one complete.
 */
export function continuing(
  place: RunPlace,
  answer: (context: Context) => Observable<DataQueryResponse>
): Observable<DataQueryResponse> {
  return defer(() => {
    const { run, context, memory } = place;
    const { operations, store } = context;
    const start = Date.now();
    const before = run.targets.map((target) => memory.of(target));
    const cutOffs = before.flatMap(({ cutOff }) => (cutOff && continues(cutOff, start) ? cutOff.since : []));
    const since = cutOffs.length === before.length ? Math.max(...cutOffs) : undefined;
    const isRefresh = before.every(({ last }) => last?.isWhole);
    const begun = { since: since ?? start, isWhole: false };
    place.begun = begun;
    return answer({
      ...context,
      operations: operations.with({ since, isRefresh }),
      store: store.for({ since, isRefresh }),
    }).pipe(tap({ next: (packet) => (begun.isWhole ||= isLast(packet)), error: () => (begun.isWhole = true) }));
  });
}

/** A finished query waits for the others in its panel, but not for one that the service never answers. */
function continues({ since, at, isWhole }: CutOff, now: number): boolean {
  return !isStale('cutOff', at, now) && !(isWhole && isStale('waiting', since, now));
}

/**
 * Call this at the end of a panel's answer. Its queries are sent together: if a refresh cut one of them off, it continues
 * all.
 *
 * @param isDone whether that was its last packet
 */
export function noteEnd(places: readonly RunPlace[], isDone: boolean) {
  const at = Date.now();
  for (const { run, memory, begun } of places) {
    const cutOff = isDone || !begun ? undefined : { ...begun, at };
    run.targets.forEach((target) => memory.note(target, { cutOff }));
  }
}
