import { type Granularity, STEP } from '../../src/query/granularity';
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
  const grid = gridOf(own);
  const span = (calls: WholeCall[]) => spansOf(calls, grid).reduce((sum, { from, to }) => sum + to - from, 0);
  return lists(own) > lists(most) || span(own) > span(most);
}

/** The coarsest granularity: a page that knows it to be a metric's own rounds its spans to it. */
function gridOf(calls: WholeCall[]): number {
  return Math.max(...calls.map(({ query }) => STEP[query.granularity as Granularity] ?? STEP['1m']));
}

/**
 * Whether there are no more list requests, and no metric data beyond the same spans, possibly repeated.
 * Queries share points that have arrived, and answers to equal requests, but no running request for another span. A page
 * that already has the events of an ended alert requests its metrics one round earlier than a fresh page. By then, another
 * query's points, and with them the granularity, may not have arrived.
 */
export function isSameWork(own: WholeCall[], most: WholeCall[]): boolean {
  const grid = gridOf(own);
  return lists(own) <= lists(most) && coveredBy(own, grid) <= coveredBy(most, grid);
}

/** The requested metric data, as spans of a metric on a grid in milliseconds. */
function spansOf(calls: WholeCall[], grid: number): Array<{ from: number; to: number; path: string }> {
  return calls
    .filter((call) => !isList(call))
    .map(({ operation, segments, query }) => ({
      from: Math.floor(Date.parse(query.from) / grid) * grid,
      to: Math.ceil(Date.parse(query.to) / grid) * grid,
      path: [operation, ...segments].join(' '),
    }));
}

/** Milliseconds of requested metric data. Repeated spans count once. */
function coveredBy(calls: WholeCall[], grid: number): number {
  const until = new Map<string, number>();
  let sum = 0;
  for (const { from, to, path } of spansOf(calls, grid).sort((a, b) => a.from - b.from)) {
    const known = until.get(path) ?? -Infinity;
    sum += Math.max(0, to - Math.max(from, known));
    until.set(path, Math.max(known, to));
  }
  return sum;
}
