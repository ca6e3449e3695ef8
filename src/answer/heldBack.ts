import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { filter, type Observable } from 'rxjs';
import { queryMemory } from './queryMemory';
import { type Context, isLast, type Request, type Run } from './runner';

/**
 * The packets of a refresh that show at least as many frames as the query did when it was last done. What comes in parts
 * would vanish and return at every refresh, and Grafana would build the panel anew for each.
 */
export function holdBack(
  packets: Observable<DataQueryResponse>,
  run: Run,
  request: Request,
  context: Context
): Observable<DataQueryResponse> {
  const memory = queryMemory(run, request, context);
  return packets.pipe(
    filter((packet) => {
      const counts = run.targets.map((target) => ({ target, count: countOf(packet, target.refId) }));
      if (!isLast(packet)) {
        return counts.every(({ target, count }) => count >= (memory.of(target).frames ?? 0));
      }
      if (!packet.errors?.length) {
        counts.forEach(({ target, count }) => memory.note(target, { frames: count }));
      }
      return true;
    })
  );
}

function countOf({ data }: DataQueryResponse, refId: string): number {
  return (data as DataFrame[]).filter((frame) => frame.refId === refId).length;
}
