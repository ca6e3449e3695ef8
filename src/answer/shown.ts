import { type DataFrame, type DataQueryResponse, LoadingState } from '@grafana/data';
import { concat, concatMap, EMPTY, map, type Observable, of } from 'rxjs';
import { panelTexts$ } from '../notices/panelTexts';
import { withPendingCells } from './pendingCells';
import { drawsMarks, fieldsIn, type RunPlace, type RunQuery } from './queryMemory';
import { framesOf, isLast, type QueryError, type Request, underWay } from './runner';

/**
 * What a panel shows of a run's packets, depending on what each query showed last:
 *
 * - Until marks are read again, the last ones stay. Grafana would remove a dashboard's annotations after 200 ms.
 * - A first answer marks what is still to come. A refresh doesn't: it would flicker.
 * - A packet with fewer fields is delayed until it is the last, and so is one whose columns have fewer values without new
 *   rows. Otherwise, partial data would vanish and return on every refresh, and Grafana would rebuild the panel each time.
 * - If a query fails without a row, its last answer stays. The error has the time of that answer. It also has one for
 *   metric data, which shows earlier data itself. A query that was never read has its error and no frames. A partial
 *   answer stays unchanged.
 */
export function shownOf(packets: Observable<DataQueryResponse>, place: RunPlace): Observable<DataQueryResponse> {
  const { run, request, memory } = place;
  const shown = packets.pipe(concatMap((packet) => (isLast(packet) ? lastOf(packet, place) : earlyOf(packet, place))));
  const marks = drawsMarks(run) ? run.targets.flatMap((target) => memory.lastOf(target)?.data ?? []) : [];
  return marks.length > 0 ? concat(of({ data: marks, state: underWay(request) }), shown) : shown;
}

function earlyOf(packet: DataQueryResponse, { run, memory }: RunPlace): Observable<DataQueryResponse> {
  const isPoor = (target: RunQuery) => {
    const { last } = memory.of(target);
    const own = framesOf(packet.data, target);
    return (
      last?.isWhole && (fieldsIn(own, run) < last.fields || (!run.modelOf(target).ofSeries && isPoorer(own, last.data)))
    );
  };
  if (run.targets.some(isPoor)) {
    return EMPTY;
  }
  // Metric data is in the store, which knows when it was read.
  for (const target of run.targets.filter((one) => !run.modelOf(one).ofSeries)) {
    const own = framesOf(packet.data, target);
    const { last } = memory.of(target);
    // A refresh may draw data that was read before, so only more rows replace a complete answer and its time.
    const isNews = last?.isWhole
      ? rowsIn(own) > rowsIn(last.data)
      : rowsIn(own) > 0 && !isPoorer(own, last?.data ?? []);
    if (isNews) {
      memory.keep(target, own, last?.isWhole ?? false);
    }
  }
  const isFirst = ({ refId, meta }: DataFrame) =>
    run.part === 'panel' &&
    meta?.dataTopic === undefined &&
    run.targets.some((one) => one.refId === refId && !run.modelOf(one).ofSeries && !memory.of(one).last?.isWhole);
  const data = (packet.data as DataFrame[]).map((frame) => (isFirst(frame) ? withPendingCells(frame) : frame));
  return of({ ...packet, data });
}

function lastOf(packet: DataQueryResponse, { run, request, memory }: RunPlace): Observable<DataQueryResponse> {
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
  return times.size > 0
    ? dated({ ...packet, data, state: LoadingState.Done }, times, request)
    : of({ ...packet, data });
}

/** Adds the times of displayed earlier data to the packet's errors. */
function dated(packet: DataQueryResponse, times: ReadonlyMap<string, number>, { timezone }: Request) {
  return panelTexts$().pipe(
    map(({ withReading }) => {
      const errors = (packet.errors ?? []).map(
        ({ isUnanswered: _, message = '', ...error }: QueryError): QueryError => {
          const at = times.get(error.refId ?? '');
          return { ...error, message: at === undefined ? message : withReading(message, at, timezone) };
        }
      );
      return { ...packet, errors };
    })
  );
}

/** Whether a displayed column would have fewer values, without additional rows. */
function isPoorer(own: readonly DataFrame[], shown: readonly DataFrame[]): boolean {
  const values = filledOf(own);
  return rowsIn(own) <= rowsIn(shown) && [...filledOf(shown)].some(([name, count]) => (values.get(name) ?? 0) < count);
}

/** The number of values in each column. */
function filledOf(frames: readonly DataFrame[]): Map<string, number> {
  const filled = new Map<string, number>();
  for (const { name, values } of frames.flatMap(({ fields }) => fields)) {
    const count = values.reduce((sum: number, value: unknown) => sum + Number(value !== null && value !== ''), 0);
    filled.set(name, (filled.get(name) ?? 0) + count);
  }
  return filled;
}

function rowsIn(frames: readonly DataFrame[]): number {
  return frames.reduce((sum, { length }) => sum + length, 0);
}
