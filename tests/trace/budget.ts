import { type WholeCall } from '../support/wholeService';

/** How much work requests are. */

function isList({ operation }: WholeCall): boolean {
  return !operation.includes('metrics');
}

function lists(calls: WholeCall[]): number {
  return calls.filter(isList).length;
}

/** Whether there are more requests of lists, or longer spans of metric data. */
export function isMore(own: WholeCall[], most: WholeCall[]): boolean {
  const span = (calls: WholeCall[]) => spansOf(calls).reduce((sum, { from, to }) => sum + to - from, 0);
  return lists(own) > lists(most) || span(own) > span(most);
}

/**
 * Whether there are no more requests of lists, and of metric data nothing but the same again. Queries share points that have arrived,
 * and answers to equal requests, but not a request under way for another span. A page that knows an ended alert's events requests its
 * metrics one round earlier than a fresh page, so that another query's points, and with them the granularity, may not be there yet.
 */
export function isSameWork(own: WholeCall[], most: WholeCall[]): boolean {
  return lists(own) <= lists(most) && coveredBy(own) <= coveredBy(most);
}

/** What metric data was requested, as spans of a metric. */
function spansOf(calls: WholeCall[]): Array<{ from: number; to: number; path: string }> {
  return calls
    .filter((call) => !isList(call))
    .map(({ operation, segments, query }) => ({
      from: Date.parse(query.from),
      to: Date.parse(query.to),
      path: [operation, ...segments].join(' '),
    }));
}

/** Milliseconds of metric data that were requested, each once. */
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
