import { type DataFrame, type DataQueryResponse, LoadingState } from '@grafana/data';
import { concat, concatMap, EMPTY, type Observable, of } from 'rxjs';
import { withReading } from '../judging/readingNotices';
import { drawsMarks, fieldsIn, type RunPlace, type RunQuery } from './queryMemory';
import { framesOf, isLast, type QueryError, type Request, underWay } from '../table/runner';

/**
 * What a panel shows of a run's packets:
 *
 * - A first answer as it arrives, a refresh when it is done. Until then, the last answer stays, because Grafana would
 *   rebuild a panel whose columns vanish and return, and would remove a dashboard's annotations after 200 ms. Metric data
 *   is in the store, which draws what was read before itself, so it is shown with all its fields at once.
 * - If a query fails without a row, its last answer stays. The error has the time of that answer. It also has one for
 *   metric data. A query that was never read has its error and no frames. A partial answer stays unchanged.
 */
export function shownOf(packets: Observable<DataQueryResponse>, place: RunPlace): Observable<DataQueryResponse> {
  const { run, request, memory } = place;
  const shown = packets.pipe(
    concatMap((packet) => (isLast(packet) ? of(lastOf(packet, place)) : earlyOf(packet, place)))
  );
  const marks = drawsMarks(run) ? run.targets.flatMap((target) => memory.lastOf(target)?.data ?? []) : [];
  return marks.length > 0 ? concat(of({ data: marks, state: underWay(request) }), shown) : shown;
}

function earlyOf(packet: DataQueryResponse, { run, memory }: RunPlace): Observable<DataQueryResponse> {
  const ownOf = (target: RunQuery) => framesOf(packet.data, target);
  const isKept = (target: RunQuery) => {
    const { last } = memory.of(target);
    return last?.isWhole && (!run.modelOf(target).ofSeries || fieldsIn(ownOf(target), run) < last.fields);
  };
  if (run.targets.some(isKept)) {
    return EMPTY;
  }
  // The rest may never arrive.
  run.targets
    .filter((target) => !run.modelOf(target).ofSeries && rowsIn(ownOf(target)) > 0)
    .forEach((target) => memory.keep(target, ownOf(target), false));
  return of(packet);
}

function lastOf(packet: DataQueryResponse, { run, request, memory }: RunPlace): DataQueryResponse {
  const errors: QueryError[] = packet.errors ?? [];
  const times = new Map<string, number>();
  let data: DataFrame[] = packet.data;
  for (const target of run.targets) {
    const own = framesOf(packet.data, target);
    const failures = errors.filter(({ refId }) => refId === target.refId);
    const isBare = rowsIn(own) === 0;
    if (failures.length === 0) {
      memory.keep(target, own, true);
    } else if (isBare || failures.some(({ isUnanswered }) => isUnanswered)) {
      const last = memory.lastOf(target);
      if (isBare) {
        data = [...data.filter((frame) => !own.includes(frame)), ...(last?.data ?? [])];
      }
      if (last) {
        times.set(target.refId, last.updatedAt);
      }
    }
  }
  return times.size > 0 ? dated({ ...packet, data, state: LoadingState.Done }, times, request) : { ...packet, data };
}

/** Adds the times of displayed earlier data to the packet's errors. */
function dated(packet: DataQueryResponse, times: ReadonlyMap<string, number>, { timezone }: Request) {
  const errors = (packet.errors ?? []).map(({ isUnanswered: _, message = '', ...error }: QueryError): QueryError => {
    const at = times.get(error.refId ?? '');
    return { ...error, message: at === undefined ? message : withReading(message, at, timezone) };
  });
  return { ...packet, errors };
}

function rowsIn(frames: readonly DataFrame[]): number {
  return frames.reduce((sum, { length }) => sum + length, 0);
}
