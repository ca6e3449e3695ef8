import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import { filter, type Observable } from 'rxjs';
import { queryMemory } from './queryMemory';
import { type Context, isLast, type Request, type Run } from './runner';

/**
 * The packets of a refresh that have at least as many fields as the query had when it was last done. What comes in parts
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
        return counts.every(({ target, count }) => count >= (memory.of(target).fields ?? 0));
      }
      if (!packet.errors?.length) {
        counts.forEach(({ target, count }) => memory.note(target, { fields: count }));
      }
      return true;
    })
  );
}

function countOf({ data }: DataQueryResponse, refId: string): number {
  return (data as DataFrame[]).reduce((sum, frame) => sum + (frame.refId === refId ? frame.fields.length : 0), 0);
}
