import { type DataFrame } from '@grafana/data';
import { uniqBy } from 'lodash';

/** The calls of a request's queries, by refId, each once and in the order of sending. */
export type Calls = Map<string, Set<string>>;

export function noteCalls(noted: Calls, refId: string, calls: readonly string[]) {
  const own = noted.get(refId) ?? new Set();
  calls.forEach((call) => own.add(call));
  noted.set(refId, own);
}

/** `meta.executedQueryString` of each query's first frame lists the calls, one per line, even if the frame was shown before. */
export function withCalls(frames: DataFrame[], noted: Calls): DataFrame[] {
  const firsts = new Set(uniqBy(frames, 'refId'));
  return frames.map((frame) => {
    const calls = firsts.has(frame) ? [...(noted.get(frame.refId ?? '') ?? [])] : [];
    return calls.length > 0 ? { ...frame, meta: { ...frame.meta, executedQueryString: calls.join('\n') } } : frame;
  });
}
