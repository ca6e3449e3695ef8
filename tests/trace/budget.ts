import { type WholeCall } from '../support/wholeService';

/** Compares the work of requests. */

function isList({ operation }: WholeCall): boolean {
  return !operation.includes('metrics');
}

function lists(calls: WholeCall[]): number {
  return calls.filter(isList).length;
}

/** Whether there are more list requests, or longer spans of metric data. */
export function isMore(own: WholeCall[], most: WholeCall[]): boolean {
  const span = (calls: WholeCall[]) => spansOf(calls).reduce((sum, { from, to }) => sum + to - from, 0);
  return lists(own) > lists(most) || span(own) > span(most);
}

/**
 * Whether there are no more list requests, and no metric data beyond the same spans, possibly repeated.
 * Queries share points that have arrived, and answers to equal requests, but no running request for another span. A page
 * that already has the events of an ended alert requests its metrics one round earlier than a fresh page. By then, another
 * query's points, and with them the granularity, may not have arrived.
 */
export function isSameWork(own: WholeCall[], most: WholeCall[]): boolean {
  return lists(own) <= lists(most) && coveredBy(own) <= coveredBy(most);
}

/** The requested metric data, as spans of a metric. */
function spansOf(calls: WholeCall[]): Array<{ from: number; to: number; path: string }> {
  return calls
    .filter((call) => !isList(call))
    .map(({ operation, segments, query }) => ({
      from: Date.parse(query.from),
      to: Date.parse(query.to),
      path: [operation, ...segments].join(' '),
    }));
}

/** Milliseconds of requested metric data. Repeated spans count once. */
function coveredBy(calls: WholeCall[]): number {
  const until = new Map<string, number>();
  let sum = 0;
  for (const { from, to, path } of spansOf(calls).sort((a, b) => a.from - b.from)) {
    const known = until.get(path) ?? -Infinity;
    sum += Math.max(0, to - Math.max(from, known));
    until.set(path, Math.max(known, to));
  }
  return sum;
}
