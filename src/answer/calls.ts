import { type DataFrame } from '@grafana/data';
import { uniqBy } from 'lodash';

/** The calls of a request's queries, by refId, each once and in the order of sending. */
export class Calls {
  private readonly noted = new Map<string, Set<string>>();

  note(refId: string, calls: readonly string[]) {
    const own = this.noted.get(refId) ?? new Set();
    calls.forEach((call) => own.add(call));
    this.noted.set(refId, own);
  }

  of(refId: string): string[] {
    return [...(this.noted.get(refId) ?? [])];
  }

  /** `meta.executedQueryString` of each query's first frame lists the calls, one per line, even if the frame was shown before. */
  addedTo(frames: DataFrame[]): DataFrame[] {
    const firsts = new Set(uniqBy(frames, 'refId'));
    return frames.map((frame) => {
      const calls = firsts.has(frame) ? this.of(frame.refId ?? '') : [];
      return calls.length > 0 ? { ...frame, meta: { ...frame.meta, executedQueryString: calls.join('\n') } } : frame;
    });
  }
}
