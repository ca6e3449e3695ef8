import { type Granularity, STEP } from '../../src/ground/granularity';
import { type WholeCall } from '../support/wholeService';
import { MINUTE } from '../support/world/truth';

/** Compares the work of requests. */

function isList({ operation }: WholeCall): boolean {
  return !operation.includes('metrics');
}

function lists(calls: WholeCall[]): number {
  return calls.filter(isList).length;
}

/** Whether there are more list requests, or longer spans of metric data. */
export function isMore(own: WholeCall[], most: WholeCall[]): boolean {
  const grids = gridsOf(own);
  const span = (calls: WholeCall[]) => spansOf(calls, grids).reduce((sum, { from, to }) => sum + to - from, 0);
  return lists(own) > lists(most) || span(own) > span(most);
}

/** The coarsest granularity of each metric: a page that knows it to be the metric's own rounds its spans to it. */
function gridsOf(calls: WholeCall[]): Map<string, number> {
  const grids = new Map<string, number>();
  for (const call of calls) {
    const step = STEP[call.query.granularity as Granularity] ?? MINUTE;
    grids.set(pathOf(call), Math.max(step, grids.get(pathOf(call)) ?? 0));
  }
  return grids;
}

function pathOf({ operation, segments }: WholeCall): string {
  return [operation, ...segments].join(' ');
}

/**
 * Whether there are no more list requests, and no metric data beyond the same spans, possibly repeated.
 * Queries share points that have arrived, and answers to equal requests, but no running request for another span. A page
 * that already has the events of an ended alert requests its metrics one round earlier than a fresh page. By then, another
 * query's points, and with them the granularity, may not have arrived.
 */
export function isSameWork(own: WholeCall[], most: WholeCall[]): boolean {
  const grids = gridsOf(own);
  return lists(own) <= lists(most) && coveredBy(own, grids) <= coveredBy(most, grids);
}

/** The requested metric data, as spans of a metric on its grid. */
function spansOf(calls: WholeCall[], grids: Map<string, number>): Array<{ from: number; to: number; path: string }> {
  return calls
    .filter((call) => !isList(call))
    .map((call) => {
      const { from, to } = call.query;
      const path = pathOf(call);
      const grid = grids.get(path) ?? MINUTE;
      return { from: Math.floor(Date.parse(from) / grid) * grid, to: Math.ceil(Date.parse(to) / grid) * grid, path };
    });
}

/** Milliseconds of requested metric data. Repeated spans count once. */
function coveredBy(calls: WholeCall[], grids: Map<string, number>): number {
  const until = new Map<string, number>();
  let sum = 0;
  for (const { from, to, path } of spansOf(calls, grids).sort((a, b) => a.from - b.from)) {
    const known = until.get(path) ?? -Infinity;
    sum += Math.max(0, to - Math.max(from, known));
    until.set(path, Math.max(known, to));
  }
  return sum;
}
